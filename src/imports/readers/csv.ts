import Papa from 'papaparse';
import { quote } from '../../domain/text.ts';
import { FileFault } from '../fault.ts';
import type { SourceFile } from '../importer.ts';
import { countBreaks, readText } from './text.ts';

/** Some rows of a file of CSV. */
export interface CsvRows {
  readonly rows: readonly (readonly string[])[];
  /** The lines on which the rows begin. */
  readonly lines: ArrayLike<number>;
}

const LONGEST_ROW = 1024 * 1024;
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Returns the delimiter that the first line of a text has most of. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const counts = DELIMITERS.map(delimiter => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Returns the cells of the first line of a text. */
export function firstCells(text: string): string[] {
  const [line = ''] = text.split('\n', 1);
  return (Papa.parse<string[]>(line, { delimiter: delimiterOf(text) }).data[0] ?? []).map(cell => cell.trim());
}

/** Returns what is wrong with a count that is none. */
export function notWhole(column: string, text: string): string {
  return `The column ${column} has ${quote(text)}, which is not a whole number from 0 on.`;
}

/**
 * Returns why a row that has fewer cells than its head, or more, cannot be read; null for any other. The last row of a file
 * that was cut off would count with what it lacks, and one with a bare delimiter in a cell with the wrong cells.
 */
export function wrongCells(cells: readonly string[], width: number): string | null {
  if (cells.length < width)
    return `The row has ${cells.length} cells, but the head has ${width}; the file may be cut off.`;
  if (cells.length > width && cells.slice(width).some(cell => cell !== ''))
    return `The row has ${cells.length} cells, but the head has only ${width}; put cells in quotes that have a delimiter in them.`;
  return null;
}

/**
 * Yields all rows, with the head as the first; empty lines are left out. Cells between tabs are `quoted`, as spreadsheets write
 * them, or `escaped`, as databases do: there, a quote is a character like any other. Throws FileFault for an unclosed quote.
 */
export async function* readCsv(file: SourceFile, tabs: 'quoted' | 'escaped' = 'quoted'): AsyncGenerator<CsvRows> {
  let delimiter: string | undefined;
  let text = '';
  let line = 1;
  const parse = (isLast: boolean): CsvRows | null => {
    delimiter ??= delimiterOf(text);
    const first = line;
    const isEscaped = delimiter === '\t' && tabs === 'escaped';
    const parser = new Papa.Parser({ delimiter, newline: '\n', quoteChar: '"', ...(isEscaped && { fastMode: true }) });
    const { data, errors, meta } = parser.parse(text, 0, !isLast) as Papa.ParseResult<string[]>;
    const [fault] = errors;
    if (fault && (isLast || fault.code === 'InvalidQuotes'))
      throw new FileFault(file.name, lineIn(data, first, fault.row ?? 0), QUOTES);
    const end = isLast ? text.length : meta.cursor;
    line += countBreaks(text.slice(0, end));
    text = text.slice(end);
    if (text.length > LONGEST_ROW) throw new FileFault(file.name, line, text.includes('"') ? QUOTES : TOO_LONG);
    const begins = new Int32Array(data.length);
    // Nearly always, no cell has a break.
    const isPlain = line - first <= data.length - Number(isLast);
    for (let at = 0, next = first; at < data.length; at++) {
      begins[at] = next;
      next += isPlain ? 1 : 1 + breaksIn(data[at] as string[]);
    }
    if (isEscaped) unescapeAll(data);
    if (!data.some(isEmpty)) return data.length === 0 ? null : { rows: data, lines: begins };
    const places = [...data.keys()].filter(at => !isEmpty(data[at] as string[]));
    if (places.length === 0) return null;
    return { rows: places.map(at => data[at] as string[]), lines: places.map(at => begins[at] as number) };
  };
  for await (const more of readText(file)) {
    text += more;
    // Without its end, the first line does not tell the delimiter.
    if (delimiter === undefined && !text.includes('\n') && text.length <= LONGEST_ROW) continue;
    const rows = parse(false);
    if (rows) yield rows;
  }
  const rows = text === '' ? null : parse(true);
  if (rows) yield rows;
}

const QUOTES =
  'The row has a quote that is not closed, or one within a cell that is not doubled; the file may be cut off. Export it again.';

const TOO_LONG = `The row is longer than ${LONGEST_ROW / 1024 / 1024} MiB; check that the file is CSV.`;

const ESCAPES = /\\([tnr0\\])/g;
const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', 0: '\0' };

/** Replaces what stands for tabs, breaks and backslashes; `\N` stays, because it is no text. */
function unescapeAll(rows: string[][]): void {
  for (const cells of rows)
    for (const [at, cell] of cells.entries())
      if (cell.includes('\\')) cells[at] = cell.replace(ESCAPES, (_, letter: string) => ESCAPED[letter] ?? letter);
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.length === 1 && cells[0] === '';
}

function lineIn(rows: readonly (readonly string[])[], first: number, index: number): number {
  return rows.slice(0, index).reduce((line, cells) => line + 1 + breaksIn(cells), first);
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + countBreaks(cell), 0);
}
