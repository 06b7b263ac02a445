import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { type ReadServer, startReadServer } from '../support/read-server.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAY = 86_400_000;

eachDatabase('The units of an event', open => {
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
      ...Array.from({ length: 11 }, (_, at) => order(day, 1 + at, 'Order', `U${day * 11 + at}`, at + 0.5)),
      // A page is a text that the website has had, and still a unit of its own.
      order(day, 20, 'Order', '/', 3),
      order(day, 21, 'Gift', `U${day}`, 4),
      order(day, 22, 'Order', '', 7),
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
});
