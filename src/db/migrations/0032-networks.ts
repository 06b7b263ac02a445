import type { Dialect } from '../dialect.ts';

/**
 * Adds how many new values of a day each network has brought, as `network:values` joined by commas, and whether one was
 * refused some for having brought too many.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { longText, tiny } = dialect.types;
  for (const [column, type] of [
    ['brought', longText],
    ['crowded', `${tiny} NOT NULL DEFAULT 0`],
  ]) {
    try {
      await dialect.all(`SELECT ${column} FROM new_value LIMIT 1`);
    } catch {
      await dialect.run(`ALTER TABLE new_value ADD COLUMN ${column} ${type}`);
    }
  }
}
