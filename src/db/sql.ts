import type { Dialect, Executor, Param } from './dialect.ts';

/**
 * Rows of one table as SQL literals: numbers, `blob()` and NULL are written into the statement, texts are bound to `?`.
 */
export interface Rows {
  readonly table: string;
  readonly columns: readonly string[];
  /** The text that follows the values: the dialect's `onConflict`, or nothing. */
  readonly after?: string;
  readonly rows: readonly (readonly (string | number | Text)[])[];
}

/** A text to be bound; every other string in a row is a literal made by this file. */
export class Text {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Inserts all rows, a thousand per statement. Throws RangeError for a number that is not a safe integer, before it
 * reaches SQL.
 */
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

/** Returns a whole number as SQL text. Throws RangeError for any other number. */
export function int(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number that fits into a column.`);
  return String(value);
}

/**
 * Returns hex digits as a binary literal, which is the same on both engines. Throws RangeError unless given lower-case
 * hex digits.
 */
export function blob(hex: string): string {
  if (!/^(?:[0-9a-f]{2})+$/.test(hex)) throw new RangeError('A binary value must be given in lower-case hex digits.');
  return `x'${hex}'`;
}

/** Returns an expression for one text with these expressions in it, separated by spaces. */
export function spaced(dialect: Dialect, expressions: readonly string[]): string {
  return dialect.join(...expressions.flatMap(expression => ["' '", expression]).slice(1));
}

export function* chunks<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
