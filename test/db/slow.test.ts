import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { type Database, openDatabase, reachable } from '../../src/db/open.ts';
import { AppError } from '../../src/errors.ts';
import { eachDatabase } from '../support/databases.ts';
import { createTables } from '../support/tables.ts';

eachDatabase('A read that takes too long', (open, engine) => {
  let database: Database;
  beforeAll(async () => {
    const { url } = await open();
    await createTables(url);
    // A server gives up after nine tenths of the time, and its answer must arrive during the last one.
    database = openDatabase(url, { timeout: engine === 'SQLite' ? 1_500 : 10_000 });
  });
  afterAll(() => database.close());

  /** This would run for minutes. */
  const endless =
    engine === 'SQLite'
      ? 'SELECT COUNT(*) AS n FROM (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c LIMIT 10000000000)'
      : 'SELECT SLEEP(300) AS n';

  it('ends in the engine itself with advice on what to request instead, and blocks no other reads', async () => {
    let fault = '';
    const read = () =>
      database.dialect.all(endless).catch((error: unknown) => {
        fault = database.dialect.fault(error);
        throw error;
      });
    const long = assert.rejects(
      reachable(database, read),
      (error: AppError) =>
        error instanceof AppError && error.code === 'UNAVAILABLE' && /fewer days/.test(error.message),
    );
    const short = await Promise.all(
      Array.from({ length: 20 }, () => database.dialect.all<{ n: number }>('SELECT 1 AS n')),
    );
    assert.ok(short.every(([row]) => row?.n === 1));
    await long;
    assert.equal(fault, 'slow', 'which differs from an unavailable database');
    if (engine === 'MariaDB') {
      const running = await database.dialect.all(
        "SELECT INFO FROM information_schema.PROCESSLIST WHERE INFO LIKE '%SLEEP(300)%' AND INFO NOT LIKE '%PROCESSLIST%'",
      );
      assert.deepEqual(running, []);
    }
    assert.deepEqual(await database.dialect.all('SELECT ? AS n', [2]), [{ n: 2 }]);
  });
});
