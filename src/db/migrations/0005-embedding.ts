import type { Dialect } from '../dialect.ts';

/** Which other websites may show a statistics page inside their own; one origin a line, null for none. */
export async function up(dialect: Dialect): Promise<void> {
  try {
    await dialect.all('SELECT embed_origins FROM website LIMIT 1');
  } catch {
    // Neither engine adds a column only where it is missing, so it is asked for first.
    await dialect.run(`ALTER TABLE website ADD COLUMN embed_origins ${dialect.types.longText}`);
  }
}
