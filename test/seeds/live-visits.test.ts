import assert from 'node:assert/strict';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveVisit } from '../../seeds/live-visit.ts';
import { sendVisitors } from '../../seeds/live-visitors.ts';
import { createRandom } from '../../seeds/random.ts';
import { onSqlite } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const hosts = { host: 'demo.example', docsHost: 'docs.demo.example' };

onSqlite('The visitors who arrive while the demo runs', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    const body = new URLSearchParams({ domain: hosts.host, hosts: hosts.docsHost });
    await gateway.rest('/websites', { method: 'POST', body });
  });
  afterAll(() => gateway.stop());
  const pageviews = async () => {
    await gateway.drain();
    const asked = 'stats(name: PAGE, from: "2000-01-01", to: "2100-01-01") { sum rows { timeOnPage } }';
    const { website } = await gateway.graphql<{ website: { stats: { sum: number; rows: { timeOnPage: number }[] } } }>(
      `{ website(domain: "${hosts.host}") { ${asked} } }`,
    );
    return website.stats;
  };

  it('send hits that the collector takes as they are, and that count', async () => {
    const random = createRandom(7);
    const visits = Array.from({ length: 60 }, () => liveVisit(hosts, random));
    const hits = visits.flat().flatMap(step => step.hits);
    const response = await fetch(`${gateway.url}/api/event/batch`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${gateway.key}` },
      body: JSON.stringify({ hits }),
    });
    const { results } = (await response.json()) as { results: { status: string; notice?: string }[] };
    // A notice would mean that something was left out.
    assert.deepEqual(
      new Set(results.map(({ status, notice }) => `${status} ${notice}`)),
      new Set(['accepted undefined']),
    );
    const viewed = hits.filter(hit => !('event' in hit) && !('engagement' in hit)).length;
    const { sum, rows } = await pageviews();
    assert.equal(sum, viewed);
    assert.ok(rows.every(({ timeOnPage }) => timeOnPage !== null));
  });

  it('arrive by themselves, until they are told to stop', async () => {
    const { sum } = await pageviews();
    const stop = sendVisitors({ url: gateway.url, key: gateway.key, hosts, random: createRandom(8) });
    await expect.poll(async () => (await pageviews()).sum, { timeout: 60_000 }).toBeGreaterThan(sum);
    stop();
  });
});
