import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { onSqlite } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const read = (file: string) => readFileSync(resolve(import.meta.dirname, '../../docs', file), 'utf8');
const NAME = /\b(?:footfall|nodejs|process)_[a-z_0-9]*[a-z0-9]\b/g;
const namesIn = (text: string) => [...new Set(text.match(NAME))].sort();

onSqlite('the monitoring files and docs', open => {
  let gateway: TestGateway;
  /** Every name that a query can use, including the parts of histograms. */
  const known = new Map<string, string>();
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      known.set(name, type);
      if (type === 'histogram') for (const part of ['_bucket', '_count', '_sum']) known.set(name + part, 'counter');
    }
  });
  afterAll(() => gateway.stop());

  it('use only existing metrics in the dashboard and the alerts', () => {
    const alerts = read('alerts.yml').replaceAll(/#.*$/gm, '');
    const queries: string[] = [];
    JSON.stringify(JSON.parse(read('grafana-dashboard.json')), (key, value) => {
      if (key === 'expr') queries.push(value);
      return value;
    });
    assert.ok(queries.length > 20);
    for (const text of [alerts, ...queries]) {
      assert.ok(namesIn(text).length > 0 || /^sum\(up/.test(text), text);
      for (const name of namesIn(text)) assert.ok(known.has(name), `${name} is no metric: ${text}`);
      // The rate of a metric that is not a counter is meaningless.
      for (const [, name = ''] of text.matchAll(/\b(?:rate|increase)\(\s*([a-z_0-9]+)/g))
        assert.equal(known.get(name), 'counter', name);
    }
  });

  it('explain every metric of ours and every alert', () => {
    const text = read('monitoring.md');
    const ours = [...known.keys()].filter(name => name.startsWith('footfall_') && !/_(bucket|count|sum)$/.test(name));
    for (const name of ours) assert.match(text, new RegExp(`^\\| \`${name}[{\`]`, 'm'));
    for (const name of namesIn(text)) assert.ok(known.has(name), `${name} is no metric.`);
    const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
    assert.ok(alerts.length > 10);
    for (const name of alerts) assert.match(text, new RegExp(`^\\|[^|]*\\b${name}\\b`, 'm'));
  });
});
