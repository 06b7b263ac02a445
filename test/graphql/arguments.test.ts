import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { type ReadServer, startReadServer } from '../support/read-server.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const MARCH = 'from: "2026-03-01", to: "2026-03-31"';

eachDatabase('Filters over GraphQL', open => {
  let server: ReadServer;
  beforeAll(async () => {
    server = await startReadServer(await open(), {
      now: NOON,
      hits: [
        { time: NOON, visitor: '00000000000000aa', values: { country: 'DE:Germany', page: '/a', browser: 'Firefox' } },
        { time: NOON, visitor: '00000000000000bb', values: { country: 'DE:Germany', page: '/b', browser: 'Chrome' } },
        { time: NOON, visitor: '00000000000000cc', values: { country: 'FR:France', page: '/a', browser: 'Chrome' } },
        { time: NOON, visitor: '', values: { page: '/a' } },
      ],
    });
  });
  afterAll(() => server.close());
  const german = { name: 'COUNTRY', operator: 'IS', values: ['DE:Germany'] };

  test('all fields with the same filter agree and have the basis HITS', async () => {
    const { page, browser, summary, timeseries } = await server.read(
      `page: stats(name: PAGE, ${MARCH}, filter: $filter) { basis total sum rows { value count share } }
       browser: stats(name: BROWSER, ${MARCH}, filter: $filter, search: "FOX", compare: PREVIOUS_PERIOD) { rows { value count previous } }
       summary(${MARCH}, filter: $filter) { basis pageviews { value } visitors { value } }
       timeseries(${MARCH}, interval: MONTH, filter: $filter) { basis points { pageviews } }`,
      { filter: german },
    );
    assert.deepEqual(page, {
      basis: 'HITS',
      total: 2,
      sum: 2,
      rows: [
        { value: '/a', count: 1, share: 0.5 },
        { value: '/b', count: 1, share: 0.5 },
      ],
    });
    assert.deepEqual(browser.rows, [{ value: 'Firefox', count: 1, previous: null }]);
    assert.deepEqual(summary, { basis: 'HITS', pageviews: { value: 2 }, visitors: { value: 2 } });
    assert.deepEqual(timeseries, { basis: 'HITS', points: [{ pageviews: 2 }] });
  });

  test('a literal filter works like one in a variable', async () => {
    const { summary } = await server.read(
      `summary(${MARCH}, filter: { or: [{ name: BROWSER, operator: STARTS_WITH, values: ["fire"] }, { not: { name: COUNTRY, operator: CONTAINS, values: ["germany"] } }] }) { visits { value } }`,
    );
    assert.deepEqual(summary, { visits: { value: 2 } });
  });

  test('a null filter is the same as no filter', async () => {
    const { summary } = await server.read(`summary(${MARCH}, filter: null) { basis pageviews { value } }`);
    assert.deepEqual(summary, { basis: 'ROLLUP', pageviews: { value: 4 } });
  });

  test('an invalid filter is rejected under the name of its argument', async () => {
    const faultOf = async (filter: unknown) => {
      const { errors, status } = await server.ask(
        `query($filter: StatFilter) { website(domain: "demo.example") { summary(${MARCH}, filter: $filter) { basis } } }`,
        { filter },
      );
      assert.ok(status < 500);
      assert.equal(errors[0]?.extensions.code, 'BAD_USER_INPUT');
      return errors[0]?.extensions.fields?.filter?.[0] ?? errors[0]?.message ?? '';
    };
    assert.match(await faultOf({}), /none of them was sent/);
    assert.match(await faultOf({ ...german, name: 'VISITORS' }), /VISITORS cannot be filtered on/);
    assert.match(await faultOf({ and: Array.from({ length: 40 }, () => german) }), /more than 30 conditions/);
    await faultOf({ name: 'NOWHERE', operator: 'IS', values: ['x'] });
    await faultOf({ ...german, values: [1] });
    await faultOf('country');
  });

  test('unusual values are plain values', async () => {
    for (const value of ["' OR 1=1 --", '%', '_', '\\', '!%', 'a\0b', '\ud800', '💥', '"; DROP TABLE visit; --']) {
      for (const operator of ['IS', 'CONTAINS', 'STARTS_WITH']) {
        const { summary } = await server.read(`summary(${MARCH}, filter: $filter) { visits { value } }`, {
          filter: { name: 'PAGE', operator, values: [value] },
        });
        assert.equal(summary.visits.value, 0, `${operator} ${value}`);
      }
    }
  });

  test('a filter costs more the more days it covers', async () => {
    const costOf = async (more: string, times = 1) => {
      const summary = `summary(from: "2026-01-01", to: "2026-12-31"${more}) { basis }`;
      const fields = Array.from({ length: times }, (_, index) => `s${index}: ${summary}`);
      const { text } = await server.ask(`{ website(domain: "demo.example") { ${fields.join(' ')} } }`);
      return JSON.parse(text).extensions.cost;
    };
    const filter = ', filter: { name: COUNTRY, operator: IS, values: [""] }';
    const plain = await costOf('');
    const filtered = await costOf(filter);
    assert.equal(plain.limit, 30_000);
    assert.equal(filtered.points - plain.points, 365);
    // All fields with the same filter are read in one pass.
    assert.equal((await costOf(filter, 3)).points - (await costOf('', 3)).points, 365);
  });

  test('amounts cost as much as what they are counted from', async () => {
    const costOf = async (field: string) => {
      const { text } = await server.ask(`{ website(domain: "demo.example") { ${field} } }`);
      return JSON.parse(text).extensions.cost.points as number;
    };
    const days = 'from: "2026-01-01", to: "2026-01-31"';
    const filter = ', filter: { name: COUNTRY, operator: IS, values: [""] }';
    const more = async (field: (amounts: string) => string) =>
      (await costOf(field('amounts { unit }'))) - (await costOf(field('')));
    const summary = (where: string) => more(amounts => `summary(${days}${where}) { basis ${amounts} }`);
    const points = (interval: string) =>
      more(amounts => `timeseries(${days}, interval: ${interval}) { points { start ${amounts} } }`);
    const rows = (name: string) => more(amounts => `stats(name: ${name}, ${days}) { rows { value ${amounts} } }`);
    const stored = await summary('');
    assert.ok(stored < 31);
    // A unit costs as much as any other value: ten of each of four entries, each of 75, and of each of ten rows.
    assert.equal((await points('DAY')) - 4 * 10, stored - 10);
    assert.equal((await points('HOUR')) - 75 * 10, stored - 10 + 31);
    assert.equal((await rows('EVENT')) - 10 * 10, stored - 10);
    assert.equal(await summary(filter), stored);
    // What is counted from visits takes a look at those of each day.
    assert.equal((await rows('COUNTRY')) - (await rows('EVENT')), 31);
  });
});
