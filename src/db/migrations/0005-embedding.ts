import type { Dialect } from '../dialect.ts';

/** Adds the websites that may embed a statistics page, one origin per line; null for none. */
export async function up(dialect: Dialect): Promise<void> {
  try {
    await dialect.all('SELECT embed_origins FROM website LIMIT 1');
  } catch {
    // Neither engine adds a column only if it is missing, so this is checked first.
    await dialect.run(`ALTER TABLE website ADD COLUMN embed_origins ${dialect.types.longText}`);
  }
}
