import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { arrange, type ListOrder } from '../../src/stats/arrange.ts';
import { searchTest } from '../../src/stats/search.ts';

const TEXTS = ['', 'a', 'A', 'b', 'ab', 'Ab', 'é', 'zz', '10', '9'];

type Order = Omit<ListOrder, 'before' | 'keys' | 'isFound'> & {
  readonly search: string | null;
  readonly sortBy: 'COUNT' | 'VALUE' | 'OTHER';
};

const arbitraryList: fc.Arbitrary<Order> = fc
  .record({
    size: fc.constantFrom(0, 1, 7, 10_001, 25_000),
    seed: fc.integer({ min: 1, max: 1e6 }),
    skipEmpty: fc.boolean(),
    search: fc.constantFrom(null, '', 'a', 'AB', 'é', 'no such text'),
    sortBy: fc.constantFrom('COUNT', 'VALUE', 'OTHER'),
    sort: fc.constantFrom('ASC', 'DESC'),
    window: fc.option(fc.tuple(fc.nat(30), fc.nat(30)).map(([start, length]) => [start, start + length] as const)),
  })
  .map(({ size, seed, ...rest }) => ({
    ...rest,
    ids: Array.from({ length: size }, (_, at) => at),
    counts: Array.from({ length: size }, (_, at) => ((at * seed) % 7919) % 40),
  })) as fc.Arbitrary<Order>;

const textOf = (id: number) => (id === 0 ? '' : `${TEXTS[id % TEXTS.length]}${Math.floor(id / TEXTS.length) || ''}`);

describe('Values of a list', () => {
  it('are selected, summed and sorted like a naive sort of all of them', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryList, async order => {
        const { ids, counts, skipEmpty, search, sortBy, sort, window } = order;
        const others = Array.from(counts, (count, at) => (at % 5 === 4 ? Number.NaN : (count * 31 + at) % 17));
        const keys = sortBy === 'VALUE' ? null : sortBy === 'COUNT' ? counts : others;
        const before = { ids, counts: Array.from(counts, count => count + 1) };
        const fits = searchTest({ name: 'page', labels: 'plain' }, { search });
        const arranged = await arrange(
          { ...order, isFound: fits && (id => fits(textOf(id))), keys, before },
          async () => textOf,
          async () => undefined,
        );
        const isFound = (at: number) =>
          !(skipEmpty && at === 0) &&
          textOf(at)
            .toLowerCase()
            .includes((search ?? '').toLowerCase());
        const found = Array.from(ids, (_, at) => at).filter(at => (counts[at] as number) > 0 && isFound(at));
        const direction = sort === 'DESC' ? -1 : 1;
        const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
        const isUnknown = (at: number) => Number.isNaN(keys?.[at]);
        const sorted = found.toSorted((a, b) =>
          sortBy === 'VALUE'
            ? direction * compare(textOf(a), textOf(b))
            : Number(isUnknown(a)) - Number(isUnknown(b)) ||
              direction * ((keys?.[a] as number) - (keys?.[b] as number)) ||
              compare(textOf(a), textOf(b)),
        );
        const sumOf = (positions: readonly number[]) => positions.reduce((sum, at) => sum + (counts[at] as number), 0);
        const listed = Array.from(ids, (_, at) => at).filter(isFound);
        assert.equal(arranged.total, found.length);
        assert.equal(arranged.sum, sumOf(found));
        const all = Array.from(ids, (_, at) => at).filter(
          at => (counts[at] as number) > 0 && !(skipEmpty && ids[at] === 0),
        );
        assert.equal(arranged.sumOfAll, sumOf(all));
        assert.equal(arranged.sumBefore, sumOf(listed) + listed.length);
        const [start, end] = window ?? [0, found.length];
        assert.deepEqual([...arranged.order], sorted.slice(start, end));
        assert.deepEqual(arranged.found && [...arranged.found], search ? found : null);
      }),
      { numRuns: 60 },
    );
  });
});
