import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import type { Executor } from '../../src/db/dialect.ts';
import { applyMigrations } from '../../src/db/migrate.ts';
import { migrations } from '../../src/db/migrations/all.ts';
import { readSetting } from '../../src/db/models/setting.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { databasesOf } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase('A transaction for models', (open, engine) => {
  let database: Database;
  let other: Database;
  let accounts = 0;
  beforeAll(async () => {
    const { url } = await open();
    [database, other] = [openDatabase(url), openDatabase(url)];
    await applyMigrations(database.dialect, migrations);
  });
  afterAll(() => Promise.all([database.close(), other.close()]));

  const account = () => ({ email: `person${++accounts}@example.com`, passwordHash: 'none', admin: 0, createdAt: 1 });
  const emails = async (from: Database) => (await from.accounts.findAll({ raw: true })).map(({ email }) => email);

  it('shows its own writes inside, nothing outside until it ends, and everything after', async () => {
    const row = account();
    await database.transaction(async transaction => {
      await database.accounts.create(row, { transaction });
      assert.ok(await database.accounts.findOne({ where: { email: row.email }, transaction }));
      assert.ok(!(await emails(other)).includes(row.email));
    });
    assert.ok((await emails(other)).includes(row.email));
  });

  it('leaves nothing when it throws', async () => {
    const row = account();
    const failure = new Error('no more');
    await assert.rejects(
      database.transaction(async transaction => {
        await database.accounts.create(row, { transaction });
        throw failure;
      }),
      failure,
    );
    assert.ok(!(await emails(database)).includes(row.email));
  });

  it('rejects an existing key as a duplicate and rolls the transaction back', async () => {
    const [taken, fresh] = [account(), account()];
    await database.accounts.create(taken);
    await assert.rejects(
      database.transaction(async transaction => {
        await database.accounts.create(fresh, { transaction });
        await database.accounts.create(taken, { transaction });
      }),
      error => database.dialect.fault(error) === 'duplicate',
    );
    assert.ok(!(await emails(database)).includes(fresh.email));
  });

  it('refuses a write that comes after its end', async () => {
    const row = account();
    const late = await database.transaction(async transaction => () => database.accounts.create(row, { transaction }));
    await assert.rejects(late, /ended has been called on this transaction/);
    assert.ok(!(await emails(database)).includes(row.email));
  });

  it('refuses a statement that comes after its end, instead of committing it on its own', async () => {
    const row = account();
    await database.accounts.create(row);
    const change = 'UPDATE account SET admin = 1 WHERE email = ?';
    const failure = new Error('no more');
    let late: Promise<unknown> = Promise.resolve();
    const failing = database.dialect.transaction(async tx => {
      const twice = tx.run(change, [row.email]).then(() => tx.run(change, [row.email]));
      late = twice.catch(error => error);
      throw failure;
    });
    await assert.rejects(failing, failure);
    assert.match(String(await late), /after the end of its transaction/);
    assert.equal((await database.accounts.findOne({ where: { email: row.email } }))?.admin, 0);
  });

  it.runIf(engine === 'SQLite')(
    'refuses an inner write that was not given the transaction, and does not keep others waiting',
    async () => {
      const row = account();
      await assert.rejects(
        database.transaction(() => database.accounts.create(row)),
        /was not given that transaction/,
      );
      await database.accounts.create(row);
      assert.ok((await emails(database)).includes(row.email));
    },
  );

  it('takes turns with SQL statements and with other processes, and loses no update', async () => {
    const row = account();
    const { id } = await database.accounts.create(row);
    const add = (through: Database) =>
      through.transaction(async transaction => {
        const found = await through.accounts.findByPk(id, { transaction, lock: transaction.LOCK.UPDATE });
        await through.accounts.update({ admin: (found?.admin ?? 0) + 1 }, { where: { id }, transaction });
      });
    const byHand = () =>
      database.dialect.transaction(
        async tx => void (await tx.run('UPDATE account SET admin = admin + 1 WHERE id = ?', [id])),
      );
    await Promise.all(Array.from({ length: 12 }, () => [add(database), add(other), byHand()]).flat());
    await Promise.all(Array.from({ length: 10 }, () => database.accounts.create(account())));
    const counted = await database.accounts.findByPk(id);
    assert.equal(counted?.admin, 36);
  });
});

eachDatabase('A retried transaction', (open, engine) => {
  const { fresh, reopen } = databasesOf(open);
  let database: Database;
  let other: Database;
  beforeAll(async () => {
    const { url, ...opened } = await fresh();
    database = opened.database;
    other = reopen(url);
    for (const name of ['a', 'b']) await database.settings.create({ name, value: '' });
  });

  it('leaves nothing behind when it fails, and reports the reason', async () => {
    let runs = 0;
    const failing = database.transaction(async transaction => {
      runs++;
      await database.settings.create({ name: 'c', value: 'x' }, { transaction });
      throw new Error('No.');
    });
    await assert.rejects(failing, /No\./);
    assert.equal(runs, 1, 'only a conflict is retried');
    assert.equal(await readSetting(database, 'c'), null);
    await assert.rejects(
      database.transaction(transaction => database.settings.create({ name: 'a', value: '' }, { transaction })),
      error => database.dialect.fault(error) === 'duplicate',
    );
  });

  // SQLite runs one transaction at a time.
  it.skipIf(engine === 'SQLite')('succeeds although two transactions lock each other out', async () => {
    const both = new Set<string>();
    let runs = 0;
    const write = (mine: string, first: string, second: string) =>
      database.transaction(async transaction => {
        runs++;
        await database.settings.update({ value: mine }, { where: { name: first }, transaction });
        both.add(mine);
        while (both.size < 2) await sleep(10);
        await database.settings.update({ value: mine }, { where: { name: second }, transaction });
      });
    await Promise.all([write('one', 'a', 'b'), write('two', 'b', 'a')]);
    assert.ok(runs > 2, 'the transactions did conflict');
    assert.equal(await readSetting(database, 'a'), await readSetting(database, 'b'));
  });

  it('runs statements that are written in their order among the others, and none after one that fails', async () => {
    const { dialect } = database;
    await dialect.run('CREATE TABLE written (id INT PRIMARY KEY)');
    const insert = (id: number) => `INSERT INTO written (id) VALUES (${id})`;
    const ids = (executor: Executor) => executor.all<{ id: number }>('SELECT id FROM written WHERE id > ?', [0]);
    await dialect.transaction(async tx => {
      const [, , some, , all] = await Promise.all([
        tx.write(insert(1), insert(2)),
        tx.write(insert(3)),
        ids(tx),
        tx.write(insert(4)),
        ids(tx),
      ]);
      assert.deepEqual([some.length, all.length], [3, 4]);
    });
    const failing = dialect.transaction(async tx => {
      const writes = [tx.write(insert(5), insert(1)), tx.write(insert(6))];
      await Promise.allSettled(writes);
      assert.deepEqual(
        (await ids(tx)).map(({ id }) => id),
        [1, 2, 3, 4, 5],
      );
      await Promise.all(writes);
    });
    await assert.rejects(failing, error => dialect.fault(error) === 'duplicate');
    assert.equal((await ids(dialect)).length, 4);
  });

  it.runIf(engine === 'MariaDB')(
    'runs none of its statements after one that the server has ended it with',
    async () => {
      const { dialect } = database;
      for (const table of ['tug', 'rope']) {
        await dialect.run(`CREATE TABLE ${table} (id INT PRIMARY KEY, pulls INT NOT NULL)`);
        await dialect.run(`INSERT INTO ${table} (id, pulls) VALUES (1, 0), (2, 0)`);
      }
      const pull = (tx: Executor, id: number) => tx.run('UPDATE tug SET pulls = pulls + 1 WHERE id = ?', [id]);
      let ended: unknown;
      await other.dialect.transaction(async strong => {
        // Of two transactions in a deadlock, the server ends the one that has changed less.
        for (let id = 10; id < 60; id++) await strong.run('INSERT INTO rope (id, pulls) VALUES (?, 1)', [id]);
        await pull(strong, 2);
        const weak = dialect.transaction(async tx => {
          await pull(tx, 1);
          const statements = [pull(tx, 2), tx.run('UPDATE rope SET pulls = 7 WHERE id = 1')];
          await Promise.allSettled(statements);
          await Promise.all(statements);
        });
        const failed = weak.catch(error => {
          ended = error;
        });
        // The server keeps what it says about transactions for a tenth of a second after each look.
        while ((await waiting(strong)) === 0) await sleep(200);
        await pull(strong, 1);
        await failed;
      });
      assert.equal(dialect.fault(ended), 'retry');
      const pulls = (table: string) =>
        dialect.all<{ pulls: number }>(`SELECT pulls FROM ${table} WHERE id < 10 ORDER BY id`);
      assert.deepEqual(
        (await pulls('rope')).map(row => row.pulls),
        [0, 0],
      );
      assert.deepEqual(
        (await pulls('tug')).map(row => row.pulls),
        [1, 1],
      );
    },
  );
});

/** Returns how many transactions wait for a lock. */
async function waiting(executor: Executor): Promise<number> {
  const [row] = await executor.all<{ n: number }>(
    "SELECT COUNT(*) AS n FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'",
  );
  return Number(row?.n);
}
