import type { HitField, VisitField } from '../db/filter-rows.ts';
import { countingOf, STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';
import type { Statistic } from '../domain/statistic.ts';
import { DIMENSIONS } from '../domain/statistics.ts';
import type { RollupQuery } from './rollup-plan.ts';
import { ROLLUP_DAY, ROLLUP_HOUR } from './sums.ts';
import { createSum, type Sum, type Vector, withoutLookup } from './vector.ts';

/** Adds visits and hits up to what the rollups would hold if there had been no others. */
export interface Tally {
  /** What it needs to know of each visit and each hit, in this order; nothing when it needs none of them. */
  readonly visitFields: readonly VisitField[];
  readonly hitFields: readonly HitField[];
  /** When of the hits only pageviews, or only events, matter. */
  readonly only: 'page' | 'event' | null;
  /** Text of the form `field field,field field`. */
  addVisits(text: string): void;
  addHits(text: string): void;
  /** One vector for each query, in their order. */
  vectors(): Vector[];
}

type Fields = readonly number[];
type Add = (fields: Fields) => void;

/** A tally for some queries; their ranges do not matter, since only what lies in them is added. */
export function createTally(queries: readonly RollupQuery[]): Tally {
  const visitFields: VisitField[] = [];
  const hitFields: HitField[] = [];
  const ofVisits: Add[] = [];
  const ofHits: Add[] = [];
  const sums = queries.map(({ metrics }) => createSum(metrics));
  queries.forEach((query, index) => {
    const sum = sums[index] as Sum;
    const visits = visitAdder(query, sum, field => placeOf(visitFields, field));
    const hits = hitAdder(query, sum, field => placeOf(hitFields, field));
    if (visits) ofVisits.push(visits);
    if (hits) ofHits.push(hits);
  });
  const events = queries.some(
    ({ rollup, metrics }) => rollup === EVENT || (rollup === ROLLUP_HOUR && metrics.includes(EVENTS)),
  );
  const pageviews = queries.some(
    ({ rollup, metrics }) => rollup === PAGE || (rollup === ROLLUP_HOUR && metrics.includes(PAGEVIEWS)),
  );
  return {
    visitFields,
    hitFields,
    only: events && pageviews ? null : events ? 'event' : 'page',
    addVisits: text => eachRow(text, visitFields.length, ofVisits),
    addHits: text => eachRow(text, hitFields.length, ofHits),
    vectors: () => sums.map(withoutLookup),
  };
}

const PAGE = rollupOfScope('pageview');
const EVENT = rollupOfScope('event');
/** The metrics that count hits. */
const PAGEVIEWS = metricOfHits('pageview');
const EVENTS = metricOfHits('event');

/** How a visit counts; null when nothing that is asked for comes from visits. */
function visitAdder({ rollup, by, metrics }: RollupQuery, sum: Sum, place: (field: VisitField) => number): Add | null {
  if (rollup === PAGE || rollup === EVENT) return null;
  const isHour = rollup === ROLLUP_HOUR;
  const statistic = DIMENSIONS.find(entry => entry.rollup === rollup);
  // Pageviews and events have an hour of their own, which need not be the one their visit began in.
  const counted = metrics.filter(metric => !(isHour && countingOf(metric).by === 'hit'));
  if (counted.length === 0) return null;
  const dayAt = by === 'value' ? -1 : place('day');
  const valueAt = by === 'day' ? -1 : place(isHour ? 'hour' : columnOf(rollup));
  const idOf = (fields: Fields) => {
    const value = valueAt < 0 ? 0 : (fields[valueAt] as number);
    if (dayAt < 0) return value;
    return valueAt < 0 ? (fields[dayAt] as number) : (fields[dayAt] as number) * 24 + value;
  };
  const adds = counted.map(metric => {
    const field = fieldOf(metric, statistic);
    return { column: metrics.indexOf(metric), at: field === null ? -1 : place(field) };
  });
  return fields => {
    const position = sum.positionOf(idOf(fields));
    for (const { column, at } of adds) {
      (sum.columns[column] as Float64Array)[position]! += at < 0 ? 1 : (fields[at] as number);
    }
  };
}

/** What says how much a visit adds to a metric; null when it is always 1. */
function fieldOf(metric: StoredMetric, statistic: Statistic | undefined): VisitField | null {
  const counting = countingOf(metric);
  // Of a visitor all visits of a day have the same values, of a visit each its own.
  if (counting.by === 'visitor') return statistic?.scope === 'visit' ? `new:${statistic.column}` : 'new';
  return counting.column || 'where' in counting ? `metric:${metric}` : null;
}

/** How a hit counts; null when nothing that is asked for comes from hits. */
function hitAdder({ rollup, by, metrics }: RollupQuery, sum: Sum, place: (field: HitField) => number): Add | null {
  const pageviews = rollup === PAGE || rollup === ROLLUP_HOUR ? metrics.indexOf(PAGEVIEWS) : -1;
  const events = rollup === EVENT || rollup === ROLLUP_HOUR ? metrics.indexOf(EVENTS) : -1;
  if (pageviews < 0 && events < 0) return null;
  const eventAt = place('event');
  const dayAt = by === 'value' ? -1 : place('day');
  const valueAt = rollup === ROLLUP_HOUR ? place('hour') : rollup === PAGE ? place('page') : eventAt;
  return fields => {
    const column = fields[eventAt] === 0 ? pageviews : events;
    if (column < 0) return;
    const value = fields[valueAt] as number;
    const id = dayAt < 0 ? value : (fields[dayAt] as number) * 24 + value;
    const position = sum.positionOf(id);
    (sum.columns[column] as Float64Array)[position]! += 1;
  };
}

function columnOf(rollup: number): VisitField {
  const column = DIMENSIONS.find(statistic => statistic.rollup === rollup)?.column;
  if (!column) throw new Error(`The rollup ${rollup} has no column that visits could be counted by.`);
  return column;
}

function metricOfHits(kind: 'pageview' | 'event'): StoredMetric {
  const found = STORED_METRICS.find(metric => {
    const counting = countingOf(metric);
    return counting.by === 'hit' && counting.kind === kind;
  });
  if (!found)
    throw new Error(`The registry has no metric that counts hits of the kind ${kind}, and reading depends on it.`);
  return found;
}

function rollupOfScope(scope: string): number {
  return DIMENSIONS.find(statistic => statistic.scope === scope)?.rollup ?? ROLLUP_DAY;
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
    if (code !== SPACE && code !== COMMA) {
      number = number * 10 + code - 48;
      continue;
    }
    fields[field] = number;
    number = 0;
    field = code === COMMA ? 0 : field + 1;
    if (code === COMMA) for (const add of adders) add(fields);
  }
}
