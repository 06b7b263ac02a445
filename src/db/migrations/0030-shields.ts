import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/**
 * Adds the referrers and countries that a website excludes and the hosts that it allows, one per line, null for none; and
 * the largest amount of an event.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { longText, integer } = dialect.types;
  for (const [column, type] of [
    ['exclude_referrers', longText],
    ['exclude_countries', longText],
    ['allow_hosts', longText],
    ['max_amount', `${integer} NOT NULL DEFAULT 10000000`],
  ] as const)
    await addColumn(dialect, 'website', column, type);
}
