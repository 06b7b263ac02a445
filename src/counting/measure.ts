import { type Counting, countingOf, STORED_METRICS, type VisitColumn } from '../domain/metrics.ts';
import type { Visit } from './visit.ts';

const COUNTINGS: readonly Counting[] = STORED_METRICS.map(countingOf);

/** The index of the metrics that count hits and visitors; those of visits are at the other indices. */
export const PAGEVIEWS = indexOf(counting => counting.by === 'hit' && counting.kind === 'pageview');
export const EVENTS = indexOf(counting => counting.by === 'hit' && counting.kind === 'event');
export const VISITORS = indexOf(counting => counting.by === 'visitor');

/** The indices of the metrics that count visits, and of those that count hits. */
export const OF_VISITS = indicesOf('visit');
export const OF_HITS = indicesOf('hit');

/** What is read of a visit, and then looked up by position: a fold measures each visit twice a hit, and names cost more. */
const COLUMNS: readonly VisitColumn[] = ['pageviews', 'events', 'seconds', 'engaged'];
const numbers = COLUMNS.map(() => 0);

/** At the index of each metric the position of its column; -1 for those that count 1 a visit, or nothing. */
const COLUMN_AT = COUNTINGS.map(counting =>
  counting.by !== 'visitor' && counting.column ? COLUMNS.indexOf(counting.column) : -1,
);
/** At the index of each metric that counts 1 for some visits the positions and numbers that they have to have. */
const CONDITIONS = COUNTINGS.map(counting =>
  counting.by === 'visit'
    ? Object.entries(counting.where ?? {}).map(([column, number]) => ({
        at: COLUMNS.indexOf(column as VisitColumn),
        number,
      }))
    : [],
);

/** Writes what a visit adds to each stored metric over `sums`; visitors are 0, since the visits before decide. */
export function measure(visit: Visit, sums: number[]): void {
  numbers[0] = visit.pageviews;
  numbers[1] = visit.events;
  numbers[2] = visit.seconds;
  numbers[3] = visit.engaged;
  for (let index = 0; index < COLUMN_AT.length; index++) {
    const at = COLUMN_AT[index] as number;
    if (at >= 0) sums[index] = numbers[at] as number;
    else sums[index] = index !== VISITORS && hasAll(CONDITIONS[index] as (typeof CONDITIONS)[number]) ? 1 : 0;
  }
}

function hasAll(conditions: (typeof CONDITIONS)[number]): boolean {
  for (let index = 0; index < conditions.length; index++) {
    const { at, number } = conditions[index] as (typeof conditions)[number];
    if (numbers[at] !== number) return false;
  }
  return true;
}

function indicesOf(by: Counting['by']): readonly number[] {
  return [...COUNTINGS.keys()].filter(index => COUNTINGS[index]?.by === by);
}

function indexOf(fits: (counting: Counting) => boolean): number {
  const found = COUNTINGS.findIndex(fits);
  if (found < 0)
    throw new Error('The registry has no metric for pageviews, events or visitors, and the fold depends on them.');
  return found;
}
