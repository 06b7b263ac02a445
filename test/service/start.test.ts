import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, it, onTestFinished } from 'vitest';
import { bareEnvironment } from '../support/command-line.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'footfall-start-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], { env: { ...bareEnvironment(), PORT: '0', ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Runs the service until it gives up; returns its exit code and what it says. */
async function failure(env: Record<string, string>): Promise<[number, string]> {
  const child = start(env);
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => said.push(part));
  const [code] = await once(child, 'close');
  return [code, Buffer.concat(said).toString()];
}

describe('A service that cannot start', () => {
  it('names the setting that is wrong, and the fix', async () => {
    const data = folder();
    const cases: [Record<string, string>, number, RegExp][] = [
      [{ DATA_DIR: '/etc/passwd' }, 2, /DATA_DIR is "\/etc\/passwd" but must be a folder/],
      [{ DATA_DIR: data, DATABASE_URL: `sqlite:${data}` }, 2, /DATABASE_URL must name a file, .* not a folder/],
      [{ DATA_DIR: data, DATABASE_URL: 'mysql://u:pa%ss@h/d' }, 2, /DATABASE_URL must be .* percent-encoded/],
      [{ DATA_DIR: '/proc/footfall' }, 1, /DATA_DIR, \/proc\/footfall, or what is in it .*; set DATA_DIR to another/],
      [{ DATA_DIR: '/etc/passwd/x/y' }, 1, /DATA_DIR, \/etc\/passwd\/x\/y, .*ENOTDIR.*; set DATA_DIR to another/],
      [
        { DATA_DIR: data, DATABASE_URL: 'sqlite:/etc/passwd/x.db' },
        1,
        /The folder of DATABASE_URL, \/etc\/passwd, .*; correct DATABASE_URL/,
      ],
      [{ DATA_DIR: data, HOST: 'no.such.host.invalid' }, 1, /HOST is no\.such\.host\.invalid, .*; set HOST to/],
    ];
    for (const [env, exit, text] of cases) {
      const [code, said] = await failure(env);
      assert.match(said, text);
      assert.equal(code, exit, said);
    }
  });
});

describe('A service on PORT=0', () => {
  it('says at which address it is', async () => {
    const child = start({ DATA_DIR: folder() });
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.includes('Footfall is listening.')) continue;
      const { url, port } = JSON.parse(line) as { url: string; port: number };
      assert.equal(url, `http://localhost:${port}`);
      assert.ok(port > 0);
      return;
    }
    assert.fail('It never listened.');
  });
});
