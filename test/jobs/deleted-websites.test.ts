import assert from 'node:assert/strict';
import { it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { WEBSITE_TABLES } from '../../src/db/tables.ts';
import { purgeTrash } from '../../src/jobs/retention.ts';
import { createWebsite, deleteWebsite } from '../../src/websites/websites.ts';
import { databasesOf, newViewer } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

const NOW = 1_700_000_000_000;
const DAY = 86_400_000;

eachDatabase('The trash', (open, engine) => {
  const { fresh } = databasesOf(open);

  /** Table -> its columns, and whether they contain bytes or text. */
  async function columnsOf(database: Database): Promise<Map<string, { name: string; type: string }[]>> {
    const sql =
      engine === 'SQLite'
        ? "SELECT m.name AS tab, c.name AS name, c.type AS type FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"
        : 'SELECT TABLE_NAME AS tab, COLUMN_NAME AS name, DATA_TYPE AS type FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()';
    const tables = new Map<string, { name: string; type: string }[]>();
    for (const { tab, name, type } of await database.dialect.all<{ tab: string; name: string; type: string }>(sql)) {
      tables.set(tab, [...(tables.get(tab) ?? []), { name, type }]);
    }
    return tables;
  }

  /** The number of rows of one website that a test puts into a table: three, or as many as possible. */
  const rowsOf = (key: readonly string[]) => (key.join() === 'website_id' ? 1 : 3);

  /** Adds some rows of the website to every growing table. */
  async function fill(database: Database, website: number): Promise<void> {
    const tables = await columnsOf(database);
    for (const { name: table, key } of WEBSITE_TABLES) {
      const columns = tables.get(table) ?? [];
      for (let row = 1; row <= rowsOf(key); row++) {
        const values = columns.map(({ name, type }) => {
          if (name === 'website_id') return website;
          // Ids, tokens and hashes are unique across the instance.
          const own = website * 10 + row;
          if (name === 'id' && key.join() === 'id') return own;
          if (/blob|binary/i.test(type)) return Buffer.alloc(16, own).subarray(0, name === 'visitor' ? 8 : 16);
          return /char|text/i.test(type) ? `v${website}-${row}` : row;
        });
        const names = columns.map(({ name }) => name);
        await database.dialect.run(
          `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
          values,
        );
      }
    }
  }

  async function count(database: Database, website: number): Promise<number> {
    let rows = 0;
    for (const { name: table } of WEBSITE_TABLES) {
      const [row] = await database.dialect.all<{ n: number }>(
        `SELECT COUNT(*) AS n FROM ${table} WHERE website_id = ?`,
        [website],
      );
      rows += row?.n ?? 0;
    }
    return rows;
  }

  const ALL_ROWS = WEBSITE_TABLES.reduce((rows, { key }) => rows + rowsOf(key), 0);

  it('covers every table with data of websites', async () => {
    const { database } = await fresh();
    const holding = [...(await columnsOf(database))].filter(([, columns]) =>
      columns.some(({ name }) => name === 'website_id'),
    );
    const names = holding.map(([table]) => table).filter(table => table !== 'website_trash');
    assert.deepEqual(names.sort(), WEBSITE_TABLES.map(({ name }) => name).sort());
  });

  it('removes the data of a deleted website, and nothing else', async () => {
    const { database } = await fresh();
    const viewer = await newViewer(database);
    const gone = await createWebsite(database, viewer, { domain: 'gone.example' });
    const kept = await createWebsite(database, viewer, { domain: 'kept.example' });
    for (const { id } of [gone, kept]) await fill(database, id);
    assert.equal(await count(database, gone.id), ALL_ROWS);
    assert.equal(await purgeTrash(database, 2), 0);
    await deleteWebsite(database, viewer, gone.id, NOW);
    assert.equal(await count(database, gone.id), ALL_ROWS, 'the deletion itself does not wait for this');
    assert.equal(await purgeTrash(database, 2, { now: NOW }), ALL_ROWS);
    assert.equal(await count(database, gone.id), 0);
    assert.equal(await count(database, kept.id), ALL_ROWS);
  });

  it('stops when asked to and continues the next time', async () => {
    const { database } = await fresh();
    const viewer = await newViewer(database);
    const { id } = await createWebsite(database, viewer, { domain: 'gone.example' });
    await fill(database, id);
    await deleteWebsite(database, viewer, id, NOW);
    assert.equal(await purgeTrash(database, 2, { now: NOW, signal: AbortSignal.abort() }), 0);
    assert.equal(await purgeTrash(database, 1, { now: NOW }), ALL_ROWS);
  });

  it('watches for a week for data that late hits bring back', async () => {
    const { database } = await fresh();
    const viewer = await newViewer(database);
    const { id } = await createWebsite(database, viewer, { domain: 'gone.example' });
    await deleteWebsite(database, viewer, id, NOW);
    await purgeTrash(database, 100, { now: NOW + DAY });
    await fill(database, id);
    assert.equal(await purgeTrash(database, 100, { now: NOW + 8 * DAY }), ALL_ROWS);
    await fill(database, id);
    assert.equal(await purgeTrash(database, 100, { now: NOW + 9 * DAY }), 0);
  });
});
