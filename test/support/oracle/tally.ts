import {
  attentionOf,
  type CountedRollup,
  countedRollup,
  EVENTS,
  PAGEVIEWS,
  ROLLUP_DAY,
  type RollupQuery,
} from '../../../src/counting/rollups.ts';
import { createSum, type Sum, type Vector, withoutLookup } from '../../../src/counting/vector.ts';
import { countingOf, type StoredMetric } from '../../../src/domain/metrics.ts';

/**
 * A number of a visit: a column of its table, `interactive`, `engaged` and `attended` (the seconds and the number of its
 * pages that have any), `new` (1 for the first counted visit of its visitor that day), or
 * `new:column` (1 for the first of those with the same value in that column).
 */
export type VisitField = string;
/** A number of a hit; `event` is 0 for a pageview, `engaged` and `depth` are 0 where unknown, and else 1 more. */
export type HitField = 'day' | 'hour' | 'page' | 'host' | 'event' | 'engaged' | 'depth';

/** Adds visits and hits up to the values that the rollups would hold if no others existed. */
export interface Tally {
  /** The fields needed of each visit and of each hit, in this order; empty when no visits, or no hits, are needed. */
  readonly visitFields: readonly VisitField[];
  readonly hitFields: readonly HitField[];
  /** The only kind of hit that is needed; null when both are. */
  readonly only: 'page' | 'event' | null;
  /** Adds visits from a text of the form `field field,field field`. */
  addVisits(text: string): void;
  /** Adds hits from a text of the same form. */
  addHits(text: string): void;
  /** Returns one vector for each query, in the order of the queries. */
  vectors(): Vector[];
}

type Fields = readonly number[];
type Add = (fields: Fields) => void;

/**
 * Creates a tally for some queries; their ranges are ignored, because only visits and hits within them are added.
 */
export function createTally(queries: readonly RollupQuery[]): Tally {
  const visitFields: VisitField[] = [];
  const hitFields: HitField[] = [];
  const ofVisits: Add[] = [];
  const ofHits: Add[] = [];
  const kinds = new Set<StoredMetric>();
  const sums = queries.map(({ metrics }) => createSum(metrics));
  queries.forEach((query, index) => {
    const sum = sums[index] as Sum;
    const counted = countedRollup(query.rollup);
    // The hits of a day's visits are all on that day, so they need not be read.
    const byVisit = query.rollup === ROLLUP_DAY;
    const visitMetrics = byVisit ? [...counted.ofVisit, ...counted.ofHit] : counted.ofVisit;
    const hitMetrics = byVisit ? [] : query.metrics.filter(metric => counted.ofHit.includes(metric));
    const wanted = query.metrics.filter(metric => visitMetrics.includes(metric));
    if (wanted.length > 0) ofVisits.push(visitAdder(query, counted, wanted, sum, field => placeOf(visitFields, field)));
    if (hitMetrics.length > 0)
      ofHits.push(hitAdder(query, counted, hitMetrics, sum, field => placeOf(hitFields, field)));
    for (const metric of hitMetrics) kinds.add(metric);
  });
  return {
    visitFields,
    hitFields,
    only: kinds.size > 1 ? null : kinds.has(EVENTS) ? 'event' : 'page',
    addVisits: text => eachRow(text, visitFields.length, ofVisits),
    addHits: text => eachRow(text, hitFields.length, ofHits),
    vectors: () => sums.map(withoutLookup),
  };
}

/** Returns a function that adds what a visit adds to each of these metrics to the visit's row. */
function visitAdder(
  { by, metrics }: RollupQuery,
  counted: CountedRollup,
  wanted: readonly StoredMetric[],
  sum: Sum,
  place: (field: VisitField) => number,
): Add {
  const idOf = rowOf(by, counted, place);
  const adds = wanted.map(metric => ({ column: metrics.indexOf(metric), of: amountOf(metric, counted, place) }));
  return fields => {
    const position = sum.positionOf(idOf(fields));
    for (const { column, of } of adds) (sum.columns[column] as Float64Array)[position]! += of(fields);
  };
}

/** Returns how much a visit adds to a metric. */
function amountOf(
  metric: StoredMetric,
  { column, visitorOnceIn }: CountedRollup,
  place: (field: VisitField) => number,
): (fields: Fields) => number {
  const counting = countingOf(metric);
  if (counting.by === 'visitor') {
    const at = place(visitorOnceIn === 'row' ? `new:${column}` : 'new');
    return fields => fields[at] as number;
  }
  if (counting.by === 'page') {
    const at = place(counting.as === 'one' ? 'attended' : 'engaged');
    return fields => fields[at] as number;
  }
  if (counting.column) {
    const at = place(counting.column);
    return fields => fields[at] as number;
  }
  const conditions = Object.entries(('where' in counting && counting.where) || {}).map(([name, number]) => ({
    at: place(name),
    number,
  }));
  return fields => (conditions.every(({ at, number }) => fields[at] === number) ? 1 : 0);
}

/** Returns a function that counts a hit in its row. */
function hitAdder(
  { by, metrics }: RollupQuery,
  counted: CountedRollup,
  wanted: readonly StoredMetric[],
  sum: Sum,
  place: (field: HitField) => number,
): Add {
  const pageviews = wanted.includes(PAGEVIEWS) ? metrics.indexOf(PAGEVIEWS) : -1;
  const events = wanted.includes(EVENTS) ? metrics.indexOf(EVENTS) : -1;
  const eventAt = place('event');
  const ofPages = wanted.flatMap(metric => {
    const attention = attentionOf(metric);
    const at = attention && place(attention.attention === 'depth' ? 'depth' : 'engaged');
    return at === null ? [] : [{ at, column: metrics.indexOf(metric), isOne: attention?.as === 'one' }];
  });
  const idOf = rowOf(by, counted, place as (field: string) => number);
  return fields => {
    const column = fields[eventAt] === 0 ? pageviews : events;
    if (column < 0) return;
    const position = sum.positionOf(idOf(fields));
    (sum.columns[column] as Float64Array)[position]!++;
    for (const { at, column, isOne } of ofPages)
      if (fields[at] !== 0) (sum.columns[column] as Float64Array)[position]! += isOne ? 1 : (fields[at] as number) - 1;
  };
}

/** Returns the id of the row that the fields select. */
function rowOf(
  by: RollupQuery['by'],
  { rollup, column }: CountedRollup,
  place: (field: string) => number,
): (fields: Fields) => number {
  if (column === undefined) throw new Error(`The rollup ${rollup} has no column to count by.`);
  const dayAt = by === 'value' ? -1 : place('day');
  const valueAt = by === 'day' || column === null ? -1 : place(column);
  return fields => {
    const value = valueAt < 0 ? 0 : (fields[valueAt] as number);
    if (dayAt < 0) return value;
    return by === 'day' ? (fields[dayAt] as number) : (fields[dayAt] as number) * 24 + value;
  };
}

function placeOf<T>(fields: T[], field: T): number {
  const known = fields.indexOf(field);
  return known < 0 ? fields.push(field) - 1 : known;
}

const SPACE = 32;
const COMMA = 44;

function eachRow(text: string, width: number, adders: readonly Add[]): void {
  const fields: number[] = Array.from({ length: width }, () => 0);
  let field = 0;
  let number = 0;
  for (let index = 0; index <= text.length && text.length > 0; index++) {
    const code = index < text.length ? text.charCodeAt(index) : COMMA;
    if (code !== SPACE && code !== COMMA) number = number * 10 + code - 48;
    if (code !== SPACE && code !== COMMA) continue;
    fields[field] = number;
    number = 0;
    field = code === COMMA ? 0 : field + 1;
    if (code === COMMA) for (const add of adders) add(fields);
  }
}
