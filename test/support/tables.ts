import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open.ts';
import { PREPARATION } from './mariadb.ts';

let sqlite: Promise<Buffer> | undefined;
let mariadb: string | undefined;

/**
 * Creates the tables of this release in an empty database, as its migrations leave them but many times as fast; leaves
 * any other database as it is.
 */
export async function createTables(url: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const file = url.slice('sqlite:'.length);
    if (existsSync(file)) return;
    sqlite ??= migratedFile();
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await sqlite);
  } else if (process.env[PREPARATION]) {
    // Its tables may belong to that one database.
    await migrateAt(url);
  } else {
    await inMariaDb(url, async query => {
      if ((await query('SHOW TABLES')).length > 0) return;
      if (mariadb) return void (await query(mariadb));
      await migrateAt(url);
      mariadb = await statementsOf(query);
    });
  }
}

async function migratedFile(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-tables-'));
  try {
    const file = join(folder, 'footfall.db');
    await migrateAt(`sqlite:${file}`);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function migrateAt(url: string): Promise<void> {
  const { dialect, close } = openDatabase(url);
  try {
    await migrate(dialect);
  } finally {
    await close();
  }
}

type Query = (sql: string) => Promise<Record<string, string>[]>;

/** Returns the statements that create what a database holds that has only been migrated. */
async function statementsOf(query: Query): Promise<string> {
  const statements: string[] = [];
  for (const table of (await query('SHOW TABLES')).flatMap(row => Object.values(row)))
    for (const row of await query(`SHOW CREATE TABLE ${table}`)) statements.push(String(row['Create Table']));
  for (const { name, applied_at } of await query('SELECT * FROM migration'))
    statements.push(`INSERT INTO migration (name, applied_at) VALUES ('${name}', ${applied_at})`);
  return statements.join(';');
}

async function inMariaDb(url: string, work: (query: Query) => Promise<void>): Promise<void> {
  const connection = await createConnection({ uri: url, multipleStatements: true });
  try {
    await work(async sql => (await connection.query(sql))[0] as never);
  } finally {
    await connection.end();
  }
}
