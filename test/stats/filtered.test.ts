import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { addAmounts } from '../../src/domain/amount.ts';
import { type Filter, isCountedFiltered } from '../../src/domain/filter.ts';
import { STORED_METRICS } from '../../src/domain/metrics.ts';
import { STATISTICS } from '../../src/domain/statistics.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { arbitraryFilter } from '../support/random-filters.ts';
import { arbitraryHits } from '../support/random-hits.ts';
import { recount, valuesOf } from '../support/recount.ts';

const COUNTED = STATISTICS.filter(isCountedFiltered);
const START = Date.parse('2026-02-27T00:00:00Z');
const FIRST_DAY = START / 86_400_000;
const DAYS = 3;

eachDatabase('Filtered statistics', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  it('equal a recount of the visits that match, for random hits, filters and ranges', {
    timeout: 300_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryHits(START, 'UTC', DAYS),
        fc.array(
          fc.record({
            filter: arbitraryFilter,
            from: fc.integer({ min: 0, max: DAYS - 1 }),
            days: fc.integer({ min: 1, max: DAYS }),
          }),
          { minLength: 4, maxLength: 4 },
        ),
        async (hits, questions) => {
          const place = await open();
          const database = await databaseWithWebsites(place);
          opened.push(database);
          await foldAll(database, place, [hits]);
          const reading = openReading(database);
          for (const { filter, from, days } of questions) {
            const range = { from: FIRST_DAY + from, to: FIRST_DAY + from + days - 1 };
            const expected = recount(hits, filter, range.from, range.to);
            const loader = createStatsLoader(reading);
            const [summary, hourly, ...pages] = await Promise.all([
              loader.summary({ website: 1, timezone: 'UTC', ...range, filter, compare: null, attention: true }),
              loader.timeseries({
                website: 1,
                timezone: 'UTC',
                ...range,
                filter,
                compare: null,
                attention: true,
                interval: 'HOUR',
                now: Date.now(),
              }),
              ...COUNTED.map(({ name }) =>
                loader.load({
                  website: 1,
                  name,
                  ...range,
                  search: null,
                  sortBy: 'COUNT',
                  sort: 'DESC',
                  perPage: 100,
                  page: 1,
                  filter,
                  sums: true,
                  amounts: true,
                }),
              ),
            ]);
            assert.equal(summary.basis, 'HITS');
            COUNTED.forEach(({ name }, at) => {
              const rows = Object.fromEntries((pages[at]?.rows ?? []).map(({ value, count }) => [value, count]));
              assert.deepEqual(rows, expected.rows(name), `${name} with ${JSON.stringify(filter)}`);
            });
            const all = expected.counts({ visit: () => true, hit: () => true });
            const { bounceRate, visitDuration } = summary.figures;
            for (const metric of STORED_METRICS) assert.equal(summary.figures[metric].value, all[metric], metric);
            assert.equal(bounceRate.value, all.visits && all.bounces / all.visits);
            assert.equal(visitDuration.value, all.visits && all.seconds / all.visits);
            hourly.points.forEach(({ start, sums }, at) => {
              const hour = at % 24;
              const day = range.from + Math.floor(at / 24);
              assert.deepEqual(
                sums,
                expected.counts({
                  visit: visit => visit.day === day && visit.hour === hour,
                  hit: hit => hit.day === day && hit.hour === hour,
                }),
                start,
              );
            });
            for (const { value, sums } of pages[COUNTED.findIndex(({ name }) => name === 'landing_page')]?.rows ?? []) {
              const visitsThere = expected.visits.filter(({ values }) => values.landing_page === value);
              assert.equal(sums.visitors, new Set(visitsThere.map(({ day, visitor }) => `${day}:${visitor}`)).size);
            }
            for (const { value, amounts } of pages[COUNTED.findIndex(({ name }) => name === 'event')]?.rows ?? []) {
              const sums = new Map<string, string>();
              for (const hit of expected.events) {
                if (valuesOf(hit).event === value && hit.amount !== null)
                  sums.set(hit.unit, addAmounts(sums.get(hit.unit) ?? '0', hit.amount));
              }
              assert.deepEqual(
                Object.fromEntries(amounts.map(({ unit, sum }) => [unit, sum])),
                Object.fromEntries(sums),
              );
            }
          }
          await database.close();
          opened.pop();
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 6), endOnFailure: true },
    );
  });

  it('search for a page among the pageviews of one visit, not among those of other visits by the same visitor', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const pages = (start: number, names: readonly string[]) =>
      names.map((page, at) => hitOf({ time: start + at * 60_000, values: { page } }));
    await foldAll(database, place, [
      [...pages(START, ['/', '/deep', '/out']), ...pages(START + 7_200_000, ['/', '/', '/'])],
    ]);
    const visitsOf = async (filter: Filter) => {
      const range = { from: FIRST_DAY, to: FIRST_DAY };
      const loader = createStatsLoader(openReading(database));
      const { figures } = await loader.summary({ website: 1, timezone: 'UTC', ...range, filter, compare: null });
      return [figures.visits.value, figures.pageviews.value];
    };
    const deep = { name: 'page', operator: 'IS', values: ['/deep'] } as const;
    assert.deepEqual(await visitsOf(deep), [1, 3]);
    assert.deepEqual(await visitsOf({ not: deep }), [1, 3]);
    assert.deepEqual(await visitsOf({ ...deep, operator: 'IS_NOT' }), [1, 3]);
    assert.deepEqual(await visitsOf({ ...deep, operator: 'CONTAINS', values: ['DEE'] }), [1, 3]);
    assert.deepEqual(await visitsOf({ ...deep, values: ['/'] }), [2, 6]);
  });

  it('accept a text that thousands of values contain', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const hits = Array.from({ length: 1_500 }, (_, at) =>
      hitOf({ time: START + at, visitor: at.toString(16).padStart(16, '0'), values: { page: `/post/${at}` } }),
    );
    await foldAll(database, place, [hits]);
    const query = { website: 1, timezone: 'UTC', from: FIRST_DAY, to: FIRST_DAY, compare: null } as const;
    const loader = createStatsLoader(openReading(database));
    const about = (operator: 'CONTAINS' | 'DOES_NOT_CONTAIN'): Filter => ({
      name: 'page',
      operator,
      values: ['/POST/1'],
    });
    const [containing, others] = await Promise.all([
      loader.summary({ ...query, filter: about('CONTAINS') }),
      loader.summary({ ...query, filter: about('DOES_NOT_CONTAIN') }),
    ]);
    const ones = hits.filter((_, at) => String(at).startsWith('1')).length;
    assert.equal(containing.figures.visits.value, ones);
    assert.equal(others.figures.visits.value, 1_500 - ones);
  });
});
