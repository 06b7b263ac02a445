import type { Dialect } from '../dialect.ts';
import { addValue } from './add-values.ts';

const OF_VISITS = [
  ...['region', 'browser_version', 'os_version'],
  ...['utm_source', 'utm_medium', 'utm_term', 'utm_content', 'source', 'channel'],
];

/** Adds values of visits, and the host of a hit. Visits and hits that are stored already have the empty value. */
export async function up(dialect: Dialect): Promise<void> {
  for (const column of OF_VISITS) await addValue(dialect, 'visit', column);
  await addValue(dialect, 'hit', 'host');
}
