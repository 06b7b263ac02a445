import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { Vector } from '../../src/counting/vector.ts';
import { NO_SUMS } from '../../src/counting/vector.ts';
import type { Counted } from '../../src/stats/counts.ts';
import { createPages } from '../../src/stats/known-pages.ts';
import type { StatsQuery } from '../../src/stats/query.ts';
import type { Page } from '../../src/stats/stat-page.ts';

const query: StatsQuery = {
  website: 1,
  name: 'page',
  from: 0,
  to: 0,
  search: null,
  sortBy: 'COUNT',
  sort: 'DESC',
  perPage: 100,
  page: 1,
};
const sums = NO_SUMS;
const empty: Page = {
  rows: [],
  total: 0,
  sum: 0,
  sumOfAll: 0,
  page: 1,
  perPage: 100,
  lastPage: 1,
  totals: { sums, ratios: {}, previous: null, compared: null, imported: 0 },
  other: null,
};
const vector = (): Vector => ({ metrics: [], ids: [], columns: [] });

describe('Cached pages', () => {
  it('are the same for the same query on the same counts, and selected again when either count changes', async () => {
    const pages = createPages();
    let made = 0;
    const ask = async (counted: Pick<Counted, 'vector' | 'before'>, page = 1) => {
      const before = made;
      await pages.of(counted, { ...query, page }, async () => {
        made++;
        return empty;
      });
      return made > before;
    };
    const [one, other] = [vector(), vector()];
    assert.equal(await ask({ vector: one, before: null }), true);
    assert.equal(await ask({ vector: one, before: null }), false);
    assert.equal(await ask({ vector: one, before: null }, 2), true);
    assert.equal(await ask({ vector: one, before: null }), false);
    assert.equal(await ask({ vector: one, before: other }), true);
    assert.equal(await ask({ vector: one, before: other }), false);
    assert.equal(await ask({ vector: one, before: vector() }), true);
    assert.equal(await ask({ vector: other, before: null }), true);
    assert.equal(await ask({ vector: other, before: null }), false);
  });

  it('are not kept when selecting them failed', async () => {
    const pages = createPages();
    const counted = { vector: vector(), before: null };
    await assert.rejects(
      pages.of(counted, query, () => Promise.reject(new Error('away'))),
      /away/,
    );
    assert.equal(await pages.of(counted, query, async () => empty), empty);
  });

  it('are not shared while they are being made, because their maker may have to wait its turn', async () => {
    const pages = createPages();
    const counted = { vector: vector(), before: null };
    void pages.of(counted, query, () => new Promise<never>(() => undefined));
    assert.equal(await pages.of(counted, query, async () => empty), empty);
  });

  it('are limited to the most recently requested ones, however many counts there are', async () => {
    const pages = createPages();
    const counts = Array.from({ length: 300 }, (_, website) => ({ website, vector: vector(), before: null }));
    const asked = counts.flatMap(counted => Array.from({ length: 10 }, (_, at) => ({ counted, page: at + 1 })));
    let made = 0;
    const ask = ({ counted, page }: (typeof asked)[0]) =>
      pages.of(counted, { ...query, website: counted.website, page }, () => {
        made++;
        return Promise.resolve(empty);
      });
    for (const one of asked) await ask(one);
    const before = made;
    for (const one of asked.slice(-1_000)) await ask(one);
    assert.equal(made, before, 'the last thousand are kept');
    for (const one of asked.slice(0, -1_000)) await ask(one);
    assert.equal(made, before + 2_000, 'but no others');
  });
});
