import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { type ReadServer, startReadServer } from '../support/read-server.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAY = 86_400_000;
const MINUTE = 60_000;
const MARCH_10 = 'from: "2026-03-10", to: "2026-03-10"';

eachDatabase('The other fields of a row', open => {
  let server: ReadServer;
  beforeAll(async () => {
    const aa = { visitor: '00000000000000aa', values: { country: 'DE:Germany', page: '/a' } };
    const bb = { visitor: '00000000000000bb', values: { country: 'DE:Germany', page: '/b' } };
    const cc = { visitor: '00000000000000cc', values: { country: 'FR:France', page: '/b' } };
    const event = (values: Record<string, string>) => ({
      ...aa,
      kind: 'event' as const,
      values: { ...aa.values, ...values },
    });
    server = await startReadServer(await open(), {
      now: NOON + DAY + 3_600_000,
      hits: [
        { ...aa, time: NOON - DAY },
        { ...aa, time: NOON },
        { ...aa, time: NOON + MINUTE },
        { ...event({ event: 'Buy' }), time: NOON + 2 * MINUTE, amount: '0.1', unit: 'EUR' },
        { ...event({ event: 'Buy' }), time: NOON + 2 * MINUTE, amount: '0.2', unit: 'EUR' },
        { ...event({ event: 'Buy' }), time: NOON + 2 * MINUTE, amount: '7', unit: '' },
        { ...event({ event: 'Look' }), time: NOON + 2 * MINUTE },
        { ...bb, time: NOON },
        { ...cc, time: NOON },
      ],
    });
  });
  afterAll(() => server.close());

  test('a row of a visitor statistic has all metrics of its value', async () => {
    const fields = 'value count visitors visits pageviews events bounceRate visitDuration amounts { unit sum }';
    const { stats } = await server.read(
      `stats(name: COUNTRY, ${MARCH_10}) { basis amountsFrom rows { ${fields} } totals { count visits bounceRate } }`,
    );
    assert.deepEqual(stats, {
      basis: 'MIXED',
      amountsFrom: null,
      rows: [
        {
          value: 'DE:Germany',
          count: 2,
          visitors: 2,
          visits: 2,
          pageviews: 3,
          events: 4,
          bounceRate: 0.5,
          visitDuration: 60,
          amounts: [
            { unit: '', sum: '7' },
            { unit: 'EUR', sum: '0.3' },
          ],
        },
        {
          value: 'FR:France',
          count: 1,
          visitors: 1,
          visits: 1,
          pageviews: 1,
          events: 0,
          bounceRate: 1,
          visitDuration: 0,
          amounts: [],
        },
      ],
      totals: { count: 3, visits: 3, bounceRate: 2 / 3 },
    });
  });

  test('metrics that a statistic does not store are null', async () => {
    const { stats } = await server.read(
      `stats(name: PAGE, ${MARCH_10}) { rows { value pageviews visits bounceRate } totals { pageviews visitors } }`,
    );
    assert.deepEqual(stats.rows[0], { value: '/a', pageviews: 2, visits: null, bounceRate: null });
    assert.deepEqual(stats.totals, { pageviews: 4, visitors: null });
  });

  test('amounts of an event are exact sums by unit', async () => {
    const { stats } = await server.read(
      `stats(name: EVENT, ${MARCH_10}) { rows { value count amounts { unit sum } } }`,
    );
    assert.deepEqual(stats.rows, [
      {
        value: 'Buy',
        count: 3,
        amounts: [
          { unit: '', sum: '7' },
          { unit: 'EUR', sum: '0.3' },
        ],
      },
      { value: 'Look', count: 1, amounts: [] },
    ]);
  });

  test('amounts of a range and of its points are exact sums by unit, compared with those of the earlier range', async () => {
    const amounts = 'amounts { unit sum }';
    const { now, after, hours } = await server.read(
      `now: summary(${MARCH_10}, compare: PREVIOUS_PERIOD) { basis amountsFrom ${amounts} previousAmounts { unit sum } }
       after: summary(from: "2026-03-11", to: "2026-03-11", compare: PREVIOUS_PERIOD) { ${amounts} previousAmounts { unit sum } }
       hours: timeseries(${MARCH_10}, interval: HOUR) { basis amountsFrom points { start ${amounts} } }`,
    );
    const sums = [
      { unit: '', sum: '7' },
      { unit: 'EUR', sum: '0.3' },
    ];
    assert.deepEqual(now, { basis: 'ROLLUP', amountsFrom: null, amounts: sums, previousAmounts: [] });
    assert.deepEqual(after, { amounts: [], previousAmounts: sums });
    assert.deepEqual([hours.basis, hours.amountsFrom], ['MIXED', null]);
    const points = hours.points as { start: string; amounts: unknown[] }[];
    assert.deepEqual(
      points.filter(point => point.amounts.length > 0),
      [{ start: '2026-03-10T12', amounts: sums }],
    );
  });

  test('a row is compared with the same value in the earlier range, a day with its matching day', async () => {
    const { COUNTRY, VISITORS } = await server.read(
      ['COUNTRY', 'VISITORS']
        .map(
          name =>
            `${name}: stats(name: ${name}, ${MARCH_10}, compare: PREVIOUS_PERIOD) { rows { value previous change } totals { previous change } }`,
        )
        .join(' '),
    );
    assert.deepEqual(COUNTRY, {
      rows: [
        { value: 'DE:Germany', previous: 1, change: 1 },
        { value: 'FR:France', previous: 0, change: null },
      ],
      totals: { previous: 1, change: 2 },
    });
    assert.deepEqual(VISITORS, {
      rows: [{ value: '2026-03-10', previous: 1, change: 2 }],
      totals: { previous: 1, change: 2 },
    });
  });

  test('a search also applies to the earlier range', async () => {
    const { day, none, COUNTRY } = await server.read(
      [
        ['day', 'VISITORS', '03-10'],
        ['none', 'VISITORS', '03-12'],
        ['COUNTRY', 'COUNTRY', 'france'],
      ]
        .map(
          ([as, name, search]) =>
            `${as}: stats(name: ${name}, from: "2026-03-10", to: "2026-03-10", search: "${search}", compare: PREVIOUS_PERIOD) { rows { value previous } totals { previous } }`,
        )
        .join(' '),
    );
    assert.deepEqual(day, { rows: [{ value: '2026-03-10', previous: 1 }], totals: { previous: 1 } });
    assert.deepEqual(none, { rows: [], totals: { previous: 0 } });
    assert.deepEqual(COUNTRY, { rows: [{ value: 'FR:France', previous: 0 }], totals: { previous: 0 } });
  });

  test('nothing is compared without compare', async () => {
    const { stats } = await server.read(
      `stats(name: COUNTRY, ${MARCH_10}) { rows { previous change } totals { previous } }`,
    );
    assert.deepEqual(stats, {
      rows: [
        { previous: null, change: null },
        { previous: null, change: null },
      ],
      totals: { previous: null },
    });
  });

  test('other returns the row (other) from any page, unless the search excludes it', async () => {
    await server.fold([{ time: NOON, visitor: '00000000000000dd', values: { page: '(other)' } }]);
    const { all, searched, none } = await server.read(`
      all: stats(name: PAGE, ${MARCH_10}, page: 9) { rows { value } other { value count share pageviews } }
      searched: stats(name: PAGE, ${MARCH_10}, search: "/") { other { value } }
      none: stats(name: COUNTRY, ${MARCH_10}) { other { value } }`);
    assert.deepEqual(all, { rows: [], other: { value: '(other)', count: 1, share: 0.2, pageviews: 1 } });
    assert.equal(searched.other, null);
    assert.equal(none.other, null);
  });

  test('rows are sorted by a ratio in both directions; a statistic without it, by the count', async () => {
    const values = async (name: string, metric: string, sort: string) => {
      const { stats } = await server.read(
        `stats(name: ${name}, ${MARCH_10}, sortMetric: ${metric}, sort: ${sort}) { rows { value } }`,
      );
      return stats.rows.map(({ value }: { value: string }) => value).filter((value: string) => value !== '');
    };
    // Half of the visits from Germany bounced, and the one from France.
    for (const [metric, most, least] of [
      ['BOUNCE_RATE', 'FR:France', 'DE:Germany'],
      ['VISIT_DURATION', 'DE:Germany', 'FR:France'],
    ] as const) {
      assert.deepEqual(await values('COUNTRY', metric, 'DESC'), [most, least]);
      assert.deepEqual(await values('COUNTRY', metric, 'ASC'), [least, most]);
    }
    const byCount = await values('PAGE', 'PAGEVIEWS', 'DESC');
    assert.deepEqual(await values('PAGE', 'BOUNCE_RATE', 'DESC'), byCount);
  });

  test('a page has freshAt', async () => {
    const { stats } = await server.read(`stats(name: PAGE, ${MARCH_10}) { freshAt }`);
    assert.ok(Math.abs(Date.parse(stats.freshAt) - Date.now()) < 60_000);
  });
});
