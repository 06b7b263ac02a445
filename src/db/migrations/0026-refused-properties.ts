import type { Dialect } from '../dialect.ts';

/** Adds the number of hits whose value of a property was counted as `(other)` on a day. */
export async function up(dialect: Dialect): Promise<void> {
  try {
    await dialect.all('SELECT refused FROM new_property LIMIT 1');
  } catch {
    await dialect.run(`ALTER TABLE new_property ADD COLUMN refused ${dialect.types.integer} NOT NULL DEFAULT 0`);
  }
}
