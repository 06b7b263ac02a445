import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest';
import { createHealthEndpoints } from '../../src/http/health.ts';
import type { Metrics } from '../../src/http/metrics.ts';
import { onSqlite } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

onSqlite('/metrics', open => {
  let alone: TestGateway;
  let guarded: TestGateway;
  beforeAll(async () => {
    alone = await startTestGateway(await open());
    guarded = await startTestGateway(await open(), { METRICS_TOKEN: 'a-long-random-text' });
  });
  afterAll(() => Promise.all([alone.stop(), guarded.stop()]));

  const status = async ({ url }: TestGateway, headers: Record<string, string>) =>
    (await fetch(`${url}/metrics`, { headers })).status;

  /** Sends a request as written, since fetch sets the Host itself. */
  async function statusLine({ url }: TestGateway, request: string): Promise<string> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.end(request);
    return (await text(socket)).split('\r\n', 1)[0] ?? '';
  }

  it('is open only to this machine, and not through a proxy on it', async () => {
    assert.equal(await status(alone, {}), 200);
    for (const name of ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Forwarded', 'Via'])
      assert.equal(await status(alone, { [name]: 'x' }), 403, name);
  });

  it('is open only under a name of this machine, so that neither a proxy nor another name for it can read it', async () => {
    for (const host of [
      'localhost',
      'LOCALHOST:4000',
      '127.0.0.1',
      '127.0.0.1:4000',
      '127.1.2.3',
      '[::1]',
      '[::1]:4000',
    ])
      assert.equal(await statusLine(alone, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\n\r\n`), 'HTTP/1.1 200 OK', host);
    for (const host of [
      'stats.example',
      'rebound.example:4000',
      'localhost.rebound.example',
      '10.0.0.1',
      '127.0.0.1.nip.io',
      '',
    ])
      assert.equal(
        await statusLine(alone, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
        'HTTP/1.1 403 Forbidden',
        host,
      );
    for (const head of ['Host: 127.0.0.1:4000\r\n', ''])
      assert.equal(await statusLine(alone, `GET /metrics HTTP/1.0\r\n${head}\r\n`), 'HTTP/1.1 403 Forbidden');
    const token = 'Authorization: Bearer a-long-random-text\r\n';
    assert.equal(
      await statusLine(guarded, `GET /metrics HTTP/1.0\r\nHost: stats.example\r\n${token}\r\n`),
      'HTTP/1.1 200 OK',
    );
  });

  it('is open to callers with the token and, once it is set, to no others', async () => {
    assert.equal(
      await status(guarded, { Authorization: 'Bearer a-long-random-text', 'X-Forwarded-For': '1.1.1.1' }),
      200,
    );
    for (const wrong of ['Bearer a-long-random-texT', 'Bearer ', 'a-long-random-text', `Bearer ${guarded.key}`])
      assert.equal(await status(guarded, { Authorization: wrong }), 403, wrong);
    assert.equal(await status(guarded, {}), 403);
  });
});

describe('/readyz', () => {
  it('checks once a second, however many ask, and again once the service has begun to work', async () => {
    let time = 0;
    let works = true;
    let begun = true;
    const ran: number[] = [];
    const { readyz } = createHealthEndpoints({
      checks: [{ name: 'database', check: async () => ran.push(time) > 0 && works }],
      metrics: { registry: new Registry() } as Metrics,
      metricsToken: null,
      begun: () => begun,
      clock: () => time,
    });
    const server = createServer((_, response) => readyz(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ask = async () => (await fetch(url)).status;

    assert.deepEqual(new Set(await Promise.all(Array.from({ length: 50 }, ask))), new Set([200]));
    works = false;
    time = 999;
    assert.equal(await ask(), 200);
    assert.deepEqual(ran, [0]);
    time = 1_000;
    assert.deepEqual(new Set(await Promise.all(Array.from({ length: 50 }, ask))), new Set([503]));
    assert.deepEqual(ran, [0, 1_000]);
    works = true;
    time = 2_000;
    assert.equal(await ask(), 200);
    assert.deepEqual(ran, [0, 1_000, 2_000]);

    // A caller that waits for the service learns at once that it works.
    time = 3_000;
    works = false;
    begun = false;
    assert.equal(await ask(), 503);
    works = true;
    begun = true;
    assert.equal(await ask(), 200);
    assert.deepEqual(ran, [0, 1_000, 2_000, 3_000, 3_000]);
  });
});
