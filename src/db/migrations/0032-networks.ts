import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/**
 * Adds how many new values of a day each network has brought, as `network:values` joined by commas, and whether one was
 * refused some for having brought too many.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { longText, tiny } = dialect.types;
  for (const [column, type] of [
    ['brought', longText],
    ['crowded', `${tiny} NOT NULL DEFAULT 0`],
  ] as const)
    await addColumn(dialect, 'new_value', column, type);
}
