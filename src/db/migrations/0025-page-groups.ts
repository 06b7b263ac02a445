import type { Dialect } from '../dialect.ts';

/** Adds the rules for groups of pages, one per line; null for none. */
export async function up(dialect: Dialect): Promise<void> {
  try {
    await dialect.all('SELECT page_groups FROM website LIMIT 1');
  } catch {
    await dialect.run(`ALTER TABLE website ADD COLUMN page_groups ${dialect.types.longText}`);
  }
}
