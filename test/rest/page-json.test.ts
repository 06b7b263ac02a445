import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { collectionPage, flatPage, type Page } from '../../src/rest/page-json.ts';

const url = 'https://x.example/api/v1/stats/1';
const place = {
  url,
  query: [
    ['name', 'page'],
    ['search', "a b&c'"],
  ] as const,
};
const at = (number: number) => `${url}?name=page&search=a%20b%26c%27&page=${number}`;

function pageOf(page: number, total: number, perPage = 10): Page<number> {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const rows = Array.from({ length: Math.max(0, Math.min(perPage, total - (page - 1) * perPage)) }, (_, row) => row);
  return { rows, total, page, perPage, lastPage };
}

/** Returns the labels, with the active one in brackets. */
function labels(page: number, lastPage: number): string {
  const { links } = flatPage(pageOf(page, lastPage * 10), place);
  return links
    .slice(1, -1)
    .map(({ label, active }) => (active ? `[${label}]` : label))
    .join(' ');
}

describe('the flat paginator', () => {
  it('has everything at the top level, in the order of the older API', () => {
    assert.deepEqual(flatPage(pageOf(2, 25), place), {
      current_page: 2,
      data: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      first_page_url: at(1),
      from: 11,
      last_page: 3,
      last_page_url: at(3),
      links: [
        { url: at(1), label: '&laquo; Previous', active: false },
        { url: at(1), label: '1', active: false },
        { url: at(2), label: '2', active: true },
        { url: at(3), label: '3', active: false },
        { url: at(3), label: 'Next &raquo;', active: false },
      ],
      next_page_url: at(3),
      path: url,
      per_page: 10,
      prev_page_url: at(1),
      to: 20,
      total: 25,
    });
  });

  it('ends with the last row', () => {
    const { from, to, next_page_url } = flatPage(pageOf(3, 25), place);
    assert.deepEqual([from, to, next_page_url], [21, 25, null]);
  });

  it('has an empty first page if there are no rows', () => {
    const { links, ...rest } = flatPage(pageOf(1, 0), { url, query: [] });
    assert.deepEqual(rest, {
      current_page: 1,
      data: [],
      first_page_url: `${url}?page=1`,
      from: null,
      last_page: 1,
      last_page_url: `${url}?page=1`,
      next_page_url: null,
      path: url,
      per_page: 10,
      prev_page_url: null,
      to: null,
      total: 0,
    });
    assert.deepEqual(
      links.map(({ url: link }) => link),
      [null, `${url}?page=1`, null],
    );
  });

  it('has no rows past the end, but a link back', () => {
    const { data, from, to, last_page, next_page_url, prev_page_url, links } = flatPage(pageOf(9, 25), place);
    assert.deepEqual([data, from, to, last_page, next_page_url, prev_page_url], [[], null, null, 3, null, at(8)]);
    assert.equal(
      links.some(({ active }) => active),
      false,
    );
  });
});

describe('the links between pages', () => {
  it('list every page if there are fewer than 14', () => {
    assert.equal(labels(7, 13), '1 2 3 4 5 6 [7] 8 9 10 11 12 13');
  });

  it('show the first ten and the last two near the beginning', () => {
    assert.equal(labels(1, 14), '[1] 2 3 4 5 6 7 8 9 10 ... 13 14');
    assert.equal(labels(7, 20), '1 2 3 4 5 6 [7] 8 9 10 ... 19 20');
  });

  it('show three on each side in the middle', () => {
    assert.equal(labels(8, 20), '1 2 ... 5 6 7 [8] 9 10 11 ... 19 20');
    assert.equal(labels(13, 20), '1 2 ... 10 11 12 [13] 14 15 16 ... 19 20');
  });

  it('show the last ten near the end, and past it', () => {
    assert.equal(labels(14, 20), '1 2 ... 11 12 13 [14] 15 16 17 18 19 20');
    assert.equal(labels(20, 20), '1 2 ... 11 12 13 14 15 16 17 18 19 [20]');
    assert.equal(labels(99, 20), '1 2 ... 11 12 13 14 15 16 17 18 19 20');
  });
});

describe('the resource collection', () => {
  it('keeps the rows under data, the ends under links and the rest under meta', () => {
    const { data, links, meta } = collectionPage(pageOf(1, 11), { url, query: [] });
    assert.equal(data.length, 10);
    assert.deepEqual(links, { first: `${url}?page=1`, last: `${url}?page=2`, prev: null, next: `${url}?page=2` });
    assert.deepEqual(Object.keys(meta), [
      'current_page',
      'from',
      'last_page',
      'links',
      'path',
      'per_page',
      'to',
      'total',
    ]);
    assert.deepEqual([meta.current_page, meta.from, meta.to, meta.total, meta.links.length], [1, 1, 10, 11, 4]);
  });
});
