import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openDatabase } from '../../src/db/open.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const KEY = `ff_${'w'.repeat(40)}`;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
/** With this many connections, one gateway gets none of them once in a thousand million runs. */
const HITS = 30;

interface Gateway {
  readonly child: ChildProcess;
  readonly port: number;
  readonly dataDir: string;
  output(): string;
}

describe.skipIf(process.platform !== 'linux')('Two gateways with the same SHARED_PORT', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-shared-port-'));
  const databaseUrl = `sqlite:${folder}/footfall.db`;
  const started: ChildProcess[] = [];
  let port = 0;
  let gateways: Gateway[] = [];

  beforeAll(async () => {
    port = await freePort();
    gateways = [await start('one')];
    await isReady(gateways[0] as Gateway);
    gateways.push(await start('two'));
    await isReady(gateways[1] as Gateway);
  });
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(name: string, env: Record<string, string> = {}): Promise<Gateway> {
    const own = await freePort();
    const dataDir = join(folder, name);
    const child = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        PORT: String(own),
        SHARED_PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        ADMIN_API_KEY: KEY,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', part => (text += part));
    return { child, port: own, dataDir, output: () => text };
  }

  async function isReady({ port: own, child, output }: Gateway): Promise<void> {
    await until(
      async () => {
        assert.equal(child.exitCode, null, output());
        return (await fetch(`http://127.0.0.1:${own}/readyz`).catch(() => null))?.status === 200;
      },
      () => `the gateway is ready:\n${output()}`,
    );
  }

  const metric = async ({ port: own }: Gateway, name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${own}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  const accepted = (gateway: Gateway) => metric(gateway, 'footfall_hits_accepted_total');

  /** Returns why the hit was dropped; null if it was accepted. A gateway that does not know the website yet drops it for that. */
  async function send(hit: number, to = port, agent = AGENT): Promise<string | null> {
    const response = await fetch(`http://127.0.0.1:${to}/api/event`, {
      method: 'POST',
      // Each request has a connection of its own, and the system chooses a gateway for each connection.
      headers: { 'Content-Type': 'application/json', 'User-Agent': agent, Connection: 'close' },
      body: JSON.stringify({ page: `https://shared.example/${hit}` }),
    });
    assert.equal(response.status, 202);
    return response.headers.get('x-footfall-dropped');
  }

  it('both serve it, each with its own metrics', async () => {
    const made = await fetch(`http://127.0.0.1:${port}/api/v1/websites`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: '{"domain":"shared.example"}',
    });
    assert.equal(made.status, 201);
    for (const gateway of gateways)
      await until(
        async () => (await send(0, gateway.port, 'Googlebot/2.1')) === 'bot',
        () => `the website is known:\n${gateway.output()}`,
      );
    for (let hit = 0; hit < HITS; hit++) assert.equal(await send(hit), null);
    const counts = await Promise.all(gateways.map(accepted));
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      HITS,
    );
    assert.ok(
      counts.every(count => count > 0),
      `${counts}`,
    );
  });

  it('one goes on alone when the other is killed, whose hits count when it is started again', async () => {
    const [one, two] = gateways as [Gateway, Gateway];
    one.child.kill('SIGKILL');
    await once(one.child, 'exit');
    for (let hit = 0; hit < HITS; hit++) assert.equal(await send(hit), null);
    gateways = [await start('one'), two];
    await isReady(gateways[0] as Gateway);
  });

  it('leave the port to each other until they are ready, as in an upgrade', async () => {
    const third = await start('three', { DATABASE_URL: 'mysql://nobody@127.0.0.1:1/nothing' });
    await until(
      async () => (await fetch(`http://127.0.0.1:${third.port}/healthz`).catch(() => null))?.ok === true,
      () => `the third gateway listens:\n${third.output()}`,
    );
    for (let hit = 0; hit < HITS; hit++) assert.equal(await send(hit), null);
    third.child.kill('SIGKILL');
    await once(third.child, 'exit');
  });

  it('stop with 0, and with everything folded once', async () => {
    for (const gateway of gateways) {
      const { child, output, dataDir } = gateway;
      // What a stop has no time to fold stays in the spool.
      await until(async () => (await metric(gateway, 'footfall_spool_hits')) === 0, 'all hits are folded');
      child.kill('SIGTERM');
      assert.equal(((await once(child, 'exit')) as [number])[0], 0, output());
      assert.deepEqual(readdirSync(join(dataDir, 'spool')), []);
    }
    const database = openDatabase(databaseUrl);
    const [row] = await database.dialect.all<{ hits: number }>('SELECT COUNT(*) AS hits FROM hit');
    await database.close();
    assert.equal(row?.hits, 3 * HITS);
  });

  it('is refused with the remedy when a process that does not share it has it', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const { child, output } = await start('one');
    assert.equal(((await once(child, 'exit')) as [number])[0], 1);
    assert.match(output(), /SHARED_PORT \d+ of 127\.0\.0\.1 is taken by a process that does not share it/);
    other.close();
    await once(other, 'close');
  });

  it('takes the place of WORKERS, which is refused with the way to go', async () => {
    const { child, output } = await start('one', { WORKERS: '2' });
    assert.equal(((await once(child, 'exit')) as [number])[0], 2);
    assert.match(output(), /WORKERS is no longer supported; leave it out and start one gateway per core/);
  });
});
