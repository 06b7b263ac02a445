import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openSqliteFile } from '../../src/db/dialects/sqlite-file.ts';
import { writeSetting, writesWork } from '../../src/db/models/setting.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { retriedTransaction } from '../../src/db/transaction.ts';
import { type MariaDbServer, startMariaDb } from '../support/mariadb.ts';
import { mariadb, missing } from '../support/programs.ts';
import { createTables } from '../support/tables.ts';
import { until } from '../support/until.ts';

const TIMEOUT = 500;
/** Statements that waited for each other to time out, or for the other process, would need at least twice as long. */
const LONGEST = 60 * TIMEOUT;
const WAITING = 120;

describe.skipIf(missing(mariadb))('A MariaDB that hangs', () => {
  let server: MariaDbServer;
  let database: Database;
  beforeAll(async () => {
    server = await startMariaDb();
    const first = openDatabase(`${server.url}mysql`);
    await first.dialect.run('CREATE DATABASE hanging');
    await first.close();
    await createTables(`${server.url}hanging`);
    database = openDatabase(`${server.url}hanging`, { timeout: TIMEOUT, poolSize: 2 });
  });
  afterAll(async () => {
    process.kill(server.pid(), 'SIGCONT');
    await database.close();
    await server.stop();
  });

  it('keeps no statement waiting for long, including later ones on the same connections, and is used again afterwards', async () => {
    const { accounts, dialect } = database;
    const works = [
      () => accounts.update({ email: 'y' }, { where: { email: 'x' } }),
      () => accounts.count(),
      () => accounts.findOne({ where: { email: 'x' } }),
      () => dialect.all('SELECT 1'),
      () => dialect.transaction(tx => tx.run('DELETE FROM setting')),
    ];
    // Connections that are already open hang in their statements, not while they are being made.
    const arePrompt = async () =>
      (await Promise.allSettled(works.map(work => work()))).every(({ status }) => status === 'fulfilled');
    await until(arePrompt, 'all statements take less than the timeout');
    await freeze(server.pid());
    for (const work of works) await answersInTime(database, work);
    await Promise.all(works.map(work => answersInTime(database, work)));
    process.kill(server.pid(), 'SIGCONT');
    await worksAgain(database);
    assert.equal(await database.accounts.count(), 0);
  });
});

describe('An SQLite file that another process has locked', () => {
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'footfall-locked-'));
    await createTables(`sqlite:${folder}/footfall.db`);
    database = openDatabase(`sqlite:${folder}/footfall.db`, { timeout: TIMEOUT });
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps no write waiting for long, however many wait already, serves reads, and is used again afterwards', async () => {
    const { dialect } = database;
    const other = await openSqliteFile(`${folder}/footfall.db`, 'PRAGMA busy_timeout=0;');
    await other.run('BEGIN IMMEDIATE');
    const writes = Array.from({ length: WAITING }, (_, index) => () => writeSetting(database, `s${index}`, ''));
    await Promise.all([
      ...writes.map(work => answersInTime(database, work)),
      answersInTime(database, () => retriedTransaction(dialect, tx => tx.run('DELETE FROM setting'))),
    ]);
    const read = () => dialect.all('SELECT * FROM website').catch(() => null);
    await until(async () => (await read())?.length === 0, 'reads work');
    await other.run('ROLLBACK');
    await other.close();
    await worksAgain(database);
  });
});

/** Resolves when the process has really stopped, because the signal takes effect with a delay. */
async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  while (!/^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) await sleep(5);
}

/** Waits until the database takes writes, which a busy machine may not do in the first few timeouts. */
async function worksAgain(database: Database): Promise<void> {
  while (!(await writesWork(database).catch(() => false)));
}

async function answersInTime(database: Database, work: () => Promise<unknown>): Promise<void> {
  const late = sleep(LONGEST, 'nothing', { ref: false });
  await assert.rejects(Promise.race([work(), late]), error => {
    assert.ok(['away', 'retry'].includes(database.dialect.fault(error)), String(error));
    return true;
  });
}
