import { ROLLUP_DAY, ROLLUP_HOUR } from '../counting/rollups.ts';
import { sumOf } from '../counting/vector.ts';
import type { DayRange } from '../domain/range.ts';
import type { SumReader } from './sum-reader.ts';

/**
 * Returns the pageviews of a range whose day is known but not their hour, as imported sums can be. Call it after a read
 * of the same website.
 */
export async function pageviewsWithoutHours(
  reader: SumReader,
  website: number,
  { from, to }: DayRange,
): Promise<number> {
  const range = { from, to, metrics: ['pageviews'] } as const;
  const [days, hours] = await Promise.all([
    reader.imported(website, { ...range, rollup: ROLLUP_DAY, by: 'day' }),
    reader.imported(website, { ...range, rollup: ROLLUP_HOUR, by: 'hour' }),
  ]);
  if (!days) return 0;
  return Math.max(0, sumOf(days).pageviews - (hours ? sumOf(hours).pageviews : 0));
}
