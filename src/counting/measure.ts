import type { Attention, Counting, VisitColumn } from '../domain/metric.ts';
import { countingOf, STORED_METRICS } from '../domain/metrics.ts';
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
const MEASURED = [...OF_VISITS, ...OF_HITS];

/** The indices of the metrics that count pages with attention. */
export const ENGAGED_AT = attentionAt('seconds', 'amount');
export const ENGAGED_PAGES_AT = attentionAt('seconds', 'one');
export const DEPTH_AT = attentionAt('depth', 'amount');
export const DEPTHS_AT = attentionAt('depth', 'one');

/**
 * The columns read from a visit, accessed by position: a fold measures each visit twice per hit, and access by name
 * costs more.
 */
const COLUMNS: readonly VisitColumn[] = ['pageviews', 'events', 'seconds', 'interactive'];
const numbers = COLUMNS.map(() => 0);

/** For each metric, the position of its column, or -1 if it counts 1 per visit, or nothing. */
const COLUMN_AT = COUNTINGS.map(counting =>
  'column' in counting && counting.column ? COLUMNS.indexOf(counting.column) : -1,
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
 * Overwrites `sums` with what a visit adds to each metric of visits and hits, by the rules in domain/metrics.ts: whether
 * it is a bounce, for example. Visitors depend on earlier visits, and attention belongs to pages.
 */
export function measure(visit: Visit, sums: number[]): void {
  numbers[0] = visit.pageviews;
  numbers[1] = visit.events;
  numbers[2] = visit.seconds;
  numbers[3] = visit.interactive;
  for (let place = 0; place < MEASURED.length; place++) {
    const index = MEASURED[place] as number;
    const at = COLUMN_AT[index] as number;
    if (at >= 0) sums[index] = numbers[at] as number;
    else sums[index] = hasAll(CONDITIONS[index] as (typeof CONDITIONS)[number]) ? 1 : 0;
  }
}

function hasAll(conditions: (typeof CONDITIONS)[number]): boolean {
  for (let index = 0; index < conditions.length; index++) {
    const { at, number } = conditions[index] as (typeof conditions)[number];
    if (numbers[at] !== number) return false;
  }
  return true;
}

function attentionAt(attention: Attention, as: 'one' | 'amount'): number {
  return COUNTINGS.findIndex(
    counting => counting.by === 'page' && counting.attention === attention && counting.as === as,
  );
}

function indicesOf(by: Counting['by']): readonly number[] {
  return [...COUNTINGS.keys()].filter(index => COUNTINGS[index]?.by === by);
}
