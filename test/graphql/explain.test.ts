import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { onSqlite } from '../support/databases.ts';
import { type ReadServer, startReadServer } from '../support/read-server.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-02T00:00:00Z');
const NOW = START + 14 * DAY + 3_600_000;
/** In the first week, 40 visits a day come from x.example, and 40 directly; in the second, only the latter. */
const HITS = Array.from({ length: 14 }, (_, day) =>
  Array.from({ length: day < 7 ? 80 : 40 }, (_, at) => ({
    time: START + day * DAY + at * 60_000,
    visitor: (day * 100 + at).toString(16).padStart(16, '0'),
    values: { page: '/', referrer: at < 40 ? '' : 'x.example' },
  })),
).flat();
const FIELDS =
  '{ before after change causes { conditions { name operator value label } before after change beyond sentence } rest { before after change } from to previousFrom previousTo basis }';

onSqlite('Website.explain', open => {
  let server: ReadServer;
  beforeAll(async () => {
    server = await startReadServer(await open(), { now: NOW, hits: HITS });
  });
  afterAll(() => server.close());

  test('divides a change into causes and the rest, and leaves out today', async () => {
    const { explain } = await server.read(`explain(metric: VISITS, from: "2026-03-09", to: "2026-03-16") ${FIELDS}`);
    const { causes, ...others } = explain;
    assert.deepEqual(others, {
      ...{ before: 480, after: 240, change: -240, rest: { before: 240, after: 240, change: 0 } },
      ...{ from: '2026-03-10', to: '2026-03-15', previousFrom: '2026-03-02', previousTo: '2026-03-07', basis: 'HITS' },
    });
    assert.deepEqual(causes, [
      {
        conditions: [{ name: 'REFERRER', operator: 'IS', value: 'x.example', label: 'x.example' }],
        ...{ before: 240, after: 0, change: -240, beyond: -240 },
        sentence: 'Visits from x.example fell from 240 to 0, while the rest stayed the same.',
      },
    ]);
  });

  test('has no explanation for days that cannot be compared', async () => {
    const asked =
      'explain(metric: EVENTS, from: "2026-03-17", to: "2026-03-17", compare: PREVIOUS_WEEKDAYS) { change }';
    await assert.rejects(server.read(asked), /a day must be over/);
  });
});
