import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openDatabase } from '../../src/db/open.ts';
import { freePort } from '../support/free-port.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const KEY = `ff_${'w'.repeat(40)}`;
interface Service {
  readonly child: ChildProcess;
  output(): string;
}

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

describe('The service with WORKERS=2', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-workers-'));
  const started: ChildProcess[] = [];
  let port = 0;
  let service: Service;
  beforeAll(async () => {
    port = await freePort();
    service = start();
    await until(() => pids(service.output()).length === 2, service.output);
  });
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  function start(): Service {
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, PORT: String(port), DATA_DIR: folder, WORKERS: '2', ADMIN_API_KEY: KEY },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    let text = '';
    child.stdout?.on('data', part => {
      text += part;
    });
    child.stderr?.on('data', part => {
      text += part;
    });
    return { child, output: () => text };
  }

  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { Connection: 'close' } });
  const lines = (text: string, part: string) => text.split('\n').filter(line => line.includes(part));
  const pids = (text: string) => lines(text, '"Ready."').map(line => (JSON.parse(line) as { pid: number }).pid);

  it('shares one port, prints the first account once, and replaces a worker that dies', async () => {
    const { output } = service;
    assert.equal(lines(output(), 'created the first account').length, 1);
    assert.equal(new Set(pids(output())).size, 2);
    assert.ok(!output().includes('cannot be read'), 'an empty database is no reason for a warning');

    const made = await fetch(`http://127.0.0.1:${port}/api/v1/websites`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: '{"domain":"workers.example"}',
    });
    assert.equal(made.status, 201);
    // A worker that does not know the website yet drops the hit for that reason, not because of its sender.
    for (let known = 0, tries = 0; known < 4; tries++) {
      assert.ok(tries < 1_000, output());
      known = (await send(tries, 'Googlebot/2.1')) === 'bot' ? known + 1 : 0;
    }
    for (let hit = 0; hit < 10; hit++) assert.equal(await send(hit), null, 'every worker knows the new website');
    assert.match(lines(output(), 'is listening')[0] ?? '', /"version":"\d+\.\d+\.\d+"/);
    assert.match(await (await get('/metrics')).text(), /^footfall_build_info\{version="\d+\.\d+\.\d+"\} 1$/m);
    for (let round = 0; round < 4; round++)
      assert.match(
        await (await get('/metrics')).text(),
        /^footfall_hits_accepted_total 10$/m,
        'whichever worker responds',
      );

    // One connection per request, so that each worker gets half of them.
    const statuses: number[] = [];
    for (let guess = 0; guess < 14; guess++) statuses.push(await unlock());
    assert.deepEqual(statuses.slice(0, 9), Array(9).fill(403));
    assert.equal(statuses.filter(status => status === 403).length, 10, `the free guesses of one: ${statuses}`);

    let asked = 0;
    const left = async () => {
      asked++;
      return Number((await get('/api/v1/websites')).headers.get('x-ratelimit-remaining'));
    };
    for (let call = 0; call < 10; call++) await left();
    // Requests to either worker count in both as soon as they have exchanged messages.
    while ((await left()) !== 600 - asked) {
      assert.ok(asked < 200, 'the workers count calls together');
      await sleep(150);
    }

    const [first = 0, second = 0] = pids(output());
    process.kill(first, 'SIGKILL');
    await until(() => pids(output()).length === 3, output);
    assert.equal(lines(output(), 'A worker died').length, 1);
    assert.equal((await get('/readyz')).status, 200);
    process.kill(second, 0);
  });

  it('keeps running if a message is for a worker that has just died', async () => {
    const { child, output } = service;
    const victim = pids(output()).at(-1) ?? 0;
    // Existing connections, because the primary process accepts new ones.
    const agents = Array.from({ length: 6 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    await Promise.all(agents.map(agent => ask(agent, 'GET', '/healthz')));
    child.kill('SIGSTOP');
    process.kill(victim, 'SIGKILL');
    const asked = await Promise.all(agents.map(agent => ask(agent, 'POST', '/unknown.example/unlock')));
    // The test does not control how many connections each worker was given.
    assert.ok(asked.includes(403), `by the one that lives: ${asked}`);
    child.kill('SIGCONT');
    await until(() => pids(output()).length === 4, output);
    assert.equal(child.exitCode, null, output());
    for (const agent of agents) agent.destroy();
  });

  it('exits with 0 and with everything folded', async () => {
    service.child.kill('SIGTERM');
    assert.equal(((await once(service.child, 'exit')) as [number])[0], 0);
    assert.deepEqual(readdirSync(join(folder, 'spool')), []);
    const database = openDatabase(`sqlite:${folder}/footfall.db`);
    const [row] = await database.dialect.all<{ hits: number }>('SELECT COUNT(*) AS hits FROM hit');
    await database.close();
    assert.equal(row?.hits, 10);
  });

  it('exits with 1 and the reason if the port is in use', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const { child, output } = start();
    assert.equal(((await once(child, 'exit')) as [number])[0], 1);
    assert.match(output(), /EADDRINUSE/);
    other.close();
    await once(other, 'close');
  });

  it('exits with 1 and the reason on a database of a newer release', async () => {
    const database = openDatabase(`sqlite:${folder}/footfall.db`);
    await database.dialect.run(`INSERT INTO migration (name, applied_at) VALUES ('9999-of-tomorrow', 0)`);
    await database.close();
    const { child, output } = start();
    assert.equal(((await once(child, 'exit')) as [number])[0], 1);
    assert.match(output(), /9999-of-tomorrow is unknown here/);
  });

  /** Returns the status, or null if the worker behind the connection is gone. */
  function ask(agent: Agent, method: string, path: string): Promise<number | null> {
    return new Promise(resolve => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const asking = request({ agent, method, port, path, host: '127.0.0.1', headers }, response => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      asking.once('error', () => resolve(null));
      asking.end(method === 'POST' ? 'password=wrong' : undefined);
    });
  }

  async function unlock(): Promise<number> {
    const response = await fetch(`http://127.0.0.1:${port}/workers.example/unlock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Connection: 'close' },
      body: 'password=wrong',
    });
    await response.arrayBuffer();
    return response.status;
  }

  async function send(hit: number, agent = AGENT): Promise<string | null> {
    const response = await fetch(`http://127.0.0.1:${port}/api/event`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': agent,
        'Accept-Language': 'de',
        Connection: 'close',
      },
      body: JSON.stringify({ page: `https://workers.example/${hit}` }),
    });
    assert.equal(response.status, 202);
    return response.headers.get('x-footfall-dropped');
  }
});

async function until(isSo: () => boolean, output: () => string): Promise<void> {
  const end = performance.now() + 60_000;
  while (!isSo()) {
    assert.ok(performance.now() < end, `It did not come to that within a minute:\n${output()}`);
    await sleep(50);
  }
}
