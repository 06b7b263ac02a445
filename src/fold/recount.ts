import { chunksOf } from '../counting/chunks.ts';
import { COLUMNS, type Kind, type Part } from '../counting/columns.ts';
import { count } from '../counting/count.ts';
import { countAllProperties } from '../counting/properties.ts';
import { COUNTED_ROLLUPS, type CountedRollup } from '../counting/rollups.ts';
import { select } from '../counting/selection.ts';
import { NO_SUMS } from '../counting/vector.ts';
import { PartBuilder } from '../db/columns/part-builder.ts';
import { addRows, readRowSizes } from '../db/columns/read-rows.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import type { PropertyRow } from '../db/rollups/properties.ts';
import type { SumRow } from '../db/rollups/sums.ts';
import { STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';
import type { DayRange } from '../domain/range.ts';
import { sumOfProperties } from './properties.ts';

/** The rollups that can be recounted, because a column stores their values. */
const COUNTED = [...COUNTED_ROLLUPS.values()].filter(({ column }) => column !== undefined);
export const ROLLUPS: readonly number[] = COUNTED.map(({ rollup }) => rollup);
/** What rollups count neither has an order nor sums of money. */
const UNCOUNTED = ['visit.start', 'pageview.gap', 'event.gap', 'event.after', 'event.unit', 'event.amount'];
const COLUMNS_COUNTED: ReadonlySet<string> = new Set(
  (Object.keys(COLUMNS) as Kind[])
    .flatMap(kind => [...COLUMNS[kind].plain, ...COLUMNS[kind].ids].map(name => `${kind}.${name}`))
    .filter(name => !UNCOUNTED.includes(name)),
);

/** Rows by rollup, time and value. */
export type RowsByKey = Map<string, SumRow>;

export function keyOf({ rollup, at, value }: Pick<SumRow, 'rollup' | 'at' | 'value'>): string {
  return `${rollup}:${at}:${value}`;
}

/** What the rollups of some days should be. */
export interface Recounted {
  readonly rows: RowsByKey;
  /** By day, in any order. */
  readonly properties: readonly PropertyRow[];
}

/**
 * Counts all visits and hits of some days, in the same way as a filter that matches everything: for all rollups and
 * properties, or only for some rollups.
 */
export async function recount(
  tx: Executor,
  dialect: Dialect,
  website: number,
  days: DayRange,
  rollups: readonly number[] = ROLLUPS,
): Promise<Recounted> {
  const counted = COUNTED.filter(({ rollup }) => rollups.includes(rollup));
  const ofHits = counted.filter(({ ofHit }) => ofHit.length > 0);
  const columns = columnsOf(counted);
  const rows: RowsByKey = new Map();
  const properties: PropertyRow[] = [];
  for (const chunk of chunksOf(days, await readRowSizes(tx, website, days))) {
    const ofVisits = new Map<number, PartBuilder>();
    const ofNobody = new Map<number, PartBuilder>();
    await addRows(tx, dialect, website, chunk, {
      of: day => builderIn(ofVisits, day),
      ofNobody: day => builderIn(ofNobody, day),
      columns,
    });
    const into = { rows, properties: rollups === ROLLUPS ? properties : null };
    for (const [day, builder] of ofVisits) addPart(into, day, builder.build(), counted, () => STORED_METRICS);
    // Nobody's hits are no visit, so that nothing but hits is counted.
    for (const [day, builder] of ofNobody) addPart(into, day, builder.build(), ofHits, ({ ofHit }) => ofHit);
  }
  return { rows, properties: sumOfProperties(properties) };
}

/** The columns of a part that `countPart` counts. */
export const ALL_COUNTED = columnsOf(COUNTED);
const ALL_OF_HITS = COUNTED.filter(({ ofHit }) => ofHit.length > 0);

/** Counts the visits of a day that are in a part, or only their hits, for all rollups and properties. */
export function countPart(day: number, part: Part, what: 'visits' | 'hits'): Recounted {
  const into = { rows: new Map() as RowsByKey, properties: [] as PropertyRow[] };
  if (what === 'visits') addPart(into, day, part, COUNTED, () => STORED_METRICS);
  else addPart(into, day, part, ALL_OF_HITS, ({ ofHit }) => ofHit);
  return into;
}

function addPart(
  { rows, properties }: { readonly rows: RowsByKey; readonly properties: PropertyRow[] | null },
  day: number,
  part: Part,
  counted: readonly CountedRollup[],
  metricsOf: (one: CountedRollup) => readonly StoredMetric[],
): void {
  addCounts(rows, day, part, counted, metricsOf);
  if (!properties) return;
  for (const kind of ['pageview', 'event'] as const)
    for (const count of countAllProperties(part, kind)) properties.push({ ...count, at: day });
}

/** Returns the columns that these rollups count. */
function columnsOf(counted: readonly CountedRollup[]): ReadonlySet<string> {
  const ofHits = counted.some(({ ofHit }) => ofHit.length > 0);
  const own = new Set(counted.map(({ column }) => column as string));
  const isNeeded = (name: string) => {
    const [kind = '', column = ''] = name.split('.');
    if (kind !== 'visit') return ofHits;
    if (column === 'pages' || column === 'triggers') return ofHits;
    return (COLUMNS.visit.plain as readonly string[]).includes(column) || own.has(column);
  };
  return new Set([...COLUMNS_COUNTED].filter(isNeeded));
}

function builderIn(builders: Map<number, PartBuilder>, day: number): PartBuilder {
  let builder = builders.get(day);
  if (!builder) {
    builder = new PartBuilder(day, 1);
    builders.set(day, builder);
  }
  return builder;
}

/** Adds what the visits of a part, and their hits, are worth in these rollups. */
function addCounts(
  rows: RowsByKey,
  day: number,
  part: Part,
  counted: readonly CountedRollup[],
  metricsOf: (counted: CountedRollup) => readonly StoredMetric[],
): void {
  const range = { from: day, to: day };
  const queries = counted.map(one => ({ rollup: one.rollup, by: 'value', ...range, metrics: metricsOf(one) }) as const);
  const selection = select(part, { always: true }, Uint8Array.of(1));
  count(part, selection, queries, 'each').forEach(({ metrics, ids, columns }, index) => {
    const { rollup, skipEmpty } = counted[index] as CountedRollup;
    ids.forEach((value, at) => {
      if ((skipEmpty && value === 0) || columns.every(column => column[at] === 0)) return;
      const key = keyOf({ rollup, at: day, value });
      let row = rows.get(key);
      if (!row) {
        row = { rollup, at: day, value, ...NO_SUMS };
        rows.set(key, row);
      }
      for (let column = 0; column < metrics.length; column++)
        row[metrics[column] as StoredMetric] += columns[column]?.[at] as number;
    });
  });
}
