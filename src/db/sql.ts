import type { Executor, Param } from './dialect.ts';

/** Rows of one table as SQL literals: numbers, `blob()` and NULL are written into the statement, texts go through `?`. */
export interface Rows {
  readonly table: string;
  readonly columns: readonly string[];
  /** What follows the values: the dialect's `onConflict`, or nothing. */
  readonly after?: string;
  readonly rows: readonly (readonly (string | number | Text)[])[];
}

/** A text to be bound; everything else in a row is a literal that this file made. */
export class Text {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Inserts all rows, a thousand a statement. Numbers must be whole and safe, anything else throws before it reaches SQL. */
export async function insertRows(tx: Executor, { table, columns, after = '', rows }: Rows): Promise<void> {
  for (const some of chunks(rows, 1_000)) {
    const params: Param[] = [];
    const values = some.map(row => `(${row.map(cell => literal(cell, params)).join(',')})`);
    await tx.run(`INSERT INTO ${table} (${columns.join(',')}) VALUES ${values.join(',')}${after}`, params);
  }
}

function literal(cell: string | number | Text, params: Param[]): string {
  if (typeof cell === 'number') return int(cell);
  if (typeof cell === 'string') return cell;
  params.push(cell.text);
  return '?';
}

/** A sum of a rollup as a cell: a zero is NULL, which takes no room. */
export function sumCell(sum: number): string | number {
  return sum === 0 ? 'NULL' : sum;
}

/** A whole number as SQL text. */
export function int(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number that a column could hold.`);
  return String(value);
}

/** Hex digits as a binary literal, the same on both engines. */
export function blob(hex: string): string {
  if (!/^(?:[0-9a-f]{2})+$/.test(hex)) throw new RangeError('A binary value must be given in lower-case hex digits.');
  return `x'${hex}'`;
}

export function* chunks<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
