import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { STORED_METRICS, type StoredMetric } from '../../src/domain/metrics.ts';
import { STATISTICS } from '../../src/domain/statistics.ts';
import { localDay } from '../../src/domain/time-zone.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import type { PeriodQuery, StatsQuery } from '../../src/stats/query.ts';
import { changedDialect } from '../support/changed-dialect.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { arbitraryHits } from '../support/random-hits.ts';
import { recount } from '../support/recount.ts';

/** Each scene is a few days around a clock change or the end of a month, in local time. */
const SCENES = [
  { timezone: 'UTC', start: '2026-02-27T00:00:00Z' },
  { timezone: 'Europe/Berlin', start: '2026-03-27T23:00:00Z' },
  { timezone: 'America/New_York', start: '2026-10-31T04:00:00Z' },
  { timezone: 'Asia/Kathmandu', start: '2026-05-30T18:15:00Z' },
  { timezone: 'Australia/Lord_Howe', start: '2026-04-03T13:00:00Z' },
  { timezone: 'Pacific/Apia', start: '2025-12-30T11:00:00Z' },
] as const;

const page: Omit<StatsQuery, 'name' | 'from' | 'to'> = {
  website: 1,
  search: null,
  sortBy: 'COUNT',
  sort: 'DESC',
  perPage: 100,
  page: 1,
};

eachDatabase('Statistics from the rollups', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  it('equal a recount of the hits, for random ranges in several time zones', { timeout: 300_000 }, async () => {
    const scene = fc.constantFrom(...SCENES).chain(({ timezone, start }) =>
      fc.record({
        timezone: fc.constant(timezone),
        firstDay: fc.constant(localDay(Date.parse(start), timezone).day),
        hits: arbitraryHits(Date.parse(start), timezone, 4),
        ranges: fc.array(fc.record({ from: fc.integer({ min: -1, max: 4 }), days: fc.integer({ min: 1, max: 40 }) }), {
          minLength: 3,
          maxLength: 3,
        }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(scene, async ({ timezone, firstDay, hits, ranges }) => {
        const place = await open();
        const database = await databaseWithWebsites(place);
        opened.push(database);
        await foldAll(database, place, [hits]);
        const reading = openReading(database);
        for (const { from, days } of ranges) {
          const range = { from: firstDay + from, to: firstDay + from + days - 1 };
          const expected = recount(hits, null, range.from, range.to);
          const loader = createStatsLoader(reading);
          const period: PeriodQuery = { website: 1, timezone, ...range, filter: null, compare: null, attention: true };
          const [summary, daily, hourly, heatmap, ...pages] = await Promise.all([
            loader.summary(period),
            loader.timeseries({ ...period, interval: 'DAY', now: Date.now() }),
            loader.timeseries({ ...period, interval: 'HOUR', now: Date.now() }),
            loader.heatmap(period),
            ...STATISTICS.map(({ name }) => loader.load({ ...page, ...range, name, sums: true })),
          ]);
          assert.equal(summary.basis, 'ROLLUP');
          STATISTICS.forEach(({ name }, at) => {
            const rows = Object.fromEntries((pages[at]?.rows ?? []).map(({ value, count }) => [value, count]));
            assert.deepEqual(rows, expected.rows(name), name);
          });
          const all = expected.counts({ visit: () => true, hit: () => true });
          for (const metric of STORED_METRICS) assert.equal(summary.figures[metric].value, all[metric], metric);
          assert.equal(daily.points.length, days);
          daily.points.forEach(({ start, sums }, at) => {
            const ofDay = ({ day }: { day: number }) => day === range.from + at;
            assert.deepEqual(sums, expected.counts({ visit: ofDay, hit: ofDay }), start);
          });
          const together = (metric: StoredMetric) => hourly.points.reduce((sum, { sums }) => sum + sums[metric], 0);
          for (const metric of STORED_METRICS) assert.equal(together(metric), all[metric], metric);
          assert.equal(heatmap.cells.length, 168);
          assert.equal(
            heatmap.cells.reduce((sum, cell) => sum + cell.pageviews, 0),
            all.pageviews,
          );
          assert.equal(
            heatmap.cells.reduce((sum, cell) => sum + cell.visitors, 0),
            all.visitors,
          );
        }
        await database.close();
        opened.pop();
      }),
      { numRuns: Number(process.env.RUNS ?? 6), endOnFailure: true },
    );
  });

  it('of one request on one website take one statement, and their texts one more', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const noon = Date.parse('2026-03-10T12:00:00Z');
    await foldAll(database, place, [
      Array.from({ length: 50 }, (_, at) =>
        hitOf({
          time: noon - at * 3_600_000,
          visitor: `${at % 10}`.padStart(16, '0'),
          values: { page: `/${at}`, country: 'DE:Germany' },
        }),
      ),
    ]);
    const statements: string[] = [];
    const dialect = changedDialect(database.dialect, {
      all(sql, params) {
        statements.push(sql);
        return database.dialect.all(sql, params);
      },
    });
    const loader = createStatsLoader(openReading({ ...database, dialect }));
    const range = { from: localDay(noon, 'UTC').day - 29, to: localDay(noon, 'UTC').day };
    const period: PeriodQuery = { website: 1, timezone: 'UTC', ...range, filter: null, compare: 'PREVIOUS_PERIOD' };
    // The first read tells the process where the website's open days begin.
    await loader.summary(period);
    statements.length = 0;
    const answers = await Promise.all([
      loader.summary(period),
      loader.timeseries({ ...period, interval: 'DAY', now: noon }),
      loader.timeseries({ ...period, interval: 'HOUR', now: noon }),
      loader.heatmap(period),
      ...STATISTICS.map(({ name }) => loader.load({ ...page, ...range, name, compare: 'PREVIOUS_PERIOD', sums: true })),
    ]);
    assert.equal(answers.length, 4 + STATISTICS.length);
    const [sums, texts] = [/ FROM (website_fold|rollup)/, / FROM stat_value/].map(pattern =>
      statements.filter(sql => pattern.test(sql)),
    );
    assert.equal(sums?.length, 1);
    assert.equal(texts?.length, 1);
    assert.equal(statements.length, 2);
  });
});
