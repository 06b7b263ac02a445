import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { chmod, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { COLUMNS_ID } from '../db/columns/store.ts';
import type { Dialect } from '../db/dialect.ts';
import { migrate } from '../db/migrate.ts';
import { type Migration, migrations } from '../db/migrations/all.ts';
import { type Fence, fenceBehind, isRenamed } from '../db/migrations/fences.ts';
import { settingsOn } from '../db/models/setting.ts';
import { HOME } from '../db/restore-mark.ts';
import { makeFolder, syncPath } from '../process/durable.ts';
import { backUp } from './backup.ts';
import { UpgradeRefusedError } from './upgrade-refused.ts';

export interface UpgradeOptions {
  /** The folder for the copy of an SQLite database that is made before it is changed; null for no copy. */
  readonly copies: string | null;
  /** A new file for a backup that is made at the same moment, which the release before can restore. */
  readonly backup?: string | undefined;
  /** Called with whole sentences about what is happening. */
  readonly say: (text: string) => void;
}

/** Bytes per second that an engine rewrites on a slow disk. */
const REWRITE = 20_000_000;
const SLACK = 64 * 1024 * 1024;
const KEPT = 2;
const COPY = /^before-.*\.db$/;

/**
 * Migrates, but first checks a database that is in use: throws UpgradeRefusedError when the privileges or the disk
 * space do not suffice. An SQLite database is copied before it is changed; the latest two copies are kept. Returns the
 * names of the migrations that ran, in order.
 */
export async function upgrade(
  dialect: Dialect,
  { copies, backup, say }: UpgradeOptions,
  list: readonly Migration[] = migrations,
): Promise<string[]> {
  const { copyTo, folder } = dialect.catalog;
  const applied = await migrate(dialect, list, async names => {
    const bytes = await dialect.catalog.bytes(dialect);
    const path = copyTo && copies !== null ? join(copies, copyOf(names[0] ?? '')) : null;
    await checkRights(dialect);
    if (folder !== null) await checkRoom(folder, path, bytes);
    say(`Upgrading the database (${megabytes(bytes)}) with ${names.join(', ')}. This takes ${durationOf(bytes)}.`);
    // Neither the copy nor the upgraded database may take the columns of the other for its own.
    if (!names.includes(HOME)) await settingsOn(dialect.sequelize).destroy({ where: { name: COLUMNS_ID } });
    const save = async (isFresh: boolean) => {
      if (copyTo && path !== null) {
        await copy(copyTo, path, isFresh);
        say(`The database was first copied to ${path}.`);
      }
      if (backup === undefined) return;
      await backUp(dialect, backup);
      say(`A backup was first written to ${backup}.`);
    };
    const fence = fenceOf(list, names);
    if (!fence) await save(false);
    else if (!(await isRenamed(dialect, fence))) await fenceBehind(dialect, fence, () => save(true));
    if (!copyTo && backup === undefined)
      say(
        'This engine makes no copy automatically; `backup` makes one, even after the upgrade and before the service runs.',
      );
  });
  if (applied.length > 0 && copies !== null)
    for (const path of list.map(({ name }) => join(copies, copyOf(name))).filter(existsSync))
      say(`The copy made before the upgrade is now ${nameByTime(path)}.`);
  return applied;
}

/**
 * Runs the kinds of statements that migrations use, on a table that no other process knows. Throws UpgradeRefusedError
 * if one is not allowed.
 */
export async function checkRights(dialect: Dialect): Promise<void> {
  const { integer } = dialect.types;
  const table = `upgrade_check_${randomBytes(4).toString('hex')}`;
  const statements = [
    // Without the right to drop, each check would leave its table.
    `DROP TABLE IF EXISTS ${table}`,
    `CREATE TABLE ${table} (id ${integer} NOT NULL PRIMARY KEY)${dialect.tableOptions(false)}`,
    `ALTER TABLE ${table} ADD COLUMN more ${integer}`,
    `CREATE INDEX ${table}_more ON ${table} (more)`,
    `DROP TABLE ${table}`,
  ];
  try {
    for (const statement of statements) await dialect.run(statement);
  } catch (cause) {
    await dialect.run(`DROP TABLE IF EXISTS ${table}`).catch(() => undefined);
    if (!dialect.denies(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const remedy = 'give its user the rights to CREATE, ALTER, INDEX and DROP tables, and make the file writable.';
    throw new UpgradeRefusedError(`its tables cannot be changed (${reason}); ${remedy}`, cause);
  }
}

/** `folder` is the database's own, in which its tables are rewritten; `copy` is null when no copy is made. */
async function checkRoom(folder: string, copy: string | null, bytes: number): Promise<void> {
  if (copy === null || existsSync(copy)) return checkDisk(folder, 'the upgrade needs', bytes, 'free some space.');
  const copies = dirname(copy);
  makeFolder(copies, 0o700);
  rmSync(`${copy}.part`, { force: true });
  const remedy = 'free some space, or make a backup elsewhere and run "migrate --no-copy".';
  if (statSync(copies).dev === statSync(folder).dev)
    return checkDisk(copies, 'a copy of it and the upgrade need', 2 * bytes, remedy);
  await checkDisk(copies, 'a copy of it needs', bytes, remedy);
  await checkDisk(folder, 'the upgrade needs', bytes, 'free some space.');
}

async function checkDisk(folder: string, what: string, bytes: number, remedy: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes + SLACK;
  if (bavail * bsize < needed)
    throw new UpgradeRefusedError(
      `${what} ${megabytes(needed)} on the disk of ${folder}, but only ${megabytes(bavail * bsize)} are free; ${remedy}`,
    );
}

/** Returns the fence of the first of these migrations that has one. */
function fenceOf(list: readonly Migration[], names: readonly string[]): Fence | undefined {
  return list.find(({ name, fence }) => fence && names.includes(name))?.fence;
}

/**
 * A second attempt finds the first attempt's copy, which was made before anything was changed; it is replaced if
 * processes of the release before may have folded since.
 */
async function copy(copyTo: (file: string) => Promise<void>, path: string, isFresh: boolean): Promise<void> {
  if (!isFresh && existsSync(path)) return;
  const part = `${path}.part`;
  rmSync(part, { force: true });
  await copyTo(part);
  await chmod(part, 0o600);
  await syncPath(part);
  renameSync(part, path);
  const folder = dirname(path);
  await syncPath(folder);
  const before = readdirSync(folder)
    .filter(name => COPY.test(name))
    .map(name => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of before.slice(KEPT)) rmSync(old, { force: true });
}

/** Returns the name of the copy while the upgrade that begins with this migration is unfinished. */
function copyOf(migration: string): string {
  return `before-${migration}.db`;
}

/** Renames the copy of a finished upgrade, so that no later upgrade takes it for its own; returns the new path. */
function nameByTime(path: string): string {
  const time = new Date(statSync(path).mtimeMs).toISOString().replace(/[-:]|\.\d+/g, '');
  const named = path.replace(/\.db$/, `-${time}.db`);
  renameSync(path, named);
  return named;
}

function megabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

function durationOf(bytes: number): string {
  const seconds = Math.ceil(bytes / REWRITE);
  if (seconds < 10) return 'a few seconds';
  const longest = seconds < 100 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `a few seconds, or about ${longest} if all of it has to be rewritten`;
}
