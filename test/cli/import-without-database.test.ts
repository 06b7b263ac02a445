import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { footfall, startFootfall } from '../support/command-line.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { type MariaDbServer, startMariaDb } from '../support/mariadb.ts';
import { mariadb, missing } from '../support/programs.ts';

/** The number of lines that are counted before the database goes away. */
const BEFORE = 2_000;

describe.skipIf(missing(mariadb))('footfall import when the database goes away', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'footfall-import-'));
  let server: MariaDbServer;
  let database: Database;
  let env: Record<string, string>;
  beforeAll(async () => {
    server = await startMariaDb({ durable: true });
    const none = openDatabase(`${server.url}mysql`);
    await none.dialect.run('CREATE DATABASE footfall');
    await none.close();
    const url = `${server.url}footfall`;
    env = { DATABASE_URL: url, DATA_DIR: dataDir };
    database = await databaseWithWebsites({ url, dataDir });
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const textOf = (lines: number) => '{"page":"https://site-1.example/","time":"2026-03-01T10:00:00Z"}\n'.repeat(lines);

  async function stored(): Promise<number> {
    const [row] = await database.dialect.all<{ hits: number }>('SELECT COUNT(*) AS hits FROM hit');
    return Number(row?.hits);
  }

  /** Imports lines, stops the database after the first of them, and starts it again once the import has ended. */
  async function importOf(lines: number): Promise<{ message: string; next: number | null }> {
    const wanted = (await stored()) + BEFORE;
    const child = startFootfall(['import', '-', '--json'], env);
    let err = '';
    child.stderr.on('data', part => {
      err += part;
    });
    child.stdin.on('error', () => undefined);
    child.stdin.write(textOf(BEFORE));
    while ((await stored()) < wanted) await sleep(50);
    await server.kill();
    child.stdin.end(textOf(lines - BEFORE));
    const [code] = await once(child, 'close');
    await server.start();
    const { error } = JSON.parse(err.trim().split('\n').at(-1) ?? '');
    assert.deepEqual([code, error.code], [1, 'UNAVAILABLE']);
    return error;
  }

  it('says that all lines were read, and the next command counts them', async () => {
    const before = await stored();
    const { message, next } = await importOf(3_000);
    assert.equal(next, null);
    assert.match(message, /All lines were read; do not import them again\./);
    assert.equal((await footfall('import -', env)).code, 0);
    assert.equal((await stored()) - before, 3_000);
  });

  it('says where to continue if more lines wait than it can take, so that each is counted once', async () => {
    const before = await stored();
    const { message, next } = await importOf(60_000);
    assert.ok(next !== null && next > 50_000 && next < 60_000, `${next}`);
    assert.match(message, new RegExp(`Continue with --from-line ${next};`));
    const path = join(dataDir, 'hits.jsonl');
    writeFileSync(path, textOf(60_000));
    const again = await footfall(['import', path, '--from-line', String(next)], env);
    assert.equal(again.code, 0, again.err);
    assert.equal((await stored()) - before, 60_000);
  });
});
