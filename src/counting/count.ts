import { countingOf, type StoredMetric } from '../domain/metrics.ts';
import { addAttentions, addHitsOfVisits } from './add-hits.ts';
import type { Numbers, Part } from './columns.ts';
import { firstHits } from './hits-of-visits.ts';
import { loop } from './loop.ts';
import { mark } from './masks.ts';
import {
  attentionOf,
  type CountedRollup,
  countedRollup,
  EVENTS,
  PAGEVIEWS,
  ROLLUP_DAY,
  type RollupQuery,
} from './rollups.ts';
import { Scratch } from './scratch.ts';
import type { Selection } from './selection.ts';
import type { Vector } from './vector.ts';

/**
 * Counts the selected visits and their hits: returns for each query what the rollups would hold if no others existed.
 * The ranges of the queries are ignored. With `each`, the hits of a day are counted one by one, which a recount needs:
 * a visit may say that it has fewer, because its numbers have a limit.
 */
export function count(
  part: Part,
  selection: Selection,
  queries: readonly RollupQuery[],
  hits: 'of visits' | 'each' = 'of visits',
): Vector[] {
  const amounts = new Map<StoredMetric, ArrayLike<number> | null>();
  const begins = { pages: null, triggers: null } as Record<'pages' | 'triggers', Uint32Array | null>;
  return queries.map(query => {
    const counted = countedRollup(query.rollup);
    // The hits of a day's visits are all on that day, so they need not be read.
    const byVisit = hits === 'of visits' && query.rollup === ROLLUP_DAY;
    const visitMetrics = byVisit ? [...counted.ofVisit, ...counted.ofHit] : counted.ofVisit;
    const rows = rowsOf(part, query.by, counted);
    const touched = new Uint8Array(rows.length);
    const columns = query.metrics.map(() => new Float64Array(rows.length));
    const ofVisits = query.metrics.filter(metric => visitMetrics.includes(metric));
    if (ofVisits.length > 0) {
      const places = placesOf(part, selection.visits, rows);
      mark(touched, places);
      for (const metric of ofVisits) {
        const column = columns[query.metrics.indexOf(metric)] as Float64Array;
        if (countingOf(metric).by === 'visitor' && counted.visitorOnceIn === 'row')
          addNewIn(places, selection.isNew, column);
        else add(places, amountsOf(metric), column);
      }
    }
    if (!byVisit)
      for (const metric of query.metrics.filter(one => counted.ofHit.includes(one)))
        addHits(part, selection, metric, query.by, counted, beginsOf, {
          sums: columns[query.metrics.indexOf(metric)] as Float64Array,
          touched,
        });
    return vectorOf(query.metrics, rows, touched, columns);
  });

  /** Returns where the hits of a kind begin that each visit has; `column` has their numbers. */
  function beginsOf(column: 'pages' | 'triggers'): Uint32Array {
    begins[column] ??= firstHits(memory[column], part.column('visit', column).values);
    return begins[column];
  }

  /** Returns what each selected visit adds to a metric; null when each adds 1. */
  function amountsOf(metric: StoredMetric): ArrayLike<number> | null {
    const known = amounts.get(metric);
    if (known !== undefined) return known;
    const found = amountsOfVisits(part, selection, metric);
    amounts.set(metric, found);
    return found;
  }
}

/** Returns what each selected visit adds to a metric; null when each adds 1. */
export function amountsOfVisits(
  part: Part,
  { visits, isNew }: Selection,
  metric: StoredMetric,
): ArrayLike<number> | null {
  const counting = countingOf(metric);
  if (counting.by === 'visitor') return isNew;
  const column = counting.by === 'page' ? (counting.as === 'one' ? 'attended' : 'engaged') : counting.column;
  if (column) return picked(part.column('visit', column).values, visits, new Uint32Array(visits.length));
  const conditions = Object.entries(('where' in counting && counting.where) || {});
  if (conditions.length === 0) return null;
  const amounts = new Uint8Array(visits.length).fill(1);
  for (const [name, number] of conditions) {
    clearUnless(amounts, visits, part.column('visit', name).values, number);
  }
  return amounts;
}

/** Each loop has a function of its own, with arrays and numbers alone: see selection.ts. */
const clearUnless = loop((amounts: Uint8Array, visits: Uint32Array, values: Numbers, number: number): void => {
  for (let at = 0; at < visits.length; at++) if (values[visits[at] as number] !== number) amounts[at] = 0;
});

/** Fills `into` with the values at these places. */
export const picked = loop(
  <T extends Numbers | Int32Array | Float64Array>(
    values: Numbers | Int32Array | Float64Array,
    places: Uint32Array,
    into: T,
  ): T => {
    for (let at = 0; at < places.length; at++) into[at] = values[places[at] as number] as number;
    return into;
  },
);

/** The rows of a query within a part: how many there are, and the id of each. */
interface Rows {
  readonly length: number;
  readonly idAt: (row: number) => number;
  /** The row of a visit is `day * perDay + value`, of which either can be missing. */
  readonly perDay: number;
  readonly values: Numbers | null;
}

function rowsOf(part: Part, by: RollupQuery['by'], { rollup, column, ofVisit, ofHit }: CountedRollup): Rows {
  if (column === undefined) throw new Error(`The rollup ${rollup} has no column to count by.`);
  const { firstDay } = part;
  const isHour = column === 'hour';
  if (by === 'day') return { length: part.days, idAt: row => firstDay + row, perDay: 1, values: null };
  if (by === 'hour')
    return {
      length: part.days * 24,
      idAt: row => firstDay * 24 + row,
      perDay: 24,
      values: isHour ? part.column('visit', 'hour').values : null,
    };
  if (column === null) return { length: 1, idAt: () => 0, perDay: 0, values: null };
  if (isHour) return { length: 24, idAt: row => row, perDay: 0, values: part.column('visit', 'hour').values };
  const { values, ids } =
    ofVisit.length > 0
      ? part.column('visit', column)
      : part.column(ofHit.includes(PAGEVIEWS) ? 'pageview' : 'event', column);
  return { length: (ids as Uint32Array).length, idAt: row => (ids as Uint32Array)[row] as number, perDay: 0, values };
}

function placesOf(part: Part, visits: Uint32Array, { perDay, values }: Rows): Uint32Array {
  const places = new Uint32Array(visits.length);
  if (perDay > 0) addScaled(places, visits, part.column('visit', 'day').values, perDay);
  if (values) addScaled(places, visits, values, 1);
  return places;
}

const addScaled = loop((places: Uint32Array, visits: Uint32Array, values: Numbers, factor: number): void => {
  for (let at = 0; at < visits.length; at++) places[at]! += (values[visits[at] as number] as number) * factor;
});

const add = loop((places: Uint32Array, amounts: ArrayLike<number> | null, column: Float64Array): void => {
  if (amounts === null) for (let at = 0; at < places.length; at++) column[places[at] as number]!++;
  else for (let at = 0; at < places.length; at++) column[places[at] as number]! += amounts[at] as number;
});

/** Counts a visitor once a day in each row: with the first selected visit that has the row's value. */
const addNewIn = loop((places: Uint32Array, isNew: Uint8Array, column: Float64Array): void => {
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number;
    let isRepeated = false;
    for (let before = at; isNew[before] === 0 && !isRepeated; ) isRepeated = places[--before] === place;
    if (!isRepeated) column[place]!++;
  }
});

const memory = { pages: new Scratch(), triggers: new Scratch() };

function addHits(
  part: Part,
  { visits }: Selection,
  metric: StoredMetric,
  by: RollupQuery['by'],
  { column }: CountedRollup,
  beginsOf: (column: 'pages' | 'triggers') => Uint32Array,
  { sums, touched }: { readonly sums: Float64Array; readonly touched: Uint8Array },
): void {
  const attention = attentionOf(metric);
  const kind = metric === EVENTS ? 'event' : 'pageview';
  if (metric !== PAGEVIEWS && metric !== EVENTS && !attention)
    throw new Error(`The metric ${metric} does not count hits.`);
  const known = attention && part.column('pageview', attention.attention === 'depth' ? 'depth' : 'engaged').values;
  const days = part.column('visit', 'day').values;
  const perDay = by === 'value' ? 0 : by === 'day' ? 1 : 24;
  const values = by === 'day' || column === null || column === undefined ? null : part.column(kind, column).values;
  const begins = beginsOf(kind === 'pageview' ? 'pages' : 'triggers');
  if (known) addAttentions(visits, begins, days, perDay, sums, touched, values, known, attention?.as === 'amount');
  else addHitsOfVisits(visits, begins, days, perDay, sums, touched, values);
}

function vectorOf(
  metrics: readonly StoredMetric[],
  { length, idAt }: Rows,
  touched: Uint8Array,
  columns: readonly Float64Array[],
): Vector {
  const rows = rowsIn(touched, length);
  const ids: number[] = [];
  for (let at = 0; at < rows.length; at++) ids.push(idAt(rows[at] as number));
  return {
    metrics,
    ids,
    columns: columns.map(column => picked(column, rows, new Float64Array(rows.length))),
  };
}

/** Returns the rows that are marked. */
function rowsIn(touched: Uint8Array, length: number): Uint32Array {
  const rows = new Uint32Array(length + 1);
  let count = 0;
  for (let row = 0; row < length; row++) {
    rows[count] = row;
    count += touched[row] as number;
  }
  return rows.subarray(0, count);
}
