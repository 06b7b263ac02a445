import type { Dialect } from '../dialect.ts';

/** Adds the conditions of a goal, as JSON; NULL for none. */
export async function up(dialect: Dialect): Promise<void> {
  try {
    await dialect.all('SELECT conditions FROM goal LIMIT 1');
  } catch {
    await dialect.run(`ALTER TABLE goal ADD COLUMN conditions ${dialect.types.longText}`);
  }
}
