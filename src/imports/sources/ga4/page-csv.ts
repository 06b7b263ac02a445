import { dayOf } from '../../../domain/calendar.ts';
import { quote } from '../../../domain/text.ts';
import { FileFault } from '../../fault.ts';
import type { SourceFile } from '../../importer.ts';
import { readCsv } from '../../readers/csv.ts';
import { countBreaks } from '../../readers/text.ts';
import { columnsIn, isHeadCell } from './english.ts';
import {
  dayIn,
  type FaultyRow,
  hasOther,
  type TableFound,
  type TableHead,
  type TableRow,
  type Tables,
} from './table.ts';

/** A line such as `# Start date: 20260101` or `# 20260101-20260131`, in any language. */
const DATES = /^#(?:[^:]*:)?\s*(\d{8})(?:\s*-\s*(\d{8}))?\s*$/;
const TOTAL = /^(?:grand total|totals?)$/i;
const GRAND_TOTAL = /^grand total$/i;
const DAYS = ['date', 'dateHour'];

/** A line of a file: the head of a table, or one of its rows. */
type Piece =
  | { readonly type: 'head'; readonly table: TableHead | null; readonly line: number; readonly names: string }
  | { readonly type: 'row'; readonly row: TableRow }
  | { readonly type: 'fault'; readonly line: number };

/** Returns whether a text begins with the lines that the pages of GA4 put in front of their tables. */
export function isPageCsv(text: string): boolean {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  return lines[0]?.startsWith('#') === true && lines.some(line => daysIn(line).length > 0);
}

/** Reads the tables of files that the pages of GA4 download. */
export function pageTables(files: readonly SourceFile[]): Tables {
  return {
    files,
    async find() {
      const found: Found[] = [];
      const unusable: { file: string; line: number; names: string }[] = [];
      for (const file of files)
        for await (const pieces of piecesOf(file))
          for (const piece of pieces) {
            if (piece.type === 'head' && !piece.table) unusable.push({ file: file.name, ...piece });
            if (piece.type === 'head' && piece.table)
              found.push({ table: piece.table, rows: 0, days: new Set(), others: 0 });
            if (piece.type !== 'row') continue;
            const last = found.at(-1) as Found;
            last.rows++;
            if (hasOther(piece.row.dimensions)) last.others++;
            const day = dayIn(piece.row.table, piece.row.dimensions);
            if (typeof day === 'number') last.days.add(day);
          }
      const [first] = unusable;
      if (found.length === 0 && first) throw new FileFault(first.file, first.line, whyUnusable(first.names));
      const notes = unusable.map(({ line, names }) => `The table on line ${line} is left out. ${whyUnusable(names)}`);
      return found.map((one, at) => foundOf(one, at === 0 ? notes : []));
    },
    async *rows(inOrder) {
      for (const file of inOrder)
        for await (const pieces of piecesOf(file))
          yield pieces.flatMap((piece): (TableRow | FaultyRow)[] => {
            if (piece.type === 'row') return [piece.row];
            const fault = 'The row has fewer cells than the head of its table; the file may be cut off.';
            return piece.type === 'fault' ? [{ file: file.name, line: piece.line, fault }] : [];
          });
    },
  };
}

interface Found {
  readonly table: TableHead;
  rows: number;
  readonly days: Set<number>;
  others: number;
}

function foundOf({ table, rows, days, others }: Found, notes: readonly string[]): TableFound {
  const other = `GA4 has put further values together as (other) in ${others} rows; they are counted as (other), or as unknown.`;
  return { ...table, rows, days, rowCount: null, notes: others > 0 ? [...notes, other] : notes };
}

function whyUnusable(names: string): string {
  return columnsIn(names.split('\0'))
    ? `Its rows belong to no day: add the dimension Date in an exploration, or download one day at a time (its columns are ${quote(names.replaceAll('\0', ', '))}).`
    : `Its columns ${quote(names.replaceAll('\0', ', '))} are not the English ones; set the language of the Google account to English and download it again, or import the table alone as a CSV of sums with a mapping.`;
}

/** Yields the heads and rows of the tables of a file; a head without a table cannot be counted, and its rows are left out. */
async function* piecesOf(file: SourceFile): AsyncGenerator<readonly Piece[]> {
  let days: number[] = [];
  let table: TableHead | null = null;
  let isInTable = false;
  let afterComment = false;
  let nextLine = 1;
  for await (const { rows, lines } of readCsv(file)) {
    const pieces: Piece[] = [];
    for (let at = 0; at < rows.length; at++) {
      const cells = rows[at] as readonly string[];
      const line = lines[at] as number;
      const isAfterBlank = line > nextLine;
      nextLine = line + 1 + cells.reduce((sum, cell) => sum + countBreaks(cell), 0);
      if (cells[0]?.startsWith('#')) {
        const found = daysIn(cells.join(','));
        // Further dates of the same lines are the end of the range.
        days = afterComment && isOneEach(days, found) ? [...days, ...found] : found.length > 0 ? found : days;
        afterComment = true;
        isInTable = false;
        continue;
      }
      afterComment = false;
      if (!isInTable || (isAfterBlank && isHeadCell(cells[0] ?? ''))) {
        isInTable = true;
        table = headOf(file.name, line, cells, days);
        pieces.push({ type: 'head', table, line, names: cells.join('\0') });
      } else if (table && !isTotal(cells, table)) {
        const width = table.dimensions.length + table.metrics.length;
        if (cells.length < width) pieces.push({ type: 'fault', line });
        else pieces.push({ type: 'row', row: rowOf(table, file.name, line, cells) });
      }
    }
    yield pieces;
  }
}

function isOneEach(before: readonly number[], found: readonly number[]): boolean {
  return before.length === 1 && found.length === 1;
}

function rowOf(table: TableHead, file: string, line: number, cells: readonly string[]): TableRow {
  const width = table.dimensions.length;
  return { table, file, line, dimensions: cells.slice(0, width), metrics: cells.slice(width) };
}

/** Returns null for a table whose rows belong to no day, or whose columns are unknown. */
function headOf(file: string, line: number, cells: readonly string[], days: readonly number[]): TableHead | null {
  const columns = columnsIn(cells);
  if (!columns) return null;
  const head = { file, line, ...columns };
  if (DAYS.some(name => columns.dimensions.includes(name))) return head;
  const [from, to] = days;
  const isOneDay = from !== undefined && from === to;
  return from !== undefined && (isOneDay || columns.dimensions.includes('nthDay')) ? { ...head, day: from } : null;
}

function isTotal(cells: readonly string[], { dimensions, metrics }: TableHead): boolean {
  if (cells.slice(dimensions.length + metrics.length).some(cell => TOTAL.test(cell.trim()))) return true;
  const [first, ...others] = cells.slice(0, dimensions.length).map(cell => cell.trim());
  if (first === undefined || others.some(cell => cell !== '')) return false;
  if (first === '' || GRAND_TOTAL.test(first)) return true;
  // A value can be called Total, but no day, and hardly one beside which everything is empty.
  return TOTAL.test(first) && (others.length > 0 || [...DAYS, 'nthDay'].includes(dimensions[0] ?? ''));
}

function daysIn(line: string): number[] {
  return (DATES.exec(line.trim()) ?? []).slice(1).flatMap(text => {
    const day = dayOf((text ?? '').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
    return day === null ? [] : [day];
  });
}
