import type { Dialect } from '../dialect.ts';

/** Adds whose visits of the open day the last folds changed (rollups/open-changes.ts). */
export async function up(dialect: Dialect): Promise<void> {
  try {
    await dialect.all('SELECT open_changes FROM website_fold LIMIT 1');
  } catch {
    await dialect.run(`ALTER TABLE website_fold ADD COLUMN open_changes ${dialect.types.blob}`);
  }
}
