import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import type { Filter } from '../../src/domain/filter.ts';
import type { Metric, MetricPlace } from '../../src/domain/metric.ts';
import { columnName, METRICS, type MetricName } from '../../src/domain/metrics.ts';
import { verify } from '../../src/fold/verify.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { METRIC_ROWS } from '../support/metric-rows.ts';

/**
 * Two visitors in Munich: one with two visits, the second of them a bounce with one minute of engagement, and one with
 * a bounce.
 */
const FIRST = { ip: '88.217.0.1', user_agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0', language: 'de' };
const SECOND = { ...FIRST, ip: '88.217.0.2' };
const HITS = [
  { ...FIRST, time: '2026-03-10T09:05:00Z', page: 'https://shop.example/' },
  { ...FIRST, time: '2026-03-10T09:06:00Z', page: 'https://shop.example/pricing' },
  { ...FIRST, time: '2026-03-10T09:06:30Z', page: 'https://shop.example/pricing', event: { name: 'Signup' } },
  { ...FIRST, time: '2026-03-10T12:00:00Z', page: 'https://shop.example/' },
  { ...FIRST, time: '2026-03-10T12:01:30Z', page: 'https://shop.example/', engagement: 60 },
  { ...SECOND, time: '2026-03-10T09:10:00Z', page: 'https://shop.example/' },
];
const RANGE = 'from: "2026-03-10", to: "2026-03-10"';
const GERMANS: Filter = { name: 'country', operator: 'IS', values: ['DE:Germany'] };

eachDatabase('From a hit to every metric', open => {
  let gateway: TestGateway;
  let database: Database;
  beforeAll(async () => {
    const place = await open();
    gateway = await startTestGateway(place);
    await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: 'shop.example' }) });
    const sent = await fetch(`${gateway.url}/api/event/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ hits: HITS }),
    });
    assert.equal(((await sent.json()) as { accepted: number }).accepted, HITS.length);
    await gateway.drain();
    database = openDatabase(place.url);
  });
  afterAll(async () => {
    await database.close();
    await gateway.stop();
  });

  for (const { name, shownIn } of METRICS as readonly (Metric & { name: MetricName })[]) {
    const { expected } = METRIC_ROWS[name] ?? {};
    const isShownIn = (place: MetricPlace) => !shownIn || shownIn.includes(place);

    it(`${name} is counted for all visits and with a filter`, async () => {
      const loader = createStatsLoader(openReading(database));
      const day = dayNumber('2026-03-10');
      for (const filter of [null, GERMANS]) {
        const period = { website: 1, timezone: 'UTC', from: day, to: day, compare: null, filter, attention: true };
        assert.equal((await loader.summary(period)).figures[name].value, expected, filter ? 'filtered' : 'all');
      }
    });

    it(`${name} can be read wherever it is listed`, async () => {
      const { website } = await gateway.graphql<{ website: Record<string, never> }>(`{ website(id: 1) {
        domain
        ${isShownIn('summary') ? `summary(${RANGE}) { ${name} { value } }` : ''}
        ${isShownIn('points') ? `timeseries(${RANGE}, interval: DAY) { points { ${name} } }` : ''}
        ${isShownIn('rows') ? `stats(name: COUNTRY, ${RANGE}) { rows { ${name} } totals { ${name} } }` : ''}
      } }`);
      const { summary, timeseries, stats } = website;
      const row = { [name]: expected };
      assert.deepEqual(summary, isShownIn('summary') ? { [name]: { value: expected } } : undefined);
      assert.deepEqual(timeseries, isShownIn('points') ? { points: [row] } : undefined);
      assert.deepEqual(stats, isShownIn('rows') ? { rows: [row], totals: row } : undefined);
      assert.deepEqual(await exported(), isShownIn('rows') ? String(expected) : undefined);
    });

    async function exported(): Promise<string | undefined> {
      const file = await fetch(`${gateway.url}/shop.example/export/country.csv?from=2026-03-10&to=2026-03-10`, {
        headers: { Authorization: `Bearer ${gateway.key}` },
      });
      const [head = '', cells = ''] = (await file.text()).split('\r\n');
      return cells.split(',')[head.split(',').indexOf(columnName(name))];
    }
  }

  it('all match a recount of visits and hits', async () => {
    const { rows, differences } = await verify(database, 1);
    assert.ok(rows > 0);
    assert.deepEqual(differences, []);
  });
});
