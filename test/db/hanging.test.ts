import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openSqliteFile } from '../../src/db/dialects/sqlite-file.ts';
import { migrate } from '../../src/db/migrate.ts';
import { writeSetting, writesWork } from '../../src/db/models/setting.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { retriedTransaction } from '../../src/db/transaction.ts';
import { type MariaDbServer, startMariaDb } from '../support/mariadb.ts';
import { mariadb, missing } from '../support/programs.ts';

const TIMEOUT = 500;
/** A timeout, a second one for a statement that waited for another's, and what a busy machine adds. */
const LONGEST = 6 * TIMEOUT;

describe.skipIf(missing(mariadb))('A MariaDB that hangs', () => {
  let server: MariaDbServer;
  let database: Database;
  beforeAll(async () => {
    server = await startMariaDb();
    database = openDatabase(`${server.url}mysql`, { timeout: TIMEOUT, poolSize: 2 });
    await database.dialect.run('CREATE DATABASE hanging');
    await database.close();
    database = openDatabase(`${server.url}hanging`, { timeout: TIMEOUT, poolSize: 2 });
    await migrate(database.dialect);
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
    await Promise.all(works.map(work => work()));
    await freeze(server.pid());
    for (const work of works) await answersInTime(database, work);
    await Promise.all(works.map(work => answersInTime(database, work)));
    process.kill(server.pid(), 'SIGCONT');
    assert.equal(await writesWork(database), true);
    assert.equal(await database.accounts.count(), 0);
  });
});

describe('An SQLite file that another process has locked', () => {
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'footfall-locked-'));
    database = openDatabase(`sqlite:${folder}/footfall.db`, { timeout: TIMEOUT });
    await migrate(database.dialect);
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps no write waiting for long, however many wait already, serves reads, and is used again afterwards', async () => {
    const { dialect } = database;
    const other = await openSqliteFile(`${folder}/footfall.db`, 'PRAGMA busy_timeout=0;');
    await other.run('BEGIN IMMEDIATE');
    const writes = Array.from({ length: 20 }, (_, index) => () => writeSetting(database, `s${index}`, ''));
    await Promise.all([
      ...writes.map(work => answersInTime(database, work)),
      answersInTime(database, () => retriedTransaction(dialect, tx => tx.run('DELETE FROM setting')), 3_000 + LONGEST),
    ]);
    assert.equal((await dialect.all('SELECT * FROM website')).length, 0);
    await other.run('ROLLBACK');
    await other.close();
    assert.equal(await writesWork(database), true);
  });
});

/** Resolves when the process has really stopped, because the signal takes effect with a delay. */
async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  while (!/^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) await sleep(5);
}

async function answersInTime(database: Database, work: () => Promise<unknown>, longest = LONGEST): Promise<void> {
  const late = sleep(longest, 'nothing', { ref: false });
  await assert.rejects(Promise.race([work(), late]), error => {
    assert.ok(['away', 'retry'].includes(database.dialect.fault(error)), String(error));
    return true;
  });
}
