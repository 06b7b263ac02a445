import type { Executor, Param } from './dialect.ts';

/**
 * One row as SQL literals: numbers, `blob()` and NULL are written out, texts are bound to `?`. A string may hold several
 * cells, separated by commas, and a row without texts may be one string.
 */
export type SqlRow = string | readonly (string | number | Text)[];

/** Rows of one table, which are computed while they are written. */
export interface Rows {
  readonly table: string;
  readonly columns: readonly string[];
  /** The text that follows the values: the dialect's `onConflict`, or nothing. */
  readonly after?: string;
  readonly rows: Iterable<SqlRow>;
}

/** The most rows of a statement that inserts, and the most keys of one that reads. */
const MOST = 1_000;

/** A text to be bound; every other string in a row is a literal made by this file. */
export class Text {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Rows of one website to read, by key: those with any of `among` in the column `key`, or all if there is no key. */
export interface Lookup {
  readonly table: string;
  readonly columns: readonly string[];
  readonly website: number;
  /** The column with the number of the website; `website_id` by default. */
  readonly websiteColumn?: string;
  /** A column that must have this value. */
  readonly where?: { readonly column: string; readonly is: number | Text };
  readonly key?: string;
  /** Literals. */
  readonly among?: readonly string[];
  /** The text that follows the conditions. */
  readonly after?: string;
}

/**
 * A transaction of several websites, for an engine on which a transaction owns the database. What they look up at the
 * same time becomes one statement, and what they insert is written by `finish`, so they must not read it.
 */
export class SharedTransaction implements Executor {
  readonly #tx: Executor;
  readonly #inserts = new Map<string, Omit<Rows, 'rows'> & { readonly rows: SqlRow[] }>();
  #lookups: PendingLookup[] = [];

  constructor(tx: Executor) {
    this.#tx = tx;
  }

  all<T>(sql: string, params?: readonly Param[]): Promise<T[]> {
    return this.#tx.all<T>(sql, params);
  }

  run(sql: string, params?: readonly Param[]): Promise<number> {
    return this.#tx.run(sql, params);
  }

  write(...statements: string[]): Promise<void> {
    return this.#tx.write(...statements);
  }

  insert({ rows, ...into }: Rows): void {
    // Rows of a table can be inserted in more than one way; where the numbers of columns agree, so do the columns.
    const way = `${into.table}${into.columns.length}${into.after}`;
    const mine = this.#inserts.get(way) ?? { ...into, rows: [] };
    this.#inserts.set(way, mine);
    for (const row of rows) mine.rows.push(row);
  }

  /** Waits until every website that can still run has asked for something, too. */
  lookUp(lookup: Lookup): Promise<unknown[]> {
    if (this.#lookups.length === 0) setImmediate(() => void this.#lookUpAll());
    return new Promise((resolve, reject) => void this.#lookups.push({ lookup, resolve, reject }));
  }

  /** Inserts the collected rows. */
  async finish(): Promise<void> {
    for (const rows of this.#inserts.values()) await insertRows(this.#tx, rows);
    this.#inserts.clear();
  }

  async #lookUpAll(): Promise<void> {
    const pending = this.#lookups;
    this.#lookups = [];
    const shapeOf = ({ lookup: { table, columns, key, where } }: PendingLookup) =>
      JSON.stringify([table, columns, key, where?.column]);
    for (const some of Map.groupBy(pending, shapeOf).values()) {
      try {
        const rows = Map.groupBy(
          await this.#lookUpTogether(some.map(({ lookup }) => lookup)),
          row => row.lookup_website,
        );
        for (const { lookup, resolve } of some) resolve(rows.get(lookup.website) ?? []);
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
  }

  /** Returns the rows of lookups that differ only in their websites and values, each with its website. */
  #lookUpTogether(lookups: readonly Lookup[]): Promise<{ lookup_website: number }[]> {
    const [{ table, columns, websiteColumn = 'website_id', where, key, after = '' }] = lookups as [Lookup];
    const params: Param[] = [];
    const keys = lookups.flatMap(({ website, where, among }) =>
      (among ?? [null]).map(value =>
        [int(website), where && literal(where.is, params), value].filter(cell => typeof cell === 'string').join(','),
      ),
    );
    const compared = [websiteColumn, where?.column, key].filter(column => column !== undefined).join(',');
    const list = keys.length === 0 ? 'SELECT NULL WHERE FALSE' : `VALUES (${keys.join('),(')})`;
    return this.#tx.all(
      `SELECT ${websiteColumn} AS lookup_website, ${columns.join(', ')} FROM ${table} WHERE (${compared}) IN (${list})${after}`,
      params,
    );
  }
}

interface PendingLookup {
  readonly lookup: Lookup;
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

/** Reads the rows of one website that a lookup names, a thousand keys per statement. */
export async function lookUp<T>(tx: Executor, lookup: Lookup): Promise<T[]> {
  const { table, columns, website, websiteColumn = 'website_id', where, key, among, after = '' } = lookup;
  if (among?.length === 0) return [];
  if (tx instanceof SharedTransaction) return (await tx.lookUp(lookup)) as T[];
  const found: T[] = [];
  for (const some of among ? chunks(among, MOST) : [[]]) {
    const params: Param[] = [];
    const conditions = [
      `${websiteColumn} = ${int(website)}`,
      ...(where ? [`${where.column} = ${literal(where.is, params)}`] : []),
      ...(key ? [`${key} IN (${some.join(',')})`] : []),
    ];
    const sql = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${conditions.join(' AND ')}${after}`;
    found.push(...(await tx.all<T>(sql, params)));
  }
  return found;
}

/**
 * Inserts all rows, a thousand per statement; while one runs, the next is written. Throws RangeError for a number that
 * is not a safe integer.
 */
export async function insertRows(tx: Executor, into: Rows): Promise<void> {
  if (tx instanceof SharedTransaction) return tx.insert(into);
  const { table, columns, after = '', rows } = into;
  let running: Promise<unknown> | undefined;
  let params: Param[] = [];
  let values: string[] = [];
  const send = async () => {
    const sql = `INSERT INTO ${table} (${columns.join(',')}) VALUES (${values.join('),(')})${after}`;
    const before = running;
    running = undefined;
    await before;
    running = tx.run(sql, params);
    params = [];
    values = [];
  };
  try {
    for (const row of rows) {
      values.push(typeof row === 'string' ? row : row.map(cell => literal(cell, params)).join(','));
      if (values.length === MOST) await send();
    }
    if (values.length > 0) await send();
  } finally {
    // A transaction must not end while one of its statements runs.
    await running;
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

/** Returns lower-case hex digits as a binary literal of both engines. Throws RangeError for other text. */
export function blob(hex: string): string {
  if (!isHex(hex)) throw new RangeError('A binary value must be given in lower-case hex digits.');
  return `x'${hex}'`;
}

/** A fold checks each visitor three times, and a pattern would take several times as long. */
function isHex(text: string): boolean {
  if (typeof text !== 'string' || text.length === 0 || text.length % 2 > 0) return false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < DIGIT_0 || code > LETTER_F || (code > DIGIT_9 && code < LETTER_A)) return false;
  }
  return true;
}

const [DIGIT_0, DIGIT_9, LETTER_A, LETTER_F] = [0x30, 0x39, 0x61, 0x66];

export function* chunks<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

/** Yields parts of a list that are at most `most` together, or one element that is larger alone. */
export function* chunksBySize<T>(
  list: readonly T[],
  sizeOf: (one: T) => number,
  most: number,
): Generator<readonly T[]> {
  let start = 0;
  let size = 0;
  for (let at = 0; at < list.length; at++) {
    const own = sizeOf(list[at] as T);
    if (at > start && size + own > most) {
      yield list.slice(start, at);
      start = at;
      size = 0;
    }
    size += own;
  }
  if (start < list.length) yield list.slice(start);
}
