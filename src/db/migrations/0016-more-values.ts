import type { Dialect } from '../dialect.ts';

const OF_VISITS = [
  ...['region', 'browser_version', 'os_version'],
  ...['utm_source', 'utm_medium', 'utm_term', 'utm_content', 'source', 'channel'],
];

/** Adds values of visits, and the host of a hit. Visits and hits that are stored already have the empty value. */
export async function up(dialect: Dialect): Promise<void> {
  for (const column of OF_VISITS) await addNumber(dialect, 'visit', column);
  await addNumber(dialect, 'hit', 'host');
}

async function addNumber(dialect: Dialect, table: string, column: string): Promise<void> {
  try {
    await dialect.all(`SELECT ${column} FROM ${table} LIMIT 1`);
  } catch {
    await dialect.run(`ALTER TABLE ${table} ADD COLUMN ${column} ${dialect.types.integer} NOT NULL DEFAULT 0`);
  }
}
