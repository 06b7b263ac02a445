import type { Dialect } from '../dialect.ts';

/** Adds when the files of a position's spool were removed, in milliseconds since 1970 (UTC); null while they exist. */
export async function up(dialect: Dialect): Promise<void> {
  try {
    await dialect.all('SELECT removed_at FROM checkpoint LIMIT 1');
  } catch {
    // Neither engine adds a column only if it is missing, so this is checked first.
    await dialect.run(`ALTER TABLE checkpoint ADD COLUMN removed_at ${dialect.types.bigint}`);
  }
}
