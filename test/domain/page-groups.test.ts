import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { pageGrouper, parsePageGroups } from '../../src/domain/page-groups.ts';

describe('The group of a page', () => {
  it('is the first rule that it matches, or else its first path segment', () => {
    const groupOf = pageGrouper(['/blog/*/comments', '/blog/*', '*.pdf', '/ä/*', '/search?q=*']);
    for (const [page, group] of [
      ['/', '/'],
      ['/?page=2', '/'],
      ['/blog', '/blog'],
      ['/blog/', '/blog/*'],
      ['/blog/one?page=2', '/blog/*'],
      ['/blog/one/comments', '/blog/*/comments'],
      ['/blog/one/comments?x', '/blog/*/comments'],
      ['/files/a.pdf', '*.pdf'],
      ['/files/a.pdfs', '/files'],
      ['/%C3%A4/b', '/ä/*'],
      ['/search?q=a', '/search?q=*'],
      ['/search?p=a', '/search'],
      ['(other)', '(other)'],
    ] as const)
      assert.equal(groupOf(page), group, page);
    assert.equal(pageGrouper(['*'])('/a/b'), '*');
    assert.equal(pageGrouper(['*'])('(other)'), '(other)');
  });

  it('has at most 50 rules, each of at most 255 characters', () => {
    const rules = Array.from({ length: 51 }, (_, at) => `/${at}/*`);
    assert.deepEqual(parsePageGroups(rules.slice(0, 50)), { list: rules.slice(0, 50) });
    assert.deepEqual(parsePageGroups([...rules.slice(0, 50), '/0/*']), { list: rules.slice(0, 50) });
    assert.deepEqual(parsePageGroups(rules), {
      errors: ['Line 51, "/50/*", is one too many; a website has at most 50 page groups.'],
    });
    const long = `/${'x'.repeat(255)}*`;
    assert.match(JSON.stringify(parsePageGroups([long])), /is too long; a page group has at most 255 characters/);
  });

  it('has rules that are paths with *, and each fault has a sentence of its own', () => {
    assert.deepEqual(parsePageGroups(['blog/*', '/about']), {
      errors: [
        'Line 1, "blog/*", is not a path; begin it with / or *, such as /blog/*.',
        'Line 2, "/about", is a single page; put a * where any text may be, such as /blog/*.',
      ],
    });
  });
});
