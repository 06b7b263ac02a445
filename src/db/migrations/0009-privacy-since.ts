import type { Dialect } from '../dialect.ts';

/** Adds when the privacy of a website was last changed, in milliseconds since 1970 (UTC); null if it never was. */
export async function up(dialect: Dialect): Promise<void> {
  try {
    await dialect.all('SELECT privacy_since FROM website LIMIT 1');
  } catch {
    // Neither engine adds a column only if it is missing, so this is checked first.
    await dialect.run(`ALTER TABLE website ADD COLUMN privacy_since ${dialect.types.bigint}`);
  }
}
