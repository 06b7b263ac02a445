import { ROLLUP_DAY } from '../counting/rollups.ts';
import { addAt, NO_SUMS, sumOf, type Vector } from '../counting/vector.ts';
import type { Dialect } from '../db/dialect.ts';
import type { ImportRow } from '../db/models/import.ts';
import { readUndo } from '../db/rollups/import-undo.ts';
import { rollupsFrom } from '../db/rollups/imported.ts';
import { readIds } from '../db/rollups/values.ts';
import { columnsOfBlock } from '../domain/block.ts';
import { firstDayOfMonth, lastDayOfMonth, monthNumber } from '../domain/calendar.ts';
import type { ImportFigure } from '../domain/import.ts';
import type { StoredMetric } from '../domain/metrics.ts';
import { OTHER } from '../domain/other.ts';
import { IMPORTED_PROPERTIES } from '../domain/properties.ts';
import { PROPERTY } from '../domain/statistics.ts';
import { addedOf } from '../fold/undo.ts';
import { Rollups } from '../stats/rollups.ts';
import { IdSet } from './bounded/id-set.ts';
import type { DayCounts } from './day-counts.ts';
import { REPORTED, TOTALS, Totals } from './tally.ts';

const CACHE = 16 * 1024 * 1024;

/** What was counted: the figure of each line of a report, and the totals of each day. */
export interface Counted {
  figure(name: string): ImportFigure | null;
  /** The statistics of which some values count as (other). */
  readonly bounded: ReadonlySet<string>;
  readonly days: DayCounts;
}

type Days = Pick<ImportRow, 'id' | 'websiteId'> & { readonly firstDay: number; readonly lastDay: number };

/**
 * Reads what answers say about the days of an import: about its own sums, or about all hits of the website, whose values are
 * not counted.
 */
export async function readAnswers(dialect: Dialect, of: Days, kind: 'sums' | 'hits'): Promise<Counted> {
  const { id, websiteId: website, firstDay: from, lastDay: to } = of;
  const rollups = new Rollups(dialect, CACHE);
  const read = async (rollup: number, by: 'day' | 'value', metrics: readonly StoredMetric[], range = { from, to }) => {
    const query = { website, rollup, by, ...range, metrics };
    // Sums of other imports are in answers, too.
    const asked = kind === 'sums' ? [{ ...query, only: id }] : [query, { ...query, only: 'imported' as const }];
    const [all, others = null] = await rollups.read(asked);
    if (!all) throw new Error('A query had no result.');
    return { all, others };
  };
  const figures = new Map<string, ImportFigure>();
  const ofDays = await read(ROLLUP_DAY, 'day', TOTALS);
  const [totals, otherTotals] = [sumOf(ofDays.all), ofDays.others && sumOf(ofDays.others)];
  for (const name of TOTALS) figures.set(name, totals[name] - (otherTotals?.[name] ?? 0));
  const sum = (vector: Vector | null, metric: StoredMetric) => (vector ? sumOf(vector)[metric] : 0);
  if (kind === 'hits')
    for (const { name, rollup, metric } of REPORTED) {
      let count = 0;
      // The values of a month fit in memory.
      for (const range of monthsOf(from, to)) {
        const { all, others } = await read(rollup, 'value', [metric], range);
        count += sum(all, metric) - sum(others, metric);
      }
      figures.set(name, count);
    }
  else {
    for (const { name, rollup, metric } of REPORTED) {
      const { all } = await read(rollup, 'value', [metric]);
      const values = Array.from(all.columns[0] ?? []).filter(count => count > 0).length;
      figures.set(name, { sum: sum(all, metric), values });
    }
    const properties = { sum: 0, values: 0 };
    for (const rollup of await rollupsFrom(dialect, website, [id], IMPORTED_PROPERTIES)) {
      const { all } = await read(rollup, 'value', [PROPERTY.metric]);
      properties.sum += sumOf(all)[PROPERTY.metric];
      properties.values += Array.from(all.columns[0] ?? []).filter(count => count > 0).length;
    }
    figures.set('property', properties);
  }
  return { figure: name => figures.get(name) ?? null, bounded: new Set(), days: daysOf(ofDays.all, ofDays.others) };
}

function* monthsOf(from: number, to: number): Generator<{ readonly from: number; readonly to: number }> {
  for (let month = monthNumber(from); month <= monthNumber(to); month++)
    yield { from: Math.max(from, firstDayOfMonth(month)), to: Math.min(to, lastDayOfMonth(month)) };
}

function daysOf(all: Vector, others: Vector | null): DayCounts {
  const countsOf = (vector: Vector) =>
    vector.ids.map((day, at): [number, number[]] => {
      const sums = { ...NO_SUMS };
      addAt(sums, vector, at);
      return [day, TOTALS.map(name => sums[name])];
    });
  const left = new Map(others ? countsOf(others) : []);
  return new Map(
    countsOf(all).map(([day, counts]) => [day, counts.map((count, at) => count - (left.get(day)?.[at] ?? 0))]),
  );
}

/** Reads what the hits of an import have added, which was stored with them: answers also have other hits. */
export async function readAdded(
  dialect: Dialect,
  { id, websiteId }: Pick<ImportRow, 'id' | 'websiteId'>,
): Promise<Counted> {
  const totals = new Totals();
  for (const name of TOTALS) totals.addTotal(name, 0);
  const figures = new Map<string, { sum: number; readonly values: IdSet }>();
  for (let last = await readUndo(dialect, websiteId, id); last; ) {
    for (const { day, rollup, block } of addedOf(last.body).blocks) {
      if (rollup === ROLLUP_DAY) addTotals(totals, day, block);
      const lines = LINES_OF.get(rollup);
      if (!lines) continue;
      const { ids, columns } = columnsOfBlock(
        block,
        lines.map(({ metric }) => metric),
      );
      lines.forEach(({ name }, line) => {
        const figure = figures.get(name) ?? { sum: 0, values: new IdSet() };
        figures.set(name, figure);
        (columns[line] as Float64Array).forEach((count, at) => {
          figure.sum += count;
          if (count > 0) figure.values.add(ids[at] as number);
        });
      });
    }
    last = await readUndo(dialect, websiteId, id, last.no);
  }
  const figure = (name: string) => {
    const found = figures.get(name);
    return found ? { sum: found.sum, values: found.values.size } : totals.figure(name);
  };
  const other = (await readIds(dialect, [websiteId], [OTHER])).get(websiteId)?.get(OTHER);
  const isBounded = (name: string) => other !== undefined && figures.get(name)?.values.has(other) === true;
  const bounded = new Set([...figures.keys()].filter(isBounded));
  return { figure, bounded, days: totals.days };
}

function addTotals(totals: Totals, day: number, block: Uint8Array): void {
  const { columns } = columnsOfBlock(block, TOTALS);
  TOTALS.forEach((name, at) => {
    const count = columns[at]?.[0] ?? 0;
    totals.addTotal(name, count);
    totals.addDay(day, name, count);
  });
}

/** The lines of a report, by the rollup that they are read from. */
const LINES_OF = Map.groupBy(REPORTED, ({ rollup }) => rollup);
