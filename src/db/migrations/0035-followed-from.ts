import type { Dialect } from '../dialect.ts';

/** Adds how many bytes in front of a followed log were not counted, because an import has them. */
export async function up(dialect: Dialect): Promise<void> {
  try {
    await dialect.all('SELECT skipped FROM followed_log LIMIT 1');
  } catch {
    await dialect.run(`ALTER TABLE followed_log ADD COLUMN skipped ${dialect.types.bigint} NOT NULL DEFAULT 0`);
  }
}
