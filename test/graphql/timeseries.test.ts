import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { type ReadServer, startReadServer } from '../support/read-server.ts';

const NOW = Date.parse('2026-03-30T08:30:00Z');

eachDatabase('Time series', open => {
  let server: ReadServer;
  beforeAll(async () => {
    const hit = (time: string, visitor = '00000000000000aa') => ({ time: Date.parse(time), visitor });
    server = await startReadServer(await open(), {
      now: NOW,
      timezone: 'Europe/Berlin',
      hits: [
        hit('2025-03-29T12:00:00+01:00'),
        hit('2026-02-27T12:00:00+01:00'),
        hit('2026-03-01T00:30:00+01:00'),
        hit('2026-03-28T23:30:00+01:00'),
        hit('2026-03-29T00:30:00+01:00'),
        { ...hit('2026-03-29T03:30:00+02:00', '00000000000000bb'), values: { browser: 'Firefox' } },
        hit('2026-03-29T03:40:00+02:00', '00000000000000bb'),
        hit('2026-03-30T10:10:00+02:00'),
      ],
    });
  });
  afterAll(() => server.close());

  const series = async (args: string, fields = 'start pageviews visitors') =>
    (await server.read(`timeseries(${args}) { interval points { ${fields} } previous { ${fields} } }`)).timeseries;
  const startsOf = (points: readonly { start: string }[]) => points.map(({ start }) => start);

  test('days without hits are zero, and today is partial', async () => {
    const fields = 'start partial pageviews visitors visits events bounceRate visitDuration';
    const { interval, points, previous } = await series('from: "2026-03-27", to: "2026-03-30", interval: DAY', fields);
    assert.equal(interval, 'DAY');
    assert.equal(previous, null);
    const none = { pageviews: 0, visitors: 0, visits: 0, events: 0, bounceRate: 0, visitDuration: 0 };
    assert.deepEqual(points, [
      { start: '2026-03-27', partial: false, ...none },
      { start: '2026-03-28', partial: false, ...none, pageviews: 1, visitors: 1, visits: 1, bounceRate: 1 },
      {
        start: '2026-03-29',
        partial: false,
        ...none,
        pageviews: 3,
        visitors: 2,
        visits: 2,
        bounceRate: 0.5,
        visitDuration: 300,
      },
      { start: '2026-03-30', partial: true, ...none, pageviews: 1, visitors: 1, visits: 1, bounceRate: 1 },
    ]);
  });

  test('an hour skipped by a clock change has no point', async () => {
    const { points } = await series('from: "2026-03-29", to: "2026-03-30", interval: HOUR', 'start partial pageviews');
    assert.equal(points.length, 23 + 24);
    assert.deepEqual(startsOf(points.slice(0, 4)), [
      '2026-03-29T00',
      '2026-03-29T01',
      '2026-03-29T03',
      '2026-03-29T04',
    ]);
    assert.equal(points[2].pageviews, 2);
    const firstPartial = points.findIndex((point: { partial: boolean }) => point.partial);
    assert.equal(points[firstPartial].start, '2026-03-30T10');
    assert.ok(points.slice(firstPartial).every((point: { partial: boolean }) => point.partial));
  });

  test('weeks are written as their Monday, months as their first day; periods cut off by the range are partial', async () => {
    const weeks = await series('from: "2026-03-18", to: "2026-03-29", interval: WEEK', 'start partial pageviews');
    assert.deepEqual(weeks.points, [
      { start: '2026-03-16', partial: true, pageviews: 0 },
      { start: '2026-03-23', partial: false, pageviews: 4 },
    ]);
    const months = await series('from: "2026-02-01", to: "2026-03-30", interval: MONTH', 'start partial pageviews');
    assert.deepEqual(months.points, [
      { start: '2026-02-01', partial: false, pageviews: 1 },
      { start: '2026-03-01', partial: true, pageviews: 6 },
    ]);
  });

  test('the previous points have the same indexes, with each day in exactly one point', async () => {
    const days = await series('from: "2026-03-01", to: "2026-03-03", interval: DAY, compare: PREVIOUS_PERIOD');
    assert.deepEqual(startsOf(days.previous), ['2026-02-26', '2026-02-27', '2026-02-28']);
    assert.deepEqual(days.previous[1], { start: '2026-02-27', pageviews: 1, visitors: 1 });
    const months = await series('from: "2026-03-01", to: "2026-03-31", interval: MONTH, compare: PREVIOUS_PERIOD');
    // The hit of February 27 at noon compares with today at noon, which is to come.
    assert.deepEqual(months.previous, [{ start: '2026-01-29', pageviews: 0, visitors: 0 }]);
    const year = await series('from: "2026-03-29", to: "2026-03-30", interval: DAY, compare: PREVIOUS_YEAR');
    assert.deepEqual(year.previous, [
      { start: '2025-03-29', pageviews: 1, visitors: 1 },
      { start: '2025-03-30', pageviews: 0, visitors: 0 },
    ]);
    const before = await series('from: "2026-03-28", to: "2026-03-29", interval: DAY, compare: PREVIOUS_YEAR');
    assert.equal(before.previous, null, 'the first hit was on 2025-03-29');
    const weekdays = await series('from: "2026-03-01", to: "2026-03-03", interval: DAY, compare: PREVIOUS_WEEKDAYS');
    assert.deepEqual(startsOf(weekdays.previous), ['2026-02-22', '2026-02-23', '2026-02-24']);
    const chosen = await series('from: "2026-03-01", to: "2026-03-02", interval: DAY, compareFrom: "2026-02-27"');
    assert.deepEqual(chosen.previous[0], { start: '2026-02-27', pageviews: 1, visitors: 1 });
    assert.deepEqual(startsOf(chosen.previous), ['2026-02-27', '2026-02-28']);
    const leap = await series('from: "2028-02-28", to: "2028-03-01", interval: DAY, compare: PREVIOUS_YEAR');
    assert.equal(leap.previous.length, 3);
    const hours = await series('from: "2026-03-29", to: "2026-03-29", interval: HOUR, compare: PREVIOUS_PERIOD');
    assert.equal(hours.previous.length, 23);
    assert.deepEqual(hours.previous.at(-1), { start: '2026-03-28T23', pageviews: 1, visitors: 1 });
  });

  test('an hour that the later day skips is in the point before it, or in the first point of the day', async () => {
    const previousOf = async (timezone: string, day: string, before: readonly string[]) => {
      const made = `domain: "${timezone.toLowerCase().replace('/', '-')}.example", timezone: "${timezone}"`;
      const { createWebsite } = await server.change(`mutation { createWebsite(input: { ${made} }) { id domain } }`);
      const { id, domain } = createWebsite;
      await server.fold(before.map(time => ({ website: Number(id), timezone, time: Date.parse(time) })));
      const answer = await server.ask(
        `{ website(domain: "${domain}") { timeseries(from: "${day}", to: "${day}", interval: HOUR, compare: PREVIOUS_PERIOD) { previous { start pageviews } } } }`,
      );
      const { previous } = answer.data.website.timeseries;
      assert.equal(previous.length, 23);
      return previous
        .filter((point: { pageviews: number }) => point.pageviews > 0)
        .map((point: { start: string; pageviews: number }) => [point.start, point.pageviews]);
    };
    const hours = ['01:30', '02:10', '02:50', '03:30'];
    assert.deepEqual(
      await previousOf(
        'Europe/Berlin',
        '2026-03-29',
        hours.map(hour => `2026-03-28T${hour}:00+01:00`),
      ),
      [
        ['2026-03-28T01', 3],
        ['2026-03-28T03', 1],
      ],
    );
    // In time zones that change clocks at midnight, the day begins at one.
    assert.deepEqual(
      await previousOf(
        'Africa/Cairo',
        '2025-04-25',
        ['00:30', '01:30'].map(hour => `2025-04-24T${hour}:00+02:00`),
      ),
      [['2025-04-24T01', 2]],
    );
  });

  test('a range with too many points is rejected with advice', async () => {
    const { errors } = await server.ask(
      '{ website(domain: "demo.example") { timeseries(from: "2020-01-01", to: "2026-01-01", interval: HOUR) { interval } } }',
    );
    assert.equal(errors[0]?.extensions.code, 'BAD_USER_INPUT');
    assert.match(errors[0]?.extensions.fields?.interval?.[0] ?? '', /52632 points at the interval HOUR; at most 4000/);
  });

  test('a heat map has all hours of a week and counts a visitor in the hour of the first visit', async () => {
    const { heatmap } = await server.read(
      'heatmap(from: "2026-03-23", to: "2026-03-30") { cells { weekday hour pageviews visitors } }',
    );
    assert.equal(heatmap.cells.length, 168);
    const counted = heatmap.cells.filter((cell: { pageviews: number }) => cell.pageviews > 0);
    assert.deepEqual(counted, [
      { weekday: 1, hour: 10, pageviews: 1, visitors: 1 },
      { weekday: 6, hour: 23, pageviews: 1, visitors: 1 },
      { weekday: 7, hour: 0, pageviews: 1, visitors: 1 },
      { weekday: 7, hour: 3, pageviews: 2, visitors: 1 },
    ]);
  });

  test('a heat map counts the visits that match a filter', async () => {
    const { heatmap } = await server.read(
      `heatmap(from: "2026-03-23", to: "2026-03-30", filter: { name: BROWSER, operator: IS, values: ["Firefox"] }) {
        withoutHours cells { weekday hour pageviews visitors }
      }`,
    );
    assert.deepEqual(
      heatmap.cells.filter(({ pageviews }: { pageviews: number }) => pageviews > 0),
      [{ weekday: 7, hour: 3, pageviews: 2, visitors: 1 }],
    );
    assert.equal(heatmap.withoutHours, 0);
  });

  test('a summary has the totals of a range and compares them', async () => {
    const figure = '{ value previous change }';
    const { summary } = await server.read(
      `summary(from: "2026-03-29", to: "2026-03-29", compare: PREVIOUS_PERIOD) { from to previousFrom previousTo basis pageviews ${figure} visitors ${figure} bounceRate ${figure} visitDuration ${figure} pagesPerVisit ${figure} events ${figure} }`,
    );
    assert.deepEqual(summary, {
      from: '2026-03-29',
      to: '2026-03-29',
      previousFrom: '2026-03-28',
      previousTo: '2026-03-28',
      basis: 'ROLLUP',
      pageviews: { value: 3, previous: 1, change: 2 },
      visitors: { value: 2, previous: 1, change: 1 },
      bounceRate: { value: 0.5, previous: 1, change: -0.5 },
      visitDuration: { value: 300, previous: 0, change: null },
      pagesPerVisit: { value: 1.5, previous: 1, change: 0.5 },
      events: { value: 0, previous: 0, change: null },
    });
    const { noise } = await server.read(
      'noise: summary(from: "2026-03-29", to: "2026-03-29", compare: PREVIOUS_PERIOD) { pageviews { difference isNoise } bounceRate { difference isNoise } visits { isNoise } }',
    );
    assert.deepEqual(noise, {
      pageviews: { difference: 2, isNoise: true },
      bounceRate: { difference: -0.5, isNoise: true },
      visits: { isNoise: true },
    });
    const { summary: alone } = await server.read(
      `summary(from: "2026-03-29", to: "2026-03-29") { previousFrom visits ${figure} }`,
    );
    assert.deepEqual(alone, { previousFrom: null, visits: { value: 2, previous: null, change: null } });
  });

  test("named ranges depend on the current day in the website's time zone", async () => {
    const { today, all, month, firstHitAt } = await server.read(
      'today: range(preset: TODAY) { from to preset days } all: range(preset: ALL) { from to days } month: range(preset: LAST_MONTH) { from to } firstHitAt',
    );
    assert.deepEqual(today, { from: '2026-03-30', to: '2026-03-30', preset: 'TODAY', days: 1 });
    assert.deepEqual(all, { from: '2025-03-29', to: '2026-03-30', days: 367 });
    assert.deepEqual(month, { from: '2026-02-01', to: '2026-02-28' });
    assert.equal(firstHitAt, '2025-03-29T11:00:00.000Z');
  });

  test('the first hit is null until it arrives, and the start of its day once the hit is no longer stored', async () => {
    await server.change('mutation { createWebsite(input: { domain: "empty.example" }) { id } }');
    const { data } = await server.ask(
      '{ website(domain: "empty.example") { firstHitAt range(preset: ALL) { days } } }',
    );
    assert.deepEqual(data.website, { firstHitAt: null, range: { days: 1 } });
    await server.database.dialect.run('DELETE FROM hit WHERE day < ?', [Date.parse('2025-04-01') / 86_400_000]);
    assert.equal((await server.read('firstHitAt')).firstHitAt, '2025-03-28T23:00:00.000Z');
  });
});
