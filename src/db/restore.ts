import { AppError } from '../errors.ts';
import { type BackupEnd, type BackupHead, readBackup, type TableLine } from './backup-file.ts';
import type { TableShape } from './catalog.ts';
import type { Dialect } from './dialect.ts';
import { int } from './fold-rows.ts';
import { createLoader } from './load-rows.ts';
import { applyMigrations } from './migrate.ts';
import { migrations } from './migrations/all.ts';
import { clearSettings, dropRestoreMark } from './restore-mark.ts';
import { settleTarget } from './restore-target.ts';
import { tableNamed } from './tables.ts';

/** What is known of a backup that was read to its end and is whole. */
export interface CheckedBackup {
  readonly path: string;
  readonly head: BackupHead;
  readonly end: BackupEnd;
}

export interface Restored {
  readonly rows: number;
  /** Tables of the backup that this release does not know; what was in them is not restored. */
  readonly unknown: readonly string[];
}

type Progress = (done: number, table: string) => void;

/** Reads the whole backup and compares it with its own counts and checksum. Throws BAD_USER_INPUT in words for the operator. */
export async function checkBackup(path: string, progress: Progress = () => {}): Promise<CheckedBackup> {
  let head: BackupHead | null = null;
  let table = '';
  const counts = new Map<string, number>();
  const parts = readBackup(path);
  for (;;) {
    const part = await parts.next();
    if (part.done) {
      const end = part.value;
      const isCounted = Object.entries(end.tables).every(([name, rows]) => counts.get(name) === rows);
      if (!head || !isCounted) throw refusal(`${path} does not hold the rows that its end tells of.`);
      return { path, head, end };
    }
    for (const line of part.value.lines) {
      if (line.startsWith('[')) counts.set(table, (counts.get(table) ?? 0) + 1);
      else if (head) {
        table = (parse(line) as Partial<TableLine> | null)?.table ?? '';
        if (table === '')
          throw refusal(`${path} is damaged: it has a line that is neither a table nor a row. Use another backup.`);
        counts.set(table, 0);
      } else head = readHead(path, line);
    }
    progress(part.value.done, table);
  }
}

function readHead(path: string, line: string): BackupHead {
  const head = parse(line) as Partial<BackupHead> | null;
  if (head?.format !== 'footfall-backup') throw refusal(`${path} is not a backup of Footfall.`);
  const newer = (head.migrations ?? []).filter(name => !migrations.some(migration => migration.name === name));
  if (head.version !== 1 || newer.length > 0) {
    const reason =
      newer.length > 0 ? `${newer.join(', ')} is unknown here` : `its format has the number ${head.version}`;
    throw refusal(
      `${path} was made by a newer release of Footfall (${reason}); restore it with that release or a later one.`,
    );
  }
  return head as BackupHead;
}

/**
 * Fills an empty database with a backup that was checked, and brings it up to this release. Until that has ended a mark keeps
 * everybody from using the database; run again after a failure, it begins anew. Throws BAD_USER_INPUT when there is something in it.
 */
export function restore(dialect: Dialect, backup: CheckedBackup, progress: Progress = () => {}): Promise<Restored> {
  const { head, end } = backup;
  return dialect.exclusively('migrate', async () => {
    await settleTarget(dialect, backup);
    await applyMigrations(
      dialect,
      migrations.filter(({ name }) => head.migrations.includes(name)),
    );
    const shapes = new Map((await dialect.catalog.tables(dialect)).map(table => [table.name, table]));
    const tables = Object.keys(end.tables).filter(name => shapes.has(name));
    const missing = Object.keys(end.tables).filter(name => tableNamed(name) && !shapes.has(name));
    if (missing.length > 0) throw new Error(`The database lacks tables of the backup: ${missing.join(', ')}.`);
    for (const table of tables) {
      if (tableNamed(table)?.restore === 'kept') await clearSettings(dialect);
      else await dialect.catalog.clear(dialect, table);
    }
    const rows = await load(dialect, backup, shapes, progress);
    for (const [table, last] of Object.entries(head.numbers))
      if (shapes.get(table)?.numbered) await dialect.catalog.numberFrom(dialect, table, Number(int(last)));
    await applyMigrations(dialect, migrations);
    await dropRestoreMark(dialect);
    return { rows, unknown: Object.keys(end.tables).filter(name => !shapes.has(name)) };
  });
}

async function load(
  dialect: Dialect,
  { path, end }: CheckedBackup,
  shapes: ReadonlyMap<string, TableShape>,
  progress: Progress,
): Promise<number> {
  const loader = createLoader(dialect);
  const parts = readBackup(path);
  let table = '';
  let isHead = true;
  for (let part = await parts.next(); ; part = await parts.next()) {
    if (part.done) break;
    for (const line of part.value.lines) {
      if (line.startsWith('[')) loader.add(line);
      else if (isHead) isHead = false;
      else {
        const { table: name, columns } = JSON.parse(line) as TableLine;
        table = name;
        loader.begin(shapes.get(name) ?? null, columns);
      }
    }
    await loader.settle();
    progress(part.value.done, table);
  }
  await loader.end();
  for (const [name, rows] of Object.entries(end.tables))
    if (shapes.has(name) && loader.rows(name) !== rows)
      throw new Error(
        `The table ${name} took ${loader.rows(name)} of ${rows} rows; the backup changed while it was read.`,
      );
  return [...shapes.keys()].reduce((sum, name) => sum + loader.rows(name), 0);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function refusal(message: string): AppError {
  return new AppError('BAD_USER_INPUT', message);
}
