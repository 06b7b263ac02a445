import { Op } from 'sequelize';
import type { Dialect, TableShape } from '../db/dialect.ts';
import { renewInstance } from '../db/instance.ts';
import { appliedMigrations, applyMigrations, NewerSchemaError } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { migrationsOn } from '../db/models/migration.ts';
import { settingsOn } from '../db/models/setting.ts';
import { clearSettings, dropRestoreMark, HOME, readRestoreMark, writeRestoreMark } from '../db/restore-mark.ts';
import { skipWebsites } from '../db/skipped-websites.ts';
import { int } from '../db/sql.ts';
import { TABLES, tableNamed } from '../db/tables.ts';
import { AppError } from '../errors.ts';
import type { CheckedBackup, Progress } from './check.ts';
import { readBackup, type TableLine } from './file.ts';
import { createLoader } from './load.ts';

export interface RestoreOptions {
  /** The original goes on: the copy gets an identity of its own, so that it leaves the spools of the original alone. */
  readonly copy?: boolean;
  readonly progress?: Progress;
  /** Runs on the complete database, upgraded to this release, before any other process may use it. */
  readonly finish?: () => Promise<void>;
}

export interface Restored {
  readonly rows: number;
  /** Tables of the backup that this release does not know; their rows are not restored. */
  readonly unknown: readonly string[];
}

/**
 * Restores a checked backup into an empty database and migrates it to this release. Until this is complete, a mark
 * keeps all other processes from using the database; run again after a failure, it starts over. Throws BAD_USER_INPUT
 * when the database is not empty.
 */
export function restore(
  dialect: Dialect,
  backup: CheckedBackup,
  { copy = false, progress = () => {}, finish }: RestoreOptions = {},
): Promise<Restored> {
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
    // A copy leaves the spools of the original alone.
    if (copy) await renewInstance(settingsOn(dialect.sequelize));
    else await skipWebsites(dialect, Number(int(head.numbers.website ?? 0)), Date.now());
    await finish?.();
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

const EMPTY_ONE =
  'set DATABASE_URL to a database without tables: a path where no file is, or a name made with CREATE DATABASE.';

/** Marks an empty database, or one with a part of a backup, which it clears, as partly restored; refuses others. */
async function settleTarget(dialect: Dialect, { path, head }: CheckedBackup): Promise<void> {
  const applied = await appliedMigrations(dialect);
  const unknown = applied.filter(name => !migrations.some(migration => migration.name === name));
  if (unknown.length > 0) throw new NewerSchemaError(unknown);
  if (await readRestoreMark(dialect, applied)) await dropPart(dialect);
  else await refuseOthers(dialect, applied, head.migrations);
  if (!applied.includes(HOME))
    await applyMigrations(
      dialect,
      migrations.filter(({ name }) => name <= HOME),
    );
  await writeRestoreMark(dialect, { path });
}

async function refuseOthers(dialect: Dialect, applied: readonly string[], known: readonly string[]): Promise<void> {
  const guards = applied.length > 0 ? TABLES.filter(({ restore }) => restore === 'refused') : [];
  for (const { name } of guards)
    if ((await dialect.all(`SELECT 1 FROM ${name} LIMIT 1`)).length > 0)
      throw new AppError(
        'BAD_USER_INPUT',
        `The database is not empty: it has rows in ${name}. Stop the service and ${EMPTY_ONE}`,
      );
  const later = applied.filter(name => !known.includes(name));
  if (later.length > 0)
    throw new AppError(
      'BAD_USER_INPUT',
      `The backup is older than the tables in the database (${later.join(', ')}). To restore it, ${EMPTY_ONE}`,
    );
}

/** The tables may be from any release from the backup's to this one. It can be interrupted anywhere and repeated. */
async function dropPart(dialect: Dialect): Promise<void> {
  await migrationsOn(dialect.sequelize).destroy({ where: { name: { [Op.ne]: HOME } } });
  for (const { name } of await dialect.catalog.tables(dialect)) {
    const known = tableNamed(name);
    if (known && known.restore !== 'kept') await dialect.run(`DROP TABLE ${name}`);
  }
}
