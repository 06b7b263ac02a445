import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Dialect, Executor, Row } from '../../../src/db/dialect.ts';
import { applyMigrations, migrate } from '../../../src/db/migrate.ts';
import { migrations } from '../../../src/db/migrations/all.ts';
import { type Database, openDatabase } from '../../../src/db/open.ts';
import { changedDialect } from '../../support/changed-dialect.ts';
import { eachDatabase } from '../../support/databases.ts';

const before = migrations.slice(0, 9);
const upTo = migrations.slice(0, 10);
const KEY = 4;
const TABLES = ['rollup_day', 'rollup_month'];

/** Sums as written by the previous release, with zeros; every row is different. */
const sums = (n: number) => [n + 1, n % 3, n % 2, 0, n % 5 === 0 ? 0 : n * 1_000, n % 7 === 0 ? n : 0];

/** Cuts off after this many statements that change something: everything that follows fails. */
function cutAfter(dialect: Dialect, statements: number): Dialect {
  let left = statements;
  const cut = <T extends Executor>(executor: T): T => ({
    ...executor,
    all: executor.all.bind(executor),
    run: (sql, params) => (left-- > 0 ? executor.run(sql, params) : Promise.reject(new Error('cut off here'))),
  });
  return changedDialect(dialect, {
    run: cut(dialect).run,
    transaction: work => dialect.transaction(tx => work({ ...tx, ...cut(tx) })),
  });
}

eachDatabase('The migration that makes sums sparse', (open, engine) => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  /** Returns a database of the previous release with rows in its rollups, and the expected result. */
  async function used(): Promise<{ url: string; dialect: Dialect; expected: unknown[][] }> {
    const { url } = await open();
    const database = openDatabase(url);
    opened.push(database);
    const { dialect } = database;
    await migrate(dialect, before);
    return { url, dialect, expected: await fill(dialect) };
  }

  /** Fills the empty rollups of the previous release, and returns the expected result. */
  async function fill(dialect: Dialect): Promise<unknown[][]> {
    const keys = Array.from({ length: 60 }, (_, n) => [1 + (n % 3), 1 + (n % 4), 20_000 + n, n]);
    for (const table of TABLES)
      await dialect.run(
        `INSERT INTO ${table} VALUES ${keys.map((key, n) => `(${[...key, ...sums(n)].join(',')})`).join(',')}`,
      );
    return keys
      .map((key, n) => [...key, ...sums(n).map(sum => (sum === 0 ? null : sum))])
      .sort((a, b) => Number(a[KEY - 1]) - Number(b[KEY - 1]));
  }

  /** Returns the function that makes the database of the previous release again, with rows in its rollups. */
  async function restorable(dialect: Dialect): Promise<() => Promise<void>> {
    const statements: string[] = [];
    for (const table of TABLES) {
      const [made] = await dialect.all<Row>(
        engine === 'SQLite' ? `SELECT sql FROM sqlite_master WHERE name = '${table}'` : `SHOW CREATE TABLE ${table}`,
      );
      statements.push(`DROP TABLE ${table}`, String(Object.values(made ?? {}).at(-1)));
    }
    return async () => {
      for (const statement of statements) await dialect.run(statement);
      await dialect.run('DELETE FROM migration WHERE name = ?', [upTo.at(-1)?.name ?? '']);
      await fill(dialect);
    };
  }

  async function assertSparse(dialect: Dialect, expected: unknown[][], message: string): Promise<void> {
    for (const table of TABLES) {
      const rows = await dialect.all<Row>(`SELECT * FROM ${table} ORDER BY value_id`);
      assert.deepEqual(rows.map(Object.values), expected, `${table}, ${message}`);
    }
    const names = (await dialect.catalog.tables(dialect))
      .map(({ name }) => name)
      .filter(name => /rollup_(d|m)/.test(name));
    assert.deepEqual(names, TABLES, message);
  }

  it('resumes from wherever it was cut off, with every row', async () => {
    const { dialect, expected } = await used();
    const restore = await restorable(dialect);
    let cuts = 0;
    for (let isOver = false; !isOver; cuts++) {
      if (cuts > 0) await restore();
      isOver = await migrate(cutAfter(dialect, cuts), upTo).then(
        () => true,
        () => false,
      );
      await migrate(dialect, upTo);
      await assertSparse(dialect, expected, `cut after ${cuts} statements`);
    }
    assert.ok(cuts > 10, `${cuts} cuts were tried`);
  });

  it('loses nothing when a second process runs it without the lock', async () => {
    for (let round = 0; round < 4; round++) {
      const { url, dialect, expected } = await used();
      const other = openDatabase(url);
      opened.push(other);
      await Promise.all([applyMigrations(dialect, upTo), applyMigrations(other.dialect, upTo)]);
      await assertSparse(dialect, expected, `round ${round}`);
    }
  });
});
