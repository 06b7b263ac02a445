import type { Dialect, Executor, Param, Row, TableShape } from '../db/dialect.ts';
import { readMigrations } from '../db/migrate.ts';
import { refuseHalfRestored } from '../db/restore-mark.ts';
import { int } from '../db/sql.ts';
import { tableNamed } from '../db/tables.ts';
import { AppError } from '../errors.ts';
import { type BackupHead, createBackup, type TableLine } from './file.ts';

/** The content of a finished backup. */
export interface BackupMade {
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
  readonly tables: Readonly<Record<string, number>>;
}

export interface BackupOptions {
  /** Called with the table being read and the number of rows so far. */
  readonly progress?: (table: string, rows: number) => void;
  readonly signal?: AbortSignal;
  readonly now?: number;
}

/** Roughly how much text one statement reads; more is not faster, and memory holds several times as much. */
const PAGE = 250_000;
const MOST_ROWS = 2_500;

/** Writes all tables as of one instant to a new file, while others write to them. Leaves no file when it fails. */
export async function backUp(dialect: Dialect, path: string, options: BackupOptions = {}): Promise<BackupMade> {
  const { signal, progress = () => {}, now = Date.now() } = options;
  const writer = await createBackup(path);
  try {
    const counts = await dialect.snapshot(async tx => {
      const tables = await dialect.catalog.tables(tx);
      if (!tables.some(({ name }) => name === 'migration'))
        throw new AppError('BAD_USER_INPUT', 'The database has no Footfall tables, so there is nothing to back up.');
      const applied = await readMigrations(dialect, tx.models);
      await refuseHalfRestored(dialect, applied, tx.models);
      const head: BackupHead = {
        format: 'footfall-backup',
        version: 1,
        at: new Date(now).toISOString(),
        engine: dialect.name,
        migrations: applied,
        numbers: await numbersOf(dialect, tx, tables),
      };
      await writer.write(`${JSON.stringify(head)}\n`);
      const counts: Record<string, number> = {};
      let before = 0;
      for (const table of tables) {
        if (tableNamed(table.name)?.backup === 'none') continue;
        const columns = table.columns.map(({ name }) => name);
        await writer.write(`${JSON.stringify({ table: table.name, columns } satisfies TableLine)}\n`);
        let rows = 0;
        for await (const page of pagesOf(dialect, tx, table)) {
          signal?.throwIfAborted();
          await writer.write(page.text);
          rows += page.rows;
          progress(table.name, before + rows);
        }
        before += rows;
        counts[table.name] = rows;
      }
      return counts;
    });
    const bytes = await writer.finish(counts);
    return { path, bytes, rows: Object.values(counts).reduce((sum, rows) => sum + rows, 0), tables: counts };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

async function numbersOf(dialect: Dialect, tx: Executor, tables: readonly TableShape[]) {
  const numbers: Record<string, number> = {};
  for (const { name, numbered } of tables) if (numbered) numbers[name] = await dialect.catalog.lastNumber(tx, name);
  return numbers;
}

/** Yields the rows of a table as lines, in the order of its key, roughly a page at a time. */
async function* pagesOf(
  dialect: Dialect,
  tx: Executor,
  { name, columns, key }: TableShape,
): AsyncGenerator<{ text: string; rows: number }> {
  const rows = tableNamed(name)?.backup;
  const where = typeof rows === 'object' ? rows.where : '1 = 1';
  const select = `SELECT ${columns.map(column => column.name).join(', ')} FROM ${name} WHERE ${where}`;
  const order = key.join(', ');
  const bytes = columns.filter(({ kind }) => kind === 'bytes').map(column => column.name);
  const names = columns.map(column => column.name);
  let after: Param[] | null = null;
  for (let limit = 200; ; ) {
    const beyond: { sql: string; params: readonly Param[] } = after
      ? dialect.catalog.beyond(key, after)
      : { sql: '1 = 1', params: [] };
    const rows: Row[] = await tx.all(
      `${select} AND ${beyond.sql} ORDER BY ${order} LIMIT ${int(limit)}`,
      beyond.params,
    );
    const last = rows.at(-1);
    if (!last) return;
    after = key.map(column => last[column] as Param);
    for (const row of rows)
      for (const column of bytes) row[column] = (row[column] as Buffer | null)?.toString('hex') ?? null;
    const text = rows.map(row => `${JSON.stringify(names.map(column => row[column]))}\n`).join('');
    yield { text, rows: rows.length };
    if (rows.length < limit) return;
    limit = Math.max(50, Math.min(MOST_ROWS, limit * 4, Math.round((rows.length * PAGE) / text.length)));
  }
}
