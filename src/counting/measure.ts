import { type Counting, countingOf, STORED_METRICS, type VisitColumn } from '../domain/metrics.ts';
import { EVENTS, PAGEVIEWS } from './rollups.ts';
import type { Visit } from './visit.ts';

const COUNTINGS: readonly Counting[] = STORED_METRICS.map(countingOf);

/** The indices of the metrics that count hits and visitors; those of visits have the other indices. */
export const PAGEVIEWS_AT = STORED_METRICS.indexOf(PAGEVIEWS);
export const EVENTS_AT = STORED_METRICS.indexOf(EVENTS);
export const VISITORS_AT = STORED_METRICS.findIndex(metric => countingOf(metric).by === 'visitor');

/** The indices of the metrics that count visits, and of those that count hits. */
export const OF_VISITS = indicesOf('visit');
export const OF_HITS = indicesOf('hit');

/**
 * The columns read from a visit, accessed by position: a fold measures each visit twice per hit, and access by name
 * costs more.
 */
const COLUMNS: readonly VisitColumn[] = ['pageviews', 'events', 'seconds', 'engaged'];
const numbers = COLUMNS.map(() => 0);

/** For each metric, the position of its column, or -1 if it counts 1 per visit, or nothing. */
const COLUMN_AT = COUNTINGS.map(counting =>
  counting.by !== 'visitor' && counting.column ? COLUMNS.indexOf(counting.column) : -1,
);
/** For each metric that counts 1 for some visits, the positions and the values they must have. */
const CONDITIONS = COUNTINGS.map(counting =>
  counting.by === 'visit'
    ? Object.entries(counting.where ?? {}).map(([column, number]) => ({
        at: COLUMNS.indexOf(column as VisitColumn),
        number,
      }))
    : [],
);

/**
 * Overwrites `sums` with what a visit adds to each stored metric; visitors are 0, because they depend on earlier
 * visits.
 */
export function measure(visit: Visit, sums: number[]): void {
  numbers[0] = visit.pageviews;
  numbers[1] = visit.events;
  numbers[2] = visit.seconds;
  numbers[3] = visit.engaged;
  for (let index = 0; index < COLUMN_AT.length; index++) {
    const at = COLUMN_AT[index] as number;
    if (at >= 0) sums[index] = numbers[at] as number;
    else sums[index] = index !== VISITORS_AT && hasAll(CONDITIONS[index] as (typeof CONDITIONS)[number]) ? 1 : 0;
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
