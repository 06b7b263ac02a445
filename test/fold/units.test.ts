import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { Executor, Param } from '../../src/db/dialect.ts';
import { writeAmounts } from '../../src/db/rollups/amounts.ts';
import { UnitBound } from '../../src/fold/units.ts';
import { eachDatabase } from '../support/databases.ts';
import { type ReadServer, startReadServer } from '../support/read-server.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAY = 86_400_000;

eachDatabase('The units of an event', (open, engine) => {
  let server: ReadServer;
  beforeAll(async () => {
    server = await startReadServer(await open(), { now: NOON });
  });
  afterAll(() => server.close());

  it('are 20 over all days, and all other amounts are summed as (other), with and without a filter', async () => {
    const visitor = '00000000000000b1';
    const order = (day: number, at: number, event: string, unit: string, amount: number) => ({
      time: NOON + (day - 2) * DAY + 1_000 + at,
      visitor,
      kind: 'event' as const,
      values: { event },
      unit,
      amount: String(amount),
    });
    const view = (day: number) => ({ time: NOON + (day - 2) * DAY, visitor });
    const orders = [0, 1, 2].map(day => [
      order(day, 0, 'Order', 'EUR', 10),
      // An amount without a unit takes no place.
      order(day, 22, 'Order', '', 7),
      ...Array.from({ length: 11 }, (_, at) => order(day, 1 + at, 'Order', `U${day * 11 + at}`, at + 0.5)),
      // A page is a text that the website has had, and still a unit of its own.
      order(day, 20, 'Order', '/', 3),
      order(day, 21, 'Gift', `U${day}`, 4),
    ]);
    const [first = [], second = [], third = []] = orders;
    await server.fold([view(0), ...first.slice(0, 8)]);
    await server.fold([...first.slice(8), view(1), ...second]);
    await server.fold([view(2), ...third]);

    /** The sums by event and unit, when each unit after the 20th of an event is (other). */
    const recounted = new Map<string, number>();
    const units = new Map<string, Set<string>>();
    for (const hit of orders.flat()) {
      const { event } = hit.values;
      const known = units.get(event) ?? new Set();
      units.set(event, known);
      if (known.size < 20 && hit.unit !== '') known.add(hit.unit);
      const key = `${event} ${hit.unit === '' || known.has(hit.unit) ? hit.unit : '(other)'}`;
      recounted.set(key, (recounted.get(key) ?? 0) + Number(hit.amount));
    }
    assert.equal([...recounted.keys()].filter(key => key.startsWith('Order')).length, 22);
    const range = 'from: "2026-03-08", to: "2026-03-10"';
    for (const filter of ['', ', filter: { name: PAGE, operator: IS, values: ["/"] }']) {
      const { stats } = await server.read(
        `stats(name: EVENT, ${range}${filter}) { rows { value amounts { unit sum } } }`,
      );
      const sums = new Map<string, number>();
      for (const { value, amounts } of stats.rows)
        for (const { unit, sum } of amounts) sums.set(`${value} ${unit ?? ''}`, Number(sum));
      assert.deepEqual(new Map([...sums].sort()), new Map([...recounted].sort()), filter);
    }
  });

  it('are read without the days in which they were used: as many rows after a year as after a day', async () => {
    const { database, website } = server;
    const { dialect } = database;
    const EVENT = 1_000_001;
    const units = Array.from({ length: 20 }, (_, index) => 2_000_001 + index);
    const pairs = [units[0], units[7], units[19], -1].map(unit => [EVENT, Number(unit)] as const);

    /** Reads the units when each has had an amount on so many days; returns what the engine did for it. */
    const readAfter = async (days: number) => {
      const amounts = Array.from({ length: days }, (_, day) =>
        units.map(unit => ({ day: 10_000 + day, event: EVENT, unit, amount: '1' })),
      );
      await dialect.transaction(tx => writeAmounts(tx, dialect, website, amounts.flat()));
      return dialect.transaction(async tx => {
        const work = engine === 'SQLite' ? planned(tx) : counted(tx);
        await work.begin();
        const bound = await UnitBound.read(work.executor, dialect, website, pairs, 3_000_000);
        assert.deepEqual(
          pairs.map(pair => bound.admit(...pair)),
          [true, true, true, false],
        );
        return work.end();
      });
    };
    const afterDay = await readAfter(1);
    // Three units are looked up, and the 20 of the event are found one by one, for the new one.
    if (engine === 'MariaDB') assert.ok(Number(afterDay) < 40, String(afterDay));
    else
      assert.match(
        String(afterDay),
        /^(SEARCH rollup_amount .*\(website_id=\? AND value_id=\? AND unit_id[=>]\?\);?){21,}$/,
      );
    assert.deepEqual(await readAfter(365), afterDay);
  });
});

/** On SQLite, which counts nothing: how each statement finds the rows of the table. */
function planned(tx: Executor) {
  const plans: string[] = [];
  const executor: Executor = {
    run: () => assert.fail('nothing is written'),
    write: () => assert.fail('nothing is written'),
    async all<T>(sql: string, params?: readonly Param[]) {
      const steps = await tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
      plans.push(...steps.map(({ detail }) => detail).filter(detail => detail.includes('rollup_amount')));
      return tx.all<T>(sql, params);
    },
  };
  return { executor, begin: async () => undefined, end: async () => plans.join(';') };
}

/** On MariaDB: how many rows it read. */
function counted(tx: Executor) {
  let before = 0;
  const rows = async () => {
    const counts = await tx.all<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'");
    return counts.reduce((sum, { Value }) => sum + Number(Value), 0);
  };
  const begin = async () => {
    before = await rows();
  };
  return { executor: tx, begin, end: async () => (await rows()) - before };
}
