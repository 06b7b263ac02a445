import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { find } from '../support/programs.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const KEY = `ff_${'b'.repeat(40)}`;
const run = promisify(execFile);
const BODY = Buffer.alloc(5 * 1024 * 1024, 'x');
const UPLOADS = 50;
/** This many are sent at the same time. */
const AT_ONCE = 10;
const curl = find('curl') ?? '';

describe('a body of 5 MiB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-bodies-'));
  let gateway: ChildProcess;
  let origin = '';
  let surfaces: { path: string; headers: Record<string, string> }[];

  beforeAll(async () => {
    writeFileSync(join(folder, 'body'), BODY);
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    // In this process, no connection would be closed while its client still sends.
    gateway = spawn(process.execPath, [MAIN], {
      env: { ...process.env, PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', ADMIN_API_KEY: KEY },
      stdio: 'ignore',
    });
    while ((await fetch(`${origin}/readyz`).catch(() => null))?.status !== 200) {
      assert.equal(gateway.exitCode, null);
      await sleep(50);
    }
    const key = { Authorization: `Bearer ${KEY}` };
    const json = { 'Content-Type': 'application/json' };
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    surfaces = [
      { path: '/api/event', headers: json },
      { path: '/api/event/batch', headers: { ...json, ...key } },
      { path: '/graphql', headers: json },
      { path: '/api/v1/websites', headers: { ...json, ...key } },
      { path: '/login', headers: form },
    ];
  });
  afterAll(() => {
    gateway.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Uploads bodies to all surfaces in turn and returns how often each result occurred. */
  async function upload(send: (url: string, headers: Record<string, string>) => Promise<unknown>) {
    const results: Record<string, number> = {};
    let sent = 0;
    const next = async (): Promise<void> => {
      const surface = surfaces[sent % surfaces.length];
      if (sent++ >= UPLOADS || !surface) return;
      const result = await send(origin + surface.path, surface.headers).catch(error => error.code ?? error.cause);
      results[String(result)] = (results[String(result)] ?? 0) + 1;
      await next();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    return results;
  }

  for (const [agent, of] of [
    ['that keeps its connections', new Agent({ keepAlive: true })],
    ['that closes its connections', new Agent({ keepAlive: false })],
  ] as const)
    for (const [how, headers] of [
      ['with its length', { 'Content-Length': String(BODY.length) }],
      ['in chunks', { 'Transfer-Encoding': 'chunked' }],
    ] as const)
      it(`sent ${how} by a client of Node ${agent} is always refused with 413`, async () => {
        const results = await upload(
          (url, more) =>
            new Promise((resolve, reject) => {
              const sent = request(url, { method: 'POST', headers: { ...more, ...headers }, agent: of });
              sent.on('error', reject);
              sent.on('response', response => {
                response.on('error', reject);
                response.on('end', () => resolve(response.statusCode)).resume();
              });
              sent.end(BODY);
            }),
        );
        assert.deepEqual(results, { 413: UPLOADS });
      });

  it('sent by the fetch of Node is always refused with 413', async () => {
    const results = await upload(async (url, headers) => {
      const response = await fetch(url, { method: 'POST', headers, body: BODY });
      await response.text();
      return response.status;
    });
    assert.deepEqual(results, { 413: UPLOADS });
  });

  it.skipIf(curl === '').for([
    ['at once', '-HExpect:'],
    ['after 100 (Continue)', '-HExpect: 100-continue'],
  ])('sent %s by curl is always refused with 413', async ([, how = '']) => {
    const results = await upload(async (url, headers) => {
      const given = Object.entries(headers).map(([name, value]) => `-H${name}: ${value}`);
      const silent = ['-sS', '-o', join(folder, 'answer'), '-w', '%{http_code}'];
      const { stdout } = await run(curl, [...silent, ...given, how, '--data-binary', `@${join(folder, 'body')}`, url]);
      return stdout;
    });
    assert.deepEqual(results, { 413: UPLOADS });
  });
});
