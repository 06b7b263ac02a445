import type { StoredMetric } from '../../../domain/metrics.ts';
import { findStatistic } from '../../../domain/statistics.ts';
import { quote } from '../../../domain/text.ts';
import { FileFault } from '../../fault.ts';
import type { CountedValue, ReadOptions, Row } from '../../importer.ts';
import { Once } from '../../once.ts';
import { metricOf } from './metrics.ts';
import { Plans } from './plan.ts';
import { NOT_EVENTS } from './statistics.ts';
import {
  dayIn,
  type FaultyRow,
  latestFirst,
  shapeOf,
  type TableFound,
  type TableHead,
  type TableRow,
  type Tables,
} from './table.ts';

type Sums = Partial<Record<StoredMetric, number>>;

/** Reads reports as sums by day; on each, a metric of a statistic comes from one report. Throws FileFault. */
export async function* readSums(tables: Tables, options: ReadOptions): AsyncGenerator<readonly Row[]> {
  const found = await tables.find();
  const plans = new Plans(found);
  yield [...plans.notes, ...notesOf(found)].map(({ table: { file, line }, reason }) => ({
    type: 'note',
    file,
    line,
    reason,
  }));
  const [first] = found;
  if (first && plans.countNothing)
    throw new FileFault(first.file, first.line, plans.notes[0]?.reason ?? 'It has nothing to count.');
  const once = new Once(options);
  const reader = new SumsReader(plans, once);
  try {
    // Of rows that several files have, the first one counts.
    for await (const rows of tables.rows(latestFirst(tables, found))) yield rows.flatMap(row => reader.read(row));
  } finally {
    once.close();
  }
}

class SumsReader {
  readonly #plans: Plans;
  readonly #shapes = new Map<TableHead, string>();
  readonly #once: Once;

  constructor(plans: Plans, once: Once) {
    this.#plans = plans;
    this.#once = once;
  }

  read(row: TableRow | FaultyRow): Row[] {
    const { file, line } = row;
    const bad = (reason: string): Row[] => [{ type: 'bad', file, line, reason }];
    if ('fault' in row) return bad(row.fault);
    const { table, dimensions } = row;
    const shape = this.#shapeOf(table);
    const day = dayIn(table, dimensions);
    if (typeof day === 'string') return bad(day);
    const choices = this.#plans.of(day).get(shape) ?? [];
    if (choices.length === 0) return [{ type: 'left out', reason: 'other_report' }];
    // Pages of a report can overlap.
    if (this.#isRepeat(shape, day, row)) return [{ type: 'left out', reason: 'repeated' }];
    const counted: CountedValue[] = [];
    // What the row adds to the totals of its day.
    const ofDay: Sums = {};
    for (const { reading, metrics, isAddedUp } of choices) {
      const sums: Sums = {};
      for (const metric of metrics) {
        const number = metricOf(metric, table.metrics, row.metrics);
        if (typeof number === 'string') return bad(number);
        sums[metric] = number;
      }
      const value = reading.value(...reading.dimensions.map(name => dimensions[table.dimensions.indexOf(name)] ?? ''));
      if (reading.name === 'event' && NOT_EVENTS.has(value)) continue;
      if (reading.name === 'event') ofDay.events = sums.events ?? 0;
      if (reading.name === 'pageviews_hours' && !/^(?:[01]\d|2[0-3])$/.test(value))
        return bad(`The hour ${quote(value)} is not a number from 0 to 23.`);
      if (isAddedUp) Object.assign(ofDay, sums);
      else counted.push(countedValue(reading.name, value, sums));
    }
    if (Object.keys(ofDay).length > 0) counted.push(countedValue('day', '', ofDay));
    return [
      counted.length > 0 ? { type: 'sums', file, line, day, counted } : { type: 'left out', reason: 'automatic' },
    ];
  }

  #isRepeat(shape: string, day: number, { table, dimensions }: TableRow): boolean {
    const key = table.dimensions.map((name, at) => `${name}=${dimensions[at]}`).sort();
    return !this.#once.isNew(JSON.stringify([shape, day, key]));
  }

  #shapeOf(table: TableHead): string {
    let shape = this.#shapes.get(table);
    if (shape === undefined) {
      shape = shapeOf(table);
      this.#shapes.set(table, shape);
    }
    return shape;
  }
}

function countedValue(name: CountedValue['name'], value: string, sums: Sums): CountedValue {
  const statistic = name === 'day' ? undefined : findStatistic(name);
  // What it counts can be in another report, whose row adds it.
  return { name, value, sums: statistic ? { [statistic.metric]: 0, ...sums } : sums };
}

/** Returns what should be known about the counts of reports, and the pages of reports that are missing. */
function notesOf(found: readonly TableFound[]): { readonly table: TableHead; readonly reason: string }[] {
  const notes = found.flatMap(table => table.notes.map(reason => ({ table, reason })));
  const reports = Map.groupBy(
    found.filter(({ rowCount }) => rowCount !== null),
    table => `${shapeOf(table)} ${table.rowCount}`,
  );
  for (const parts of reports.values()) {
    const [table] = parts;
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    if (table && rows < (table.rowCount ?? 0))
      notes.push({
        table,
        reason: `The report has ${table.rowCount} rows, of which ${rows} are here; ask for the others with "offset": ${rows}.`,
      });
  }
  return notes;
}
