import { percentileOf } from '../counting/frequencies.ts';
import { type Database, reachable } from '../db/open.ts';
import type { FilteredSums } from './filtered.ts';
import type { PeriodQuery } from './query.ts';

/** How often visitors came back within their day. */
export interface Returns {
  /** By the number of visits, the lowest first. */
  readonly rows: readonly { readonly visits: number; readonly visitors: number }[];
  /** From the last hit of a visit to the first of the visitor's next, by nearest rank; null if nobody came back. */
  readonly medianMinutes: number | null;
}

/** Counts in single visits; with a filter, only visits that match it. */
export function readReturns(
  { database, filtered }: { readonly database: Database; readonly filtered: FilteredSums },
  { website, filter, from, to }: PeriodQuery,
): Promise<Returns> {
  const about = { website, filter, range: { from, to } };
  return reachable(database, () =>
    filtered.visits(about, [{ name: 'returns', asked: null }], async found => {
      const { visits, pauses } = await filtered.ask(about, found, 'returns', null, null);
      const median = percentileOf(pauses, 50);
      return {
        rows: Array.from(visits.numbers, (times, at) => ({ visits: times, visitors: visits.times[at] ?? 0 })),
        medianMinutes: median === null ? null : median / 60,
      };
    }),
  );
}
