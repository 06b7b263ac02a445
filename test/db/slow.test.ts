import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { type Database, openDatabase, reachable } from '../../src/db/open.ts';
import { AppError } from '../../src/errors.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase('A read that takes too long', (open, engine) => {
  let database: Database;
  beforeAll(async () => {
    database = openDatabase((await open()).url, { timeout: 1_500 });
    await migrate(database.dialect);
  });
  afterAll(() => database.close());

  /** This would run for minutes. */
  const endless =
    engine === 'SQLite'
      ? 'SELECT COUNT(*) AS n FROM (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c LIMIT 10000000000)'
      : 'SELECT SLEEP(300) AS n';

  it('ends in the engine itself, and differs from an unavailable database', async () => {
    const error = await database.dialect.all(endless).then(
      () => null,
      (fault: unknown) => fault,
    );
    assert.equal(database.dialect.fault(error), 'slow');
    if (engine === 'MariaDB') {
      const running = await database.dialect.all(
        "SELECT INFO FROM information_schema.PROCESSLIST WHERE INFO LIKE '%SLEEP(300)%' AND INFO NOT LIKE '%PROCESSLIST%'",
      );
      assert.deepEqual(running, []);
    }
  });

  it('is UNAVAILABLE, with advice on what to request instead', async () => {
    await assert.rejects(
      reachable(database, () => database.dialect.all(endless)),
      (error: AppError) =>
        error instanceof AppError && error.code === 'UNAVAILABLE' && /fewer days/.test(error.message),
    );
  });

  it('does not block other reads, and leaves the next one its full time', async () => {
    const long = database.dialect.all(endless).catch((error: unknown) => database.dialect.fault(error));
    const short = await Promise.all(
      Array.from({ length: 20 }, () => database.dialect.all<{ n: number }>('SELECT 1 AS n')),
    );
    assert.ok(short.every(([row]) => row?.n === 1));
    assert.equal(await long, 'slow');
    assert.deepEqual(await database.dialect.all('SELECT ? AS n', [2]), [{ n: 2 }]);
  });
});
