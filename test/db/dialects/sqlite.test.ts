import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { it } from 'vitest';
import { openSqliteFile } from '../../../src/db/dialects/sqlite-file.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { onSqlite } from '../../support/databases.ts';

onSqlite('closing a SQLite database', open => {
  it('waits for connections that are being opened or used, and opens no further ones', async () => {
    const { dialect } = openDatabase((await open()).url);
    const ended: string[] = [];
    const begun = Promise.withResolvers<void>();
    const used = dialect
      .snapshot(async tx => {
        begun.resolve();
        await tx.all(
          'WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number) SELECT MAX(n) FROM number',
        );
      })
      .catch(error => ended.push(error.code));
    await begun.promise;
    const opened = dialect.snapshot(async () => void ended.push('opened')).catch(() => ended.push('opened'));
    await dialect.close();
    assert.deepEqual(ended.toSorted(), ['SQLITE_INTERRUPT', 'opened']);
    await Promise.all([used, opened]);
    await assert.rejects(
      dialect.snapshot(async () => {}),
      /is being closed/,
    );
    await assert.rejects(dialect.all('SELECT 1'), /is being closed/);
  });

  it('leaves one file, which can be copied', async () => {
    // Two connections that were closed at once left their log in about one of 30 times.
    for (let time = 0; time < 60; time++) {
      const { url } = await open();
      const { dialect } = openDatabase(url);
      await dialect.run('CREATE TABLE one (a INTEGER)');
      await Promise.all([
        dialect.all('SELECT a FROM one'),
        dialect.all('SELECT 1'),
        dialect.sequelize.query('SELECT 1'),
      ]);
      await dialect.close();
      assert.equal(existsSync(`${url.slice('sqlite:'.length)}-wal`), false, `the ${time + 1}th time`);
    }
  });
});

onSqlite('statements that a SQLite file keeps prepared', open => {
  it('see what was written before, whatever their number, their values and changes of tables', async () => {
    const { dialect } = openDatabase((await open()).url);
    await dialect.run('CREATE TABLE one (a INTEGER)');
    await dialect.transaction(async tx => {
      for (let round = 1; round <= 3; round++) {
        await tx.run('INSERT INTO one (a) VALUES (?)', [round]);
        for (let kind = 0; kind < 20; kind++) {
          const sql = `SELECT a + ${kind} AS sum FROM one WHERE a >= ? ORDER BY a`;
          const least = 1 + (kind % round);
          const expected = Array.from({ length: round + 1 - least }, (_, place) => ({ sum: least + place + kind }));
          assert.deepEqual(await tx.all(sql, [least]), expected);
        }
      }
      await assert.rejects(tx.all('SELECT b FROM one WHERE a = ?', [1]), /no such column/);
      await tx.run('ALTER TABLE one ADD COLUMN b INTEGER');
      assert.deepEqual(await tx.all('SELECT b FROM one WHERE a = ?', [1]), [{ b: null }]);
      const first = () => tx.all('SELECT * FROM one WHERE a = ?', [1]);
      assert.deepEqual(await first(), [{ a: 1, b: null }]);
      await tx.run('ALTER TABLE one ADD COLUMN c INTEGER');
      assert.deepEqual(await first(), [{ a: 1, b: null, c: null }]);
    });
    await dialect.close();
  });

  it('can be interrupted, and asked again', async () => {
    const file = await openSqliteFile(`${(await open()).dataDir}/kept.db`, '');
    const count = (most: number) =>
      file.all(
        'WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?) SELECT MAX(n) AS most FROM number',
        [most],
      );
    assert.deepEqual(await count(3), [{ most: 3 }]);
    const long = count(1e15);
    const again = setInterval(() => file.interrupt(), 5);
    await assert.rejects(long, { code: 'SQLITE_INTERRUPT' });
    clearInterval(again);
    assert.deepEqual(await count(4), [{ most: 4 }]);
    await file.close();
  });

  it('run in their order among others, also while they are prepared, and a file that is closed waits for them', async () => {
    const path = `${(await open()).dataDir}/order.db`;
    const file = await openSqliteFile(path, 'PRAGMA journal_mode=WAL; CREATE TABLE one (a INTEGER);');
    for (let round = 0; round < 50; round++) {
      const count = () =>
        file.all<{ rows: number }>(`SELECT COUNT(*) AS rows FROM one WHERE a >= ? -- ${round % 25}`, [0]);
      const [before, , after] = await Promise.all([count(), file.write('INSERT INTO one (a) VALUES (1)'), count()]);
      assert.deepEqual([before, after], [[{ rows: round }], [{ rows: round + 1 }]]);
    }
    const reading = file.all('SELECT MAX(a) AS a FROM one WHERE a > ?', [0]);
    const failing = assert.rejects(file.all('SELECT b FROM one WHERE a > ?', [0]), /no such column/);
    await file.close();
    assert.deepEqual(await reading, [{ a: 1 }]);
    await failing;
    assert.equal(existsSync(`${path}-wal`), false);
  });
});
