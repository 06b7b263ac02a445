import type { Dialect } from '../dialect.ts';

/** Adds the language of the reports and alerts of a website; 0 is English. */
export async function up(dialect: Dialect): Promise<void> {
  try {
    await dialect.all('SELECT language FROM website LIMIT 1');
  } catch {
    await dialect.run(`ALTER TABLE website ADD COLUMN language ${dialect.types.integer} NOT NULL DEFAULT 0`);
  }
}
