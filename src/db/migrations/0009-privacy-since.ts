import type { Dialect } from '../dialect.ts';

/** When the privacy of a website was last changed, in milliseconds since 1970; null before it ever was. */
export async function up(dialect: Dialect): Promise<void> {
  try {
    await dialect.all('SELECT privacy_since FROM website LIMIT 1');
  } catch {
    // Neither engine adds a column only where it is missing, so it is asked for first.
    await dialect.run(`ALTER TABLE website ADD COLUMN privacy_since ${dialect.types.bigint}`);
  }
}
