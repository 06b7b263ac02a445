import type { Dialect } from '../dialect.ts';

/** Adds a column, unless it is there: an interrupted migration is repeated. */
export async function addColumn(dialect: Dialect, table: string, column: string, type: string): Promise<void> {
  try {
    await dialect.all(`SELECT ${column} FROM ${table} LIMIT 1`);
  } catch {
    // Neither engine adds a column only if it is missing, so this is checked first.
    await dialect.run(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
  }
}
