import { dayOf } from '../domain/calendar.ts';
import type { PropertyRef } from '../domain/filter.ts';
import type { StoredMetric } from '../domain/metrics.ts';
import { OTHER } from '../domain/other.ts';
import { findStatistic, type StatName } from '../domain/statistics.ts';
import { quote } from '../domain/text.ts';
import type { CountedValue, Row, SourceFile } from './importer.ts';
import { notWhole, readCsv, wrongCells } from './readers/csv.ts';
import { textOf } from './sums-values.ts';
import { cellAt, type Watch, type Watched, watchRows } from './watched-rows.ts';

/** Where a table of sums has the value of a statistic. */
export interface ValueRule {
  readonly name: StatName;
  /** The columns that the value is read from. */
  readonly from: readonly string[];
  /** The column without which a table does not have the statistic; the first one if it is not named. */
  readonly needs?: string;
  /** Returns the value from those cells; missing columns are empty. */
  readonly read: (...cells: string[]) => string;
  /** The only metrics that count for its values; all of the table if they are not named. */
  readonly only?: readonly StoredMetric[];
}

/** Where a table has a property of events. */
export interface PropertyRule {
  /** The column of the value, without which the table does not have it. */
  readonly value: string;
  /** The columns that tell which property it is. */
  readonly from: readonly string[];
  /** Returns the property from those cells; null if the row has none. */
  readonly of: (...cells: string[]) => PropertyRef | null;
}

/** A metric that a table has as an average, so that its total is only as exact as that. */
export interface AverageRule {
  readonly column: string;
  readonly of: StoredMetric;
  readonly metric: StoredMetric;
  /** What the average is multiplied by, such as 0.01 for percent. */
  readonly scale: number;
}

/** A kind of file with a row for each day and value. */
export interface SumsTable {
  /** What the tool calls it. */
  readonly name: string;
  /** What its columns of counts are called here. */
  readonly metrics: Readonly<Record<string, StoredMetric | readonly StoredMetric[]>>;
  readonly averages?: readonly AverageRule[];
  /** The metrics that it adds to the totals of the day. */
  readonly day?: readonly StoredMetric[];
  readonly values: readonly ValueRule[];
  readonly properties?: readonly PropertyRule[];
}

/** How a file is read. */
export interface SumsTableOptions {
  readonly table: SumsTable;
  /** The names under which the table knows the columns; those of the head if they are the same. */
  readonly columns?: readonly string[];
  /** The column of the day. */
  readonly date: string;
  /** What people should know of the file, before its rows. */
  readonly notes?: readonly Row[];
  readonly watch?: Watch;
}

/** A file that is not read, and why. */
export interface PassedOver {
  readonly table: null;
  readonly notes: readonly Row[];
}

/** A count; some databases write `12.0`. */
const COUNT = /^(\d+)(?:\.0+)?$/;
const AVERAGE = /^(?:\d{1,12}(?:\.\d*)?)?$/;
/** Values that are remembered for each group of cells, because reading one takes longer than finding it. */
const MOST = 20_000;

/**
 * Yields the rows of a file as the options for its head say, which name the table; nothing but notes if there is none. Columns may
 * be in any order, and those that the table does not name are ignored.
 */
export async function* readSumsTable(
  file: SourceFile,
  optionsFor: (head: readonly string[]) => SumsTableOptions | PassedOver,
): AsyncGenerator<readonly Row[]> {
  let read: ((cells: readonly string[], place: Place) => Row) | undefined;
  let watched: Watched | undefined;
  for await (const { rows, lines } of readCsv(file)) {
    const start = read ? 0 : 1;
    if (!read) {
      const head = headOf(rows[0] as readonly string[]);
      const options = optionsFor(head);
      if (options.notes) yield options.notes;
      if (options.table === null) return;
      const columns = options.columns ?? head;
      read = rowReader(columns, options);
      watched = options.watch && watchRows(columns, options.watch);
    }
    const batch: Row[] = [];
    for (let at = start; at < rows.length; at++) {
      const cells = rows[at] as readonly string[];
      const row = read(cells, { file: file.name, line: lines[at] as number });
      if (row.type === 'sums') watched?.see(cells, row.line);
      batch.push(row);
    }
    yield batch;
  }
  const note = watched?.note();
  if (note) yield [{ type: 'note', file: file.name, ...note }];
}

interface Place {
  readonly file: string;
  readonly line: number;
}

/** Returns the columns of a head as they are compared. */
export function headOf(cells: readonly string[]): string[] {
  return cells.map(cell =>
    cell
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  );
}

function rowReader(head: readonly string[], { table, date }: SumsTableOptions) {
  const cellsOf = (columns: readonly string[]) => columns.map(column => head.indexOf(column));
  const [dateAt = -1] = cellsOf([date]);
  const counts = Object.entries(table.metrics)
    .map(([column, metrics]) => ({ column, metrics: [metrics].flat(), at: head.indexOf(column) }))
    .filter(({ at }) => at >= 0);
  const averages = (table.averages ?? [])
    .map(average => ({ ...average, at: head.indexOf(average.column) }))
    .filter(({ at }) => at >= 0);
  const known = new Set([...counts.flatMap(({ metrics }) => metrics), ...averages.map(({ metric }) => metric)]);
  const rules = table.values.filter(
    ({ name, from: [first = ''], needs = first }) => head.includes(needs) && known.has(metricOf(name)),
  );
  // The values that are read from the same cells are remembered together.
  const values = [...Map.groupBy(rules, ({ from }) => from.join()).values()].map(some => ({
    rules: some,
    read: remembered(cellsOf(some[0]?.from ?? []), some),
  }));
  const properties = (table.properties ?? [])
    .filter(({ value }) => head.includes(value))
    .map(({ value, from, of }) => ({ at: head.indexOf(value), cells: cellsOf(from), of }));
  const ofDay = table.day?.filter(metric => known.has(metric)) ?? [];

  let latest: { text: string; day: number | null } = { text: '', day: null };

  return (cells: readonly string[], place: Place): Row => {
    const fault = wrongCells(cells, head.length);
    if (fault !== null) return { type: 'bad', ...place, reason: fault };
    const text = cellAt(cells, dateAt).slice(0, 10);
    // Rows of a day mostly follow each other.
    if (text !== latest.text) latest = { text, day: dayOf(text) };
    const { day } = latest;
    if (day === null)
      return { type: 'bad', ...place, reason: `The ${date} ${quote(text)} is not a day such as 2026-01-31.` };
    const sums: Partial<Record<StoredMetric, number>> = {};
    for (const { column, metrics, at } of counts) {
      const count = cellAt(cells, at);
      const match = count === '' ? ['', '0'] : COUNT.exec(count);
      if (!match) return { type: 'bad', ...place, reason: notWhole(column, count) };
      for (const metric of metrics) sums[metric] = Number(match[1]);
    }
    for (const { column, metric, of, scale, at } of averages) {
      const text = cellAt(cells, at).replace(/ ?%$/, '');
      if (!AVERAGE.test(text))
        return { type: 'bad', ...place, reason: `The ${column} ${quote(text)} is not a number.` };
      sums[metric] = Math.round(Number(text) * scale * (sums[of] ?? 0));
    }
    const counted: CountedValue[] = [];
    for (const { rules, read } of values) {
      const found = read(cells);
      for (let at = 0; at < rules.length; at++) {
        const { name, only } = rules[at] as ValueRule;
        counted.push({ name, value: found[at] as string, sums: only ? pick(sums, only) : sums });
      }
    }
    for (const { at, cells: places, of } of properties) {
      const value = textOf(cellAt(cells, at));
      const property = value === '' ? null : of(...places.map(place => cellAt(cells, place)));
      if (!property) continue;
      counted.push({ name: 'property', value: property.key === OTHER ? OTHER : value, sums, property });
    }
    if (ofDay.length > 0) counted.push({ name: 'day', value: '', sums: pick(sums, ofDay) });
    return { type: 'sums', ...place, day, counted };
  };
}

type Sums = Readonly<Partial<Record<StoredMetric, number>>>;

function pick(sums: Sums, metrics: readonly StoredMetric[]): Sums {
  // What the table does not have stays unknown rather than zero.
  return Object.fromEntries(metrics.flatMap(metric => (metric in sums ? [[metric, sums[metric]]] : [])));
}

/** Returns the metric that a statistic counts. */
export function metricOf(name: StatName): StoredMetric {
  const statistic = findStatistic(name);
  if (!statistic) throw new Error(`There is no statistic ${name}.`);
  return statistic.metric;
}

/** Returns a reader of the cells at these places, by several rules, that remembers what it has read. */
function remembered(places: readonly number[], rules: readonly ValueRule[]): (cells: readonly string[]) => string[] {
  const known = new Map<string, string[]>();
  return cells => {
    const given = places.map(at => cellAt(cells, at));
    const key = given.length === 1 ? (given[0] as string) : given.join('\0');
    let values = known.get(key);
    if (values === undefined) {
      values = rules.map(({ read }) => read(...given));
      if (known.size >= MOST) known.clear();
      known.set(key, values);
    }
    return values;
  };
}
