import type { Dialect, Executor } from './dialect.ts';
import { type Rows, SharedTransaction } from './sql.ts';
import { SqlText } from './sql-text.ts';

/** The most rows of a statement. */
const MOST = 2_000;

/** Rows of one table, whose cells are written as SQL literals, separated by commas; no text is among them. */
export interface WrittenRows extends Omit<Rows, 'rows'> {
  readonly count: number;
  /** Writes the row with this number; one for which it writes nothing is left out. */
  write(row: number, into: SqlText): void;
}

/** New values for rows that exist. */
export interface WrittenChanges extends Pick<WrittenRows, 'table' | 'count' | 'write'> {
  /** A column of the key and the number that all rows have in it. */
  readonly fixed: Readonly<Record<string, number>>;
  /** The other columns of the key, and those to be set: a row has cells for these, in this order. */
  readonly key: readonly string[];
  readonly set: readonly string[];
}

/** How many statements are sent before the first of them has to be over. */
const AHEAD = 2;

// A statement is written without a pause, so that all of them can use the same memory.
const TEXT = new SqlText();

/** Inserts all rows, some thousands per statement; while one runs, the next is written. */
export async function insertWritten(tx: Executor, into: WrittenRows): Promise<void> {
  const { table, columns, after = '', count, write } = into;
  if (tx instanceof SharedTransaction) {
    tx.insert({ table, columns, after, rows: eachRow(count, write) });
    return;
  }
  const head = `INSERT INTO ${table} (${columns.join(',')}) VALUES (`;
  await runWritten(writingIn(tx), { head, between: '),(', tail: `)${after}` }, count, write);
}

/**
 * Changes rows in the same way, which were read in the transaction; returns whether all of them are still there. Only for
 * a transaction of one website.
 */
export async function changeWritten(tx: Executor, dialect: Dialect, changes: WrittenChanges): Promise<boolean> {
  const { table, fixed, key, set, count, write } = changes;
  const around = dialect.updateOf(table, fixed, key, set);
  if (!dialect.ownsDatabase) return (await runWritten(sql => tx.run(sql), around, count, write)) === count;
  await runWritten(writingIn(tx), around, count, write);
  return true;
}

function* eachRow(count: number, write: WrittenRows['write']): Generator<string> {
  for (let row = 0; row < count; row++) {
    // A row that could not be written may have left its beginning.
    TEXT.take();
    write(row, TEXT);
    const text = TEXT.take();
    if (text !== '') yield text;
  }
}

/** Returns what sends a statement whose number of changed rows nobody needs. */
function writingIn(tx: Executor): (sql: string) => Promise<number> {
  return sql => tx.write(sql).then(() => 0);
}

/** The parts of a statement around its rows. */
export interface AroundRows {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
}

/** Returns the sum of the numbers that `send` returns for the statements. The first one is sent before this returns. */
async function runWritten(
  send: (sql: string) => Promise<number>,
  { head, between, tail }: AroundRows,
  count: number,
  write: WrittenRows['write'],
): Promise<number> {
  const sent: Promise<number>[] = [];
  try {
    for (let row = 0; row < count; ) {
      TEXT.take();
      TEXT.raw(head);
      let rows = 0;
      for (; row < count && rows < MOST; row++) {
        const begin = TEXT.length;
        if (rows > 0) TEXT.raw(between);
        const cells = TEXT.length;
        write(row, TEXT);
        if (TEXT.length > cells) rows++;
        else TEXT.take(begin);
      }
      if (rows === 0) break;
      const sql = TEXT.raw(tail).take();
      // The engine begins the next one while this thread is still busy with another.
      const before = sent.at(-AHEAD);
      if (before) await before;
      const running = send(sql);
      running.catch(() => undefined);
      sent.push(running);
    }
  } finally {
    // A transaction must not end while one of its statements runs.
    await Promise.allSettled(sent);
  }
  return (await Promise.all(sent)).reduce((changed, more) => changed + more, 0);
}
