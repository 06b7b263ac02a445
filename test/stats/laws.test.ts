import assert from 'node:assert/strict';
import fc from 'fast-check';
import { it } from 'vitest';
import type { Filter } from '../../src/domain/filter.ts';
import type { StatName } from '../../src/domain/statistics.ts';
import { rebuild } from '../../src/fold/verify.ts';
import { createStatsLoader, openReading, type Reading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll } from '../support/hits.ts';
import { arbitraryFilter } from '../support/random-filters.ts';
import { arbitraryHits } from '../support/random-hits.ts';
import { recount } from '../support/recount.ts';

const RUNS = Number(process.env.RUNS ?? 3);
const START = Date.parse('2026-02-26T00:00:00Z');
const DAYS = 3;
const RANGE = { from: START / 86_400_000, to: START / 86_400_000 + DAYS - 1 };
/** The statistics that add up to each number. */
const PARTS: Readonly<Record<'visits' | 'pageviews' | 'visitors', readonly StatName[]>> = {
  visits: ['exit_page', 'landing_page', 'source', 'channel', 'referrer'],
  pageviews: ['host', 'page', 'pageviews'],
  visitors: ['region', 'browser_version', 'os_version', 'country', 'browser', 'os', 'visitors'],
};

eachDatabase('The rows of a statistic', open => {
  async function sums(reading: Reading, filter: Filter | null): Promise<Record<string, number>> {
    const loader = createStatsLoader(reading);
    const order = { search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 10, page: 1 } as const;
    const of = async (name: StatName) =>
      [name, (await loader.load({ website: 1, ...RANGE, ...order, name, filter })).sum] as const;
    return Object.fromEntries(await Promise.all(Object.values(PARTS).flat().map(of)));
  }

  it('add up to visits, pageviews or visitors: filtered or not, and after a rebuild', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryHits(START, 'UTC', DAYS),
        fc.array(arbitraryFilter, { minLength: 3, maxLength: 3 }),
        async (hits, filters) => {
          const place = await open();
          const database = await databaseWithWebsites(place);
          await foldAll(database, place, [hits]);
          for (const isRebuilt of [false, true]) {
            if (isRebuilt) await rebuild(database, 1);
            const reading = openReading(database);
            for (const filter of [null, ...filters]) {
              const found = await sums(reading, filter);
              const { visits, counts } = recount(hits, filter, RANGE.from, RANGE.to);
              const expected = { ...counts({ visit: () => true, hit: () => true }), visits: visits.length };
              for (const [number, names] of Object.entries(PARTS))
                for (const name of names)
                  assert.equal(found[name], expected[number as keyof typeof PARTS], `${name} ${isRebuilt}`);
            }
          }
          await database.close();
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
