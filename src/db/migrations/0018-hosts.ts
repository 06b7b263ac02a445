import type { Dialect } from '../dialect.ts';

/** Adds the further hosts of a website, one per line; null for none. */
export async function up(dialect: Dialect): Promise<void> {
  try {
    await dialect.all('SELECT hosts FROM website LIMIT 1');
  } catch {
    await dialect.run(`ALTER TABLE website ADD COLUMN hosts ${dialect.types.longText}`);
  }
}
