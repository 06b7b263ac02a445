import { dayOf } from '../../../domain/calendar.ts';
import { OTHER } from '../../../domain/other.ts';
import { quote } from '../../../domain/text.ts';
import type { SourceFile } from '../../importer.ts';

/** A table of GA4, by the names that its API has for dimensions and metrics. */
export interface TableHead {
  readonly file: string;
  readonly line: number;
  readonly dimensions: readonly string[];
  readonly metrics: readonly string[];
  /** The day of all rows (since 1970-01-01) of a table without a dimension for it. */
  readonly day?: number;
}

/** What is only known when a table was read once. */
export interface TableFound extends TableHead {
  readonly rows: number;
  /** The days that it has rows of; null if they are not known before its rows are read. */
  readonly days: ReadonlySet<number> | null;
  /** The number of rows that the report has, of which a file can have some; null if it does not say. */
  readonly rowCount: number | null;
  /** Sentences on what its counts are worth. */
  readonly notes: readonly string[];
}

/** A row, with the texts of its dimensions and metrics in the order of the head. */
export interface TableRow {
  readonly table: TableHead;
  readonly file: string;
  readonly line: number;
  readonly dimensions: readonly string[];
  readonly metrics: readonly string[];
}

/** A row that cannot be read. */
export interface FaultyRow {
  readonly file: string;
  readonly line: number;
  readonly fault: string;
}

/** The tables of some files, which can be read any number of times. */
export interface Tables {
  readonly files: readonly SourceFile[];
  /** Reads everything once, before `rows`. Throws FileFault. */
  find(): Promise<readonly TableFound[]>;
  rows(files: readonly SourceFile[]): AsyncIterable<readonly (TableRow | FaultyRow)[]>;
}

/** Returns what two tables share that are parts of one report. */
export function shapeOf({ dimensions, metrics }: TableHead): string {
  return `${dimensions.toSorted().join()}|${metrics.toSorted().join()}`;
}

/** Returns whether GA4 has put several values together in a row, under the name that they have here, too. */
export function hasOther(dimensions: readonly string[]): boolean {
  return dimensions.includes(OTHER);
}

/** Returns the day of a row with these dimensions, or why it has none. */
export function dayIn(table: Pick<TableHead, 'dimensions' | 'day'>, dimensions: readonly string[]): number | string {
  const cell = (name: string) => dimensions[table.dimensions.indexOf(name)];
  const nth = cell('nthDay');
  if (nth !== undefined && table.day !== undefined && /^\d{1,4}$/.test(nth)) return table.day + Number(nth);
  const text = cell('date') ?? cell('dateHour')?.slice(0, 8) ?? nth;
  if (text === undefined && table.day !== undefined) return table.day;
  const day = dayOf((text ?? '').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
  return day ?? `The date ${quote(text ?? '')} is not a day such as 20260131.`;
}

/** Returns the files, those with later days first, because the last day of an export may not be whole. */
export function latestFirst({ files }: Tables, found: readonly TableFound[]): SourceFile[] {
  const last = new Map<string, number>();
  for (const { file, days } of found)
    for (const day of days ?? []) last.set(file, Math.max(day, last.get(file) ?? Number.NEGATIVE_INFINITY));
  return files.toSorted((a, b) => (last.get(b.name) ?? 0) - (last.get(a.name) ?? 0));
}
