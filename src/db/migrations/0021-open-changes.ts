import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/** Adds whose visits of the open day the last folds changed (rollups/open-changes.ts). */
export async function up(dialect: Dialect): Promise<void> {
  await addColumn(dialect, 'website_fold', 'open_changes', dialect.types.blob);
}
