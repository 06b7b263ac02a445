import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { addAmounts } from '../../src/domain/amount.ts';
import { dateOf, dayNumber } from '../../src/domain/calendar.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { COMPARISONS, INTERVALS, type Interval } from '../../src/domain/range.ts';
import { isOfVisits, type Statistic } from '../../src/domain/statistic.ts';
import { DIMENSIONS, type StatName } from '../../src/domain/statistics.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { keptFromOf } from '../../src/stats/known-from.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import type { UnitSum } from '../../src/stats/query.ts';
import type { Point } from '../../src/stats/timeseries.ts';
import { eachDatabase } from '../support/databases.ts';
import { checkInEveryState } from '../support/every-state.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { arbitraryFilter } from '../support/random-filters.ts';
import { arbitraryHits } from '../support/random-hits.ts';
import { recount } from '../support/recount.ts';

const DAY = 86_400_000;
const DAYS = 4;
/** Days on which clocks change in Berlin, at the end of a week and of a month. */
const STARTS = ['2026-03-28', '2026-10-24'] as const;
const ZONES = ['UTC', 'Europe/Berlin', 'Pacific/Apia'] as const;
/** Statistics without a row for the empty value do not have the amounts of all visits. */
const OF_VISITS = (DIMENSIONS as readonly Statistic[])
  .filter(({ scope, skipEmpty }) => isOfVisits(scope) && !skipEmpty)
  .map(({ name }) => name as StatName);

const arbitraryQuestion = fc.record({
  filter: fc.oneof(fc.constant(null), arbitraryFilter) as fc.Arbitrary<Filter | null>,
  compare: fc.constantFrom(null, ...COMPARISONS),
  first: fc.integer({ min: -1, max: DAYS - 1 }),
  days: fc.integer({ min: 1, max: 40 }),
});

type Question = typeof arbitraryQuestion extends fc.Arbitrary<infer One> ? One : never;

eachDatabase('The amounts of random hits', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  const random = fc.constantFrom(...STARTS).chain(start =>
    fc.constantFrom(...ZONES).chain(timezone =>
      fc.record({
        start: fc.constant(start),
        timezone: fc.constant(timezone),
        hits: arbitraryHits(Date.parse(`${start}T00:00:00Z`), timezone, DAYS),
      }),
    ),
  );

  it('over time and of all visits are those of a naive recount, packed and rebuilt, with any filter', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        random,
        fc.array(arbitraryQuestion, { minLength: 3, maxLength: 3 }),
        async ({ start, timezone, hits }, questions) => {
          const place = await open();
          const database = await databaseWithWebsites(place);
          opened.push(database);
          const orders = hits.map((hit, at) =>
            at % 3 === 0 && hit.kind === 'event' ? { ...hit, id: `order-${at}` } : hit,
          );
          const last = hitOf({ time: Date.parse(start) + 60 * DAY });
          // Every order is sent twice.
          await foldAll(database, place, [orders, [...orders.filter(({ id }) => id !== ''), last]]);
          const of = { timezone, hits: [...hits, last], first: dayNumber(start) };
          await checkInEveryState(database, place.dataDir, async () => {
            for (const question of questions) await compare(database, place.dataDir, of, question);
          });
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 2), endOnFailure: true },
    );
  });

  it('by hour are those of events without a visit, too, even if they add up to nothing', async () => {
    const noon = Date.parse('2026-03-10T12:00:00Z');
    const event = { kind: 'event' as const, unit: 'EUR', values: { event: 'Buy' } };
    const { loader } = await folded([
      hitOf({ time: noon }),
      hitOf({ ...event, time: noon + 60_000, amount: '5' }),
      hitOf({ ...event, time: noon + 3_600_000, visitor: '', amount: '20' }),
      hitOf({ ...event, time: noon + 7_200_000, visitor: '00000000000000bb', amount: '-20' }),
      hitOf({ time: noon + DAY }),
    ]);
    const day = noon / DAY - 0.5;
    const query = { website: 1, timezone: 'UTC', from: day, to: day + 1, filter: null, compare: null, amounts: true };
    const { points } = await loader.timeseries({ ...query, interval: 'HOUR', now: 0 });
    assert.deepEqual(linesOf(points), {
      '2026-03-10T12': [{ unit: 'EUR', sum: '5' }],
      '2026-03-10T13': [{ unit: 'EUR', sum: '20' }],
      '2026-03-10T14': [{ unit: 'EUR', sum: '-20' }],
    });
    assert.deepEqual((await loader.summary(query)).amounts, [{ unit: 'EUR', sum: '5' }]);
  });

  it('by day outlast the hits, those by hour begin with the first day whose hits are all stored', async () => {
    const start = Date.parse('2026-02-27T00:00:00Z');
    const hits = [start - 10 * DAY, start].flatMap((time, at) => [
      hitOf({ time, visitor: `00000000000000a${at}` }),
      hitOf({
        time,
        visitor: `00000000000000a${at}`,
        kind: 'event',
        amount: '5',
        unit: 'EUR',
        values: { event: 'Buy' },
      }),
    ]);
    const { loader, database } = await folded(hits, { retentionDays: 5, now: () => start + DAY / 2 });
    const to = start / DAY;
    const query = { website: 1, timezone: 'UTC', from: to - 20, to, filter: null, compare: null, amounts: true };
    const sum = [{ unit: 'EUR', sum: '5' }];
    const days = await loader.timeseries({ ...query, interval: 'DAY', now: 0 });
    assert.deepEqual([days.basis, linesOf(days.points)], ['ROLLUP', { '2026-02-17': sum, '2026-02-27': sum }]);
    const hours = await loader.timeseries({ ...query, interval: 'HOUR', now: 0 });
    assert.deepEqual([hours.basis, linesOf(hours.points)], ['MIXED', { '2026-02-27T00': sum }]);
    assert.deepEqual(await keptFromOf(database, [1]), [to - 9]);
  });

  async function folded(hits: readonly Hit[], options: Parameters<typeof foldAll>[3] = {}) {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    await foldAll(database, place, [hits], options);
    return { database, loader: createStatsLoader(openReading(database)) };
  }

  async function compare(
    database: Database,
    dataDir: string,
    of: { readonly timezone: string; readonly hits: readonly Hit[]; readonly first: number },
    { filter, compare, first, days }: Question,
  ): Promise<void> {
    const loader = createStatsLoader(openReading(database, { dataDir }));
    const from = of.first + first;
    const query = { website: 1, timezone: of.timezone, from, to: from + days - 1, filter, compare, amounts: true };
    const said = JSON.stringify(query);
    const summary = await loader.summary(query);
    const { visits, events } = recount(of.hits, filter, query.from, query.to);
    const before = summary.earlier && recount(of.hits, filter, summary.earlier.from, summary.earlier.to).events;
    assert.deepEqual(summary.amounts, sumsOf(events), said);
    assert.deepEqual(summary.previousAmounts, before && sumsOf(before), said);
    for (const interval of INTERVALS) {
      const { points, previous } = await loader.timeseries({ ...query, interval, now: 0 });
      assert.deepEqual(linesOf(points), sumsByStart(events, interval), `${interval} ${said}`);
      assert.equal(previous === null, before === null, `${interval} ${said}`);
      assert.deepEqual(together(previous ?? []), sumsOf(before ?? []), `${interval} ${said}`);
    }
    const list = {
      ...query,
      compare: null,
      search: null,
      sortBy: 'COUNT',
      sort: 'DESC',
      perPage: 100,
      page: 1,
    } as const;
    assert.deepEqual(together((await loader.load({ ...list, name: 'event' })).rows), summary.amounts, said);
    const ofVisits = sumsOf(visits.flatMap(({ hits }) => hits));
    for (const name of OF_VISITS)
      assert.deepEqual(together((await loader.load({ ...list, name })).rows), ofVisits, `${name} ${said}`);
  }
});

function sumsOf(hits: readonly Hit[]): UnitSum[] {
  return unitSums(hits.flatMap(({ amount, unit }) => (amount === null ? [] : { unit, sum: amount })));
}

function together(lines: readonly { readonly amounts: readonly UnitSum[] }[]): UnitSum[] {
  return unitSums(lines.flatMap(({ amounts }) => amounts));
}

function unitSums(amounts: readonly UnitSum[]): UnitSum[] {
  const sums = new Map<string, string>();
  for (const { unit, sum } of amounts) sums.set(unit, addAmounts(sums.get(unit) ?? '0', sum));
  return [...sums].map(([unit, sum]) => ({ unit, sum })).sort((a, b) => (a.unit < b.unit ? -1 : 1));
}

function linesOf(points: readonly Point[]): Record<string, readonly UnitSum[]> {
  return Object.fromEntries(points.flatMap(({ start, amounts }) => (amounts.length > 0 ? [[start, amounts]] : [])));
}

/** Returns the sums of each point by its start. */
function sumsByStart(events: readonly Hit[], interval: Interval): Record<string, UnitSum[]> {
  const byStart = Map.groupBy(events, ({ day, hour }) => {
    const date = dateOf(day);
    if (interval === 'HOUR') return `${date}T${String(hour).padStart(2, '0')}`;
    if (interval === 'MONTH') return `${date.slice(0, 8)}01`;
    // 1970-01-01 was a Thursday.
    return interval === 'WEEK' ? dateOf(day - ((day + 3) % 7)) : date;
  });
  const sums = [...byStart].map(([start, hits]) => [start, sumsOf(hits)] as const);
  return Object.fromEntries(sums.filter(([, amounts]) => amounts.length > 0));
}
