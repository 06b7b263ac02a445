import type { Dialect, TableShape } from '../db/dialect.ts';
import { applyMigrations } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { clearSettings, dropRestoreMark } from '../db/restore-mark.ts';
import { int } from '../db/sql.ts';
import { tableNamed } from '../db/tables.ts';
import type { CheckedBackup } from './check.ts';
import { readBackup, type TableLine } from './file.ts';
import { createLoader } from './load.ts';
import { settleTarget } from './target.ts';

export interface Restored {
  readonly rows: number;
  /** Tables of the backup that this release does not know; their rows are not restored. */
  readonly unknown: readonly string[];
}

type Progress = (done: number, table: string) => void;

/**
 * Restores a checked backup into an empty database and migrates it to this release. Until this is complete, a mark
 * keeps all other processes from using the database; run again after a failure, it starts over. Throws BAD_USER_INPUT
 * when the database is not empty.
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
        `The table ${name} received ${loader.rows(name)} of ${rows} rows: the backup changed while it was read.`,
      );
  return [...shapes.keys()].reduce((sum, name) => sum + loader.rows(name), 0);
}
