import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { addAmounts } from '../../src/domain/amount.ts';
import { dateOf, dayNumber } from '../../src/domain/calendar.ts';
import { eachDatabase } from '../support/databases.ts';
import { Importing, NOW } from '../support/imports.ts';
import { type ReadServer, startReadServer } from '../support/read-server.ts';

const TODAY = dayNumber('2026-03-10');
/** By day: the pageviews that a file has, or the amounts of a visit of the website itself; other days have nothing. */
const IMPORTED: Readonly<Record<string, number>> = { '2026-03-01': 5, '2026-03-02': 7, '2026-03-03': 4 };
const OWN: Readonly<Record<string, readonly string[]>> = {
  '2026-03-05': ['10'],
  '2026-03-06': [],
  '2026-03-07': ['2.5', '20'],
  '2026-03-10': ['3'],
};

eachDatabase('The money of imported days', open => {
  let server: ReadServer;
  beforeAll(async () => {
    const place = await open();
    const hits = Object.entries(OWN).flatMap(([day, amounts]) => {
      const time = Date.parse(`${day}T08:00:00Z`);
      const order = { kind: 'event' as const, unit: 'EUR', values: { event: 'Order' } };
      return [{ time }, ...amounts.map((amount, at) => ({ ...order, time: time + (at + 1) * 60_000, amount }))];
    });
    server = await startReadServer(place, { now: NOW, hits });
    const lines = Object.entries(IMPORTED).map(([day, pageviews]) => `${day},${pageviews}`);
    const files = { 'views.csv': ['date,pageviews', ...lines, ''].join('\n') };
    const done = await new Importing(server.database, place).import({ files, until: dayNumber('2026-03-04') });
    assert.deepEqual([done.state, done.error], ['done', null]);
  });
  afterAll(() => server.close());

  /** Returns the sums of a range, nothing having happened today after the hours that are over; null if they are unknown. */
  function naive(from: number, to: number) {
    const days = Array.from({ length: to - from + 1 }, (_, at) => dateOf(from + at));
    const own = days.flatMap(day => OWN[day] ?? []);
    if (days.some(day => day in IMPORTED) && !days.some(day => day in OWN)) return null;
    return own.length === 0 ? [] : [{ unit: 'EUR', sum: own.reduce(addAmounts) }];
  }

  it('is compared with nothing, but that of a range with hits among them with what is known', async () => {
    const first = dayNumber('2026-03-01');
    for (let length = 1; length <= 5; length++)
      for (let from = first + length; from + length - 1 <= TODAY; from++) {
        const to = from + length - 1;
        const args = `from: "${dateOf(from)}", to: "${dateOf(to)}", compare: PREVIOUS_PERIOD`;
        const { summary } = await server.read(
          `
          summary(${args}) { pageviews { previous } amounts { unit sum } comparedAmounts { unit sum } previousAmounts { unit sum } }`,
        );
        const [now, before] = [naive(from, to), naive(from - length, from - 1)];
        const isCompared = now !== null && before !== null;
        assert.deepEqual(summary.amounts, now ?? [], args);
        assert.deepEqual(summary.previousAmounts, isCompared ? before : null, args);
        assert.deepEqual(summary.comparedAmounts, isCompared ? now : null, args);
        assert.equal(typeof summary.pageviews.previous, 'number');
      }
  });

  it('is that of hits with a filter, which finds no imported day', async () => {
    const filter = 'filter: { name: PAGE, operator: IS, values: ["/"] }';
    const { mixed, own } = await server.read(
      `mixed: summary(from: "2026-03-05", to: "2026-03-06", compare: PREVIOUS_PERIOD, ${filter}) { previousAmounts { unit sum } }
       own: summary(from: "2026-03-07", to: "2026-03-07", compare: PREVIOUS_PERIOD, ${filter}) { previousAmounts { unit sum } }`,
    );
    assert.deepEqual([mixed.previousAmounts, own.previousAmounts], [null, []]);
  });
});
