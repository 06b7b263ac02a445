import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, it } from 'vitest';
import { packColumns } from '../../../src/db/columns/pack.ts';
import { type ColumnStore, openColumnStore } from '../../../src/db/columns/store.ts';
import type { Database } from '../../../src/db/open.ts';
import type { Filter } from '../../../src/domain/filter.ts';
import { isCountedFiltered } from '../../../src/domain/filter.ts';
import { STATISTICS } from '../../../src/domain/statistics.ts';
import { createStatsLoader, openReading, type Reading } from '../../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../../support/hits.ts';
import { arbitraryFilter } from '../../support/random-filters.ts';
import { arbitraryHits } from '../../support/random-hits.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-01-29T00:00:00Z');
const FIRST_DAY = START / DAY;
/** Days with hits: in two months, of which the first is over once LATER is folded. */
const DAYS = 5;
/** A day long after the others, so that they are closed. */
const LATER = hitOf({ time: START + 40 * DAY, visitor: '00000000000000ee', values: { page: '/later' } });
const COUNTED = STATISTICS.filter(isCountedFiltered);

eachDatabase('Columns', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  async function prepared(): Promise<{ place: Place; database: Database; store: ColumnStore; reading: Reading }> {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const store = await openColumnStore(database, place.dataDir);
    return { place, database, store, reading: openReading(database, { dataDir: place.dataDir }) };
  }

  const pack = ({ database: { dialect }, store }: { database: Database; store: ColumnStore }) =>
    packColumns({ dialect, store, now: START + 100 * DAY });

  /** Reads every statistic and metric of a range. */
  async function readAll(reading: Reading, filter: Filter, from: number, to: number) {
    const loader = createStatsLoader(reading);
    const query = { website: 1, timezone: 'UTC', from, to, filter } as const;
    const rest = {
      search: null,
      sortBy: 'COUNT',
      sort: 'DESC',
      perPage: 100,
      page: 1,
      sums: true,
      amounts: true,
    } as const;
    const [{ figures }, ...pages] = await Promise.all([
      loader.summary({ ...query, compare: null }),
      ...COUNTED.map(({ name }) => loader.load({ ...query, ...rest, name })),
    ]);
    return { figures, pages: pages.map(({ rows, total, sum }) => ({ rows, total, sum })) };
  }

  it('equal the rows before and after packing, with late hits, and packed again', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryHits(START, 'UTC', DAYS), { minLength: 2, maxLength: 3 }),
        fc.array(fc.tuple(arbitraryFilter, fc.integer({ min: 0, max: DAYS - 1 }), fc.integer({ min: 1, max: 45 })), {
          minLength: 2,
          maxLength: 2,
        }),
        fc.boolean(),
        async (lists, questions, packsBetween) => {
          const { place, database, store, reading } = await prepared();
          // Without a store, all days are read from rows.
          const rows = openReading(database);
          const checkAll = async () => {
            for (const [filter, first, days] of questions) {
              const range = [FIRST_DAY + first, FIRST_DAY + first + days - 1] as const;
              assert.deepEqual(await readAll(reading, filter, ...range), await readAll(rows, filter, ...range));
            }
          };
          for (const hits of [...lists, [LATER], ...lists.map(([hit]) => (hit ? [hit] : []))]) {
            // A hit that is folded twice here is two hits: it has no id.
            await foldAll(database, place, [hits]);
            await checkAll();
            if (!packsBetween && hits !== lists[0]) continue;
            await pack({ database, store });
            await checkAll();
          }
          await pack({ database, store });
          assert.equal(await pack({ database, store }), 0, 'everything is packed');
          await checkAll();
          await database.close();
          opened.pop();
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 8), endOnFailure: true },
    );
  });
});
