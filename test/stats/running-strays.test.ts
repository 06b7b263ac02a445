import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, it } from 'vitest';
import { rollupOf } from '../../src/counting/rollups.ts';
import type { Database } from '../../src/db/open.ts';
import { addAmounts } from '../../src/domain/amount.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import type { Filter } from '../../src/domain/filter.ts';
import type { StatName } from '../../src/domain/statistics.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import type { UnitSum } from '../../src/stats/query.ts';
import { eachDatabase } from '../support/databases.ts';
import { checkInEveryState } from '../support/every-state.ts';
import { databaseWithWebsites, foldAll } from '../support/hits.ts';
import { arbitraryHits } from '../support/random-hits.ts';
import { matches, propertyOf, visitsOf } from '../support/recount.ts';

const START = '2026-03-10';
const FIRST = dayNumber(START);
const DAYS = 4;
const TODAY = FIRST + DAYS - 1;
const FILTER: Filter = { name: 'country', operator: 'IS', values: ['DE:Germany'] };

const arbitraryQuestion = fc.record({
  hour: fc.constantFrom(1, 2, 12, 13, 23),
  days: fc.constantFrom(1, 2),
  filter: fc.constantFrom(null, null, FILTER),
});

type Question = typeof arbitraryQuestion extends fc.Arbitrary<infer One> ? One : never;

eachDatabase('A range that is still running, of random hits', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  it('is compared with all visits that began up to the hour and, without a filter, the hits of nobody', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryHits(Date.parse(`${START}T00:00:00Z`), 'UTC', DAYS),
        fc.array(arbitraryQuestion, { minLength: 4, maxLength: 4 }),
        async (hits, questions) => {
          const place = await open();
          const database = await databaseWithWebsites(place);
          opened.push(database);
          await foldAll(database, place, [hits]);
          await checkInEveryState(database, place.dataDir, async () => {
            for (const question of questions) await check(database, place.dataDir, hits, question);
          });
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 3), endOnFailure: true },
    );
  });
});

async function check(database: Database, dataDir: string, hits: readonly Hit[], question: Question): Promise<void> {
  const { hour, days, filter } = question;
  const said = JSON.stringify(question);
  const loader = createStatsLoader(openReading(database, { dataDir }));
  const from = TODAY - days + 1;
  const running = { day: TODAY, hour };
  const compare = 'PREVIOUS_PERIOD' as const;
  const query = { website: 1, timezone: 'UTC', from, to: TODAY, filter, compare, running, amounts: true };
  const now = hitsUntil(hits, from, TODAY, hour, filter);
  const before = hitsUntil(hits, from - days, TODAY - days, hour, filter);

  const { figures, comparedAmounts, previousAmounts } = await loader.summary(query);
  for (const [name, kind] of [['pageviews', 'pageview'] as const, ['events', 'event'] as const]) {
    const { compared, previous } = figures[name];
    assert.deepEqual([compared, previous], [ofKind(now, kind).length, ofKind(before, kind).length], `${name} ${said}`);
  }
  assert.deepEqual([comparedAmounts, previousAmounts], [sumsOf(now), sumsOf(before)], said);

  const today = hitsUntil(hits, TODAY, TODAY, hour, filter);
  const dayBefore = hitsUntil(hits, TODAY - days, TODAY - days, hour, filter);
  const clock = TODAY * 86_400_000 + hour * 3_600_000;
  const series = await loader.timeseries({ ...query, interval: 'DAY', now: clock });
  for (const [point, found] of [
    [series.running, today],
    [series.previous?.at(-1), dayBefore],
  ] as const) {
    assert.equal(point?.sums.pageviews, ofKind(found, 'pageview').length, said);
    assert.equal(point?.sums.events, ofKind(found, 'event').length, said);
    assert.deepEqual(point?.amounts, sumsOf(found), said);
  }

  const lists: readonly (readonly [StatName, (hit: Hit) => string | null, property?: Property])[] = [
    ['page', hit => (hit.kind === 'pageview' ? textOf(hit, PAGE) : null)],
    ['host', hit => (hit.kind === 'pageview' ? textOf(hit, HOST) : null)],
    ['event', hit => (hit.kind === 'event' ? textOf(hit, EVENT) : null)],
    ['property', hit => (hit.kind === 'pageview' ? propertyOf(hit, 'plan') : null), { key: 'plan', event: null }],
    [
      'property',
      hit => (hit.kind === 'event' && textOf(hit, EVENT) === 'Go/a' ? propertyOf(hit, 'n') : null),
      { key: 'n', event: 'Go/a' },
    ],
  ];
  for (const [name, valueIn, property] of lists) {
    const order = { search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 100, page: 1, other: true } as const;
    const { rows, totals } = await loader.load({ ...query, ...order, name, ...(property && { property }) });
    const count = (of: readonly Hit[], value: string) => of.filter(hit => valueIn(hit) === value).length;
    const whole = (of: readonly Hit[]) => of.filter(hit => valueIn(hit) !== null).length;
    for (const { value, compared, previous } of rows)
      assert.deepEqual([compared, previous], [count(now, value), count(before, value)], `${name} ${value} ${said}`);
    assert.deepEqual([totals.compared, totals.previous], [whole(now), whole(before)], `${name} ${said}`);
  }
}

interface Property {
  readonly key: string;
  readonly event: string | null;
}

const [PAGE, HOST, EVENT] = ['page', 'host', 'event'].map(rollupOf) as [number, number, number];

/** Returns the hits of whole days and of the last one, there of the visits that began before an hour, and nobody's before it. */
function hitsUntil(hits: readonly Hit[], from: number, to: number, hour: number, filter: Filter | null): Hit[] {
  const isOver = (one: { day: number; hour: number }) =>
    one.day >= from && (one.day < to || (one.day === to && one.hour < hour));
  const visits = visitsOf(hits);
  const ofVisits = new Set(visits.flatMap(visit => visit.hits));
  return [
    ...visits.filter(visit => isOver(visit) && (!filter || matches(filter, visit))).flatMap(visit => visit.hits),
    ...(filter ? [] : hits.filter(hit => !ofVisits.has(hit) && isOver(hit))),
  ];
}

function ofKind(hits: readonly Hit[], kind: Hit['kind']): Hit[] {
  return hits.filter(hit => hit.kind === kind);
}

function textOf({ values }: Hit, at: number): string {
  return String(values[at] || '');
}

function sumsOf(hits: readonly Hit[]): UnitSum[] {
  const sums = new Map<string, string>();
  for (const { amount, unit } of hits) if (amount !== null) sums.set(unit, addAmounts(sums.get(unit) ?? '0', amount));
  return [...sums].map(([unit, sum]) => ({ unit, sum })).sort((a, b) => (a.unit < b.unit ? -1 : 1));
}
