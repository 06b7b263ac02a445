import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { dateOf, dayNumber } from '../../src/domain/calendar.ts';
import { eachDatabase } from '../support/databases.ts';
import { type ReadServer, startReadServer } from '../support/read-server.ts';

const HOUR = 3_600_000;
/** A Wednesday, of which ten hours are over. */
const NOW = Date.parse('2026-04-15T10:25:00Z');
const TODAY = dayNumber('2026-04-15');
const FIRST = TODAY - 30;

interface Visit {
  readonly day: number;
  readonly hour: number;
  readonly page: string;
}

/** Visits of one pageview, more on some days and hours than on others, up to now. */
const VISITS: readonly Visit[] = Array.from({ length: 31 * 24 }, (_, at) => ({
  day: FIRST + Math.floor(at / 24),
  hour: at % 24,
}))
  .filter(({ day, hour }) => day < TODAY || hour <= 10)
  .flatMap(({ day, hour }) =>
    Array.from({ length: (day * 7 + hour * 5) % 4 }, (_, at) => ({ day, hour, page: `/${(day + hour + at) % 3}` })),
  );

eachDatabase('A range that is still running', open => {
  let server: ReadServer;
  beforeAll(async () => {
    server = await startReadServer(await open(), {
      now: NOW,
      timezone: 'UTC',
      hits: VISITS.map(({ day, hour, page }, at) => ({
        time: (day * 24 + hour) * HOUR + (at % 20) * 60_000,
        visitor: String(at).padStart(16, '0'),
        values: { page },
      })),
    });
  });
  afterAll(() => server.close());

  /** Counts visits from one day to the hours of another that are over. */
  const count = (from: number, to: number, page: string | null, until = 10) =>
    VISITS.filter(visit => page === null || visit.page === page).filter(
      ({ day, hour }) => day >= from && (day < to || (day === to && hour < until)),
    ).length;

  for (const page of [null, '/1'])
    for (const [from, to, compare, shift] of [
      [TODAY, TODAY, 'PREVIOUS_WEEKDAYS', 7],
      [TODAY, TODAY, 'PREVIOUS_PERIOD', 1],
      [TODAY - 2, TODAY, 'PREVIOUS_WEEKDAYS', 7],
      [TODAY - 2, TODAY + 4, 'PREVIOUS_WEEKDAYS', 7],
      [TODAY - 9, TODAY + 2, 'PREVIOUS_WEEKDAYS', 14],
    ] as const)
      test(`of ${to - from + 1} days up to ${dateOf(to)} is compared up to the same hour: ${compare}, ${page ?? 'all pages'}`, async () => {
        const filter = page === null ? '' : `, filter: { name: PAGE, operator: IS, values: ["${page}"] }`;
        const args = `from: "${dateOf(from)}", to: "${dateOf(to)}", compare: ${compare}${filter}`;
        const { summary, pages, days, series, funnel } = await server.read(`
          summary(${args}) { comparedUntil visits { value compared previous difference } bounceRate { compared previous } }
          pages: stats(name: PAGE, ${args}) { rows { value compared previous } totals { compared previous } }
          days: stats(name: VISITORS, ${args}, sortBy: VALUE, perPage: 25) { rows { value compared previous } }
          series: timeseries(${args}, interval: DAY) { points { start begun visits } previous { start visits } running { start visits } }
          funnel(${args}, steps: [{ kind: PAGE, pattern: "/*" }, { kind: PAGE, pattern: "/*" }]) { steps { reached compared previous change } }`);
        const [now, before] = [count(from, TODAY, page), count(from - shift, TODAY - shift, page)];
        assert.equal(summary.comparedUntil, '2026-04-15T10');
        assert.deepEqual(summary.visits, {
          value: count(from, TODAY, page, 24),
          compared: now,
          previous: before,
          difference: now - before,
        });
        assert.deepEqual(funnel.steps[0], {
          reached: count(from, TODAY, page, 24),
          compared: now,
          previous: before,
          change: before > 0 ? (now - before) / before : null,
        });
        assert.deepEqual(funnel.steps[1], { reached: 0, compared: 0, previous: 0, change: null });
        assert.deepEqual(summary.bounceRate, { compared: now > 0 ? 1 : 0, previous: before > 0 ? 1 : 0 });
        for (const row of pages.rows as { value: string; compared: number; previous: number }[]) {
          assert.equal(row.compared, count(from, TODAY, row.value), row.value);
          assert.equal(row.previous, count(from - shift, TODAY - shift, row.value), row.value);
        }
        assert.deepEqual(pages.totals, { compared: now, previous: before });
        const today = (days.rows as { value: string }[]).find(({ value }) => value === '2026-04-15');
        assert.deepEqual(today, {
          value: '2026-04-15',
          compared: count(TODAY, TODAY, page),
          previous: count(TODAY - shift, TODAY - shift, page),
        });
        assert.deepEqual(series.running, { start: '2026-04-15', visits: count(TODAY, TODAY, page) });
        for (const [at, point] of (series.previous as { start: string; visits: number }[]).entries()) {
          const day = from + at;
          assert.equal(series.points[at].begun, day <= TODAY);
          assert.equal(point.start, dateOf(day - shift));
          assert.equal(point.visits, count(day - shift, day - shift, page, day === TODAY ? 10 : 24), point.start);
        }
      });

  test('has the days of a running week that are over, in both ranges', async () => {
    const { series } = await server.read(
      `series: timeseries(from: "2026-04-06", to: "2026-04-19", interval: WEEK, compare: PREVIOUS_WEEKDAYS) { previous { visits } running { start visits } }`,
    );
    const monday = TODAY - 2;
    assert.deepEqual(series.running, { start: '2026-04-13', visits: count(monday, TODAY, null) });
    assert.deepEqual(
      series.previous.map(({ visits }: { visits: number }) => visits),
      [count(monday - 21, monday - 15, null, 24), count(monday - 14, TODAY - 14, null)],
    );
  });

  test('is not compared before the first hit, nor before it has begun', async () => {
    const { none, early, later } = await server.read(
      `none: summary(from: "2026-03-31", to: "2026-04-15", compare: PREVIOUS_PERIOD) { previousFrom visits { previous change isNoise } }
       early: summary(from: "2026-04-01", to: "2026-04-15", compare: PREVIOUS_PERIOD) { previousFrom }
       later: summary(from: "2026-04-16", to: "2026-04-17", compare: PREVIOUS_WEEKDAYS) { previousFrom comparedUntil visits { previous } }`,
    );
    assert.deepEqual(none, { previousFrom: null, visits: { previous: null, change: null, isNoise: null } });
    assert.equal(early.previousFrom, '2026-03-17');
    assert.deepEqual(later, { previousFrom: null, comparedUntil: null, visits: { previous: null } });
  });
});

eachDatabase('A range whose last day has just begun', open => {
  let server: ReadServer;
  beforeAll(async () => {
    const days = [TODAY - 14, TODAY - 8, TODAY - 7, TODAY - 1, TODAY];
    server = await startReadServer(await open(), {
      now: TODAY * 24 * HOUR + 44 * 60_000,
      timezone: 'UTC',
      hits: days.map(day => ({
        time: day * 24 * HOUR + 10 * 60_000,
        visitor: String(day).padStart(16, '0'),
        values: { page: '/' },
      })),
    });
  });
  afterAll(() => server.close());

  for (const filter of ['', ', filter: { name: PAGE, operator: IS, values: ["/"] }'])
    test(`compares that day with nothing${filter && ', also with a filter'}, and a week with the days of it that are over`, async () => {
      const { days, week } = await server.read(
        `days: timeseries(from: "2026-04-14", to: "2026-04-15", compare: PREVIOUS_WEEKDAYS, interval: DAY${filter}) { points { begun visitors } previous { start begun partial visitors } }
         week: timeseries(from: "2026-04-13", to: "2026-04-15", compare: PREVIOUS_WEEKDAYS, interval: WEEK${filter}) { previous { start begun visitors } }`,
      );
      assert.deepEqual(days.points, [
        { begun: true, visitors: 1 },
        { begun: true, visitors: 1 },
      ]);
      assert.deepEqual(days.previous, [
        { start: '2026-04-07', begun: true, partial: false, visitors: 1 },
        { start: '2026-04-08', begun: false, partial: true, visitors: 0 },
      ]);
      assert.deepEqual(week.previous, [{ start: '2026-04-06', begun: true, visitors: 1 }]);
    });
});

eachDatabase('A range that is still running, with events that belong to no visit', open => {
  let server: ReadServer;
  /** Days before today, and the hours of orders that a server sent without a visitor, or without a pageview of theirs. */
  const ORDERS = [
    ...[1, 3, 3, 9, 9, 10].map(hour => ({ ago: 0, hour })),
    ...[0, 9, 10, 23].map(hour => ({ ago: 7, hour })),
    { ago: 21, hour: 5 },
  ];
  beforeAll(async () => {
    const orders = ORDERS.map(({ ago, hour }, at) => ({
      time: ((TODAY - ago) * 24 + hour) * HOUR + at * 60_000,
      visitor: at % 2 === 0 ? '' : `00000000000000${at}e`.padStart(16, '0'),
      kind: 'event' as const,
      amount: '10.5',
      unit: 'EUR',
      values: { event: 'Order' },
    }));
    const pages = [0, 7].map(ago => ({ time: ((TODAY - ago) * 24 + 8) * HOUR, visitor: '', values: { page: '/' } }));
    const visits = [0, 7, 21].map(ago => ({ time: ((TODAY - ago) * 24 + 7) * HOUR, values: { page: '/' } }));
    server = await startReadServer(await open(), { now: NOW, timezone: 'UTC', hits: [...orders, ...pages, ...visits] });
  });
  afterAll(() => server.close());

  test('counts those of the hours that are over in both ranges', async () => {
    const args = 'from: "2026-04-15", to: "2026-04-15", compare: PREVIOUS_WEEKDAYS';
    const { summary, list, series, explain } = await server.read(`
      summary(${args}) { events { value compared previous } pageviews { compared previous } visits { compared previous }
        comparedAmounts { unit sum } previousAmounts { unit sum } }
      list: stats(name: EVENT, ${args}) { rows { value compared previous change } totals { compared previous } }
      series: timeseries(${args}, interval: DAY) { running { events amounts { sum } } previous { events amounts { sum } } }
      explain(metric: EVENTS, ${args}) { comparedUntil before after causes { before } rest { before after } }`);
    assert.deepEqual(summary, {
      events: { value: 6, compared: 5, previous: 2 },
      pageviews: { compared: 2, previous: 2 },
      visits: { compared: 1, previous: 1 },
      comparedAmounts: [{ unit: 'EUR', sum: '52.5' }],
      previousAmounts: [{ unit: 'EUR', sum: '21' }],
    });
    assert.deepEqual(list, {
      rows: [{ value: 'Order', compared: 5, previous: 2, change: 1.5 }],
      totals: { compared: 5, previous: 2 },
    });
    assert.deepEqual(series, {
      running: { events: 5, amounts: [{ sum: '52.5' }] },
      previous: [{ events: 2, amounts: [{ sum: '21' }] }],
    });
    assert.deepEqual(explain, {
      comparedUntil: '2026-04-15T10',
      before: 2,
      after: 5,
      causes: [],
      rest: { before: 2, after: 5 },
    });
  });

  test('leaves them out with a filter, which only visits match', async () => {
    const { summary } = await server.read(
      `summary(from: "2026-04-15", to: "2026-04-15", compare: PREVIOUS_WEEKDAYS, filter: { name: PAGE, operator: IS, values: ["/"] }) { events { value compared previous } pageviews { compared previous } }`,
    );
    assert.deepEqual(summary, {
      events: { value: 0, compared: 0, previous: 0 },
      pageviews: { compared: 1, previous: 1 },
    });
  });
});
