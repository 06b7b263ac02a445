import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { chmod, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Dialect } from '../db/dialect.ts';
import { appliedMigrations, migrate } from '../db/migrate.ts';
import { type Migration, migrations } from '../db/migrations/all.ts';
import { type Database, openDatabase } from '../db/open.ts';

/** Thrown before anything is changed: the upgrade would not come to its end. An earlier attempt may have begun it. */
export class UpgradeRefusedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(`The database was not upgraded, and this attempt has changed nothing in it: ${message}`, { cause });
    this.name = 'UpgradeRefusedError';
  }
}

export interface UpgradeOptions {
  /** Where a copy of an SQLite database goes before it is changed; null for none. */
  readonly copies: string | null;
  /** Told what is about to happen, in whole sentences. */
  readonly say: (text: string) => void;
}

/** Bytes a second that an engine rewrites on a slow disk. */
const REWRITE = 20_000_000;
const PATIENCE = 6 * 3_600_000;
const SLACK = 64 * 1024 * 1024;
const KEPT = 2;
const COPY = /^before-.*\.db$/;

/**
 * Migrates, but looks first whether a database that has been used can be: throws UpgradeRefusedError when the rights or the disk
 * would not do. An SQLite database is copied before it is changed; the latest two copies stay. Answers the names of what ran.
 */
export async function upgrade(
  dialect: Dialect,
  { copies, say }: UpgradeOptions,
  list: readonly Migration[] = migrations,
): Promise<string[]> {
  const { copyTo, folder } = dialect.catalog;
  const applied = await migrate(dialect, list, async names => {
    const bytes = await dialect.catalog.bytes(dialect);
    const path = copyTo && copies !== null ? join(copies, copyOf(names[0] ?? '')) : null;
    await checkRights(dialect);
    if (folder !== null) await checkRoom(folder, path, bytes);
    say(`The database, of ${megabytes(bytes)}, is upgraded by ${names.join(', ')}. That takes ${durationOf(bytes)}.`);
    if (copyTo && path !== null) {
      await copy(copyTo, path);
      say(`It is copied before, to ${path}.`);
    }
    if (!copyTo)
      say('This engine makes no copy by itself; `backup` makes one, also after this and before the service runs.');
  });
  if (applied.length > 0 && copies !== null)
    for (const path of list.map(({ name }) => join(copies, copyOf(name))).filter(existsSync))
      say(`The copy of before has the name ${nameByTime(path)} from now on.`);
  return applied;
}

/**
 * Brings a database to this release, also an empty one. What is to be upgraded is upgraded over a connection of its own at `url`,
 * for a statement of a migration may take hours where all others have seconds.
 */
export async function bringUp(database: Database, url: string, options: UpgradeOptions): Promise<string[]> {
  const applied = await appliedMigrations(database.dialect);
  const isCurrent = migrations.every(({ name }) => applied.includes(name));
  if (isCurrent || applied.length === 0) return migrate(database.dialect);
  const patient = openDatabase(url, { poolSize: 3, timeout: PATIENCE });
  try {
    return await upgrade(patient.dialect, options);
  } finally {
    await patient.close().catch(() => undefined);
  }
}

/** Does what migrations do, on a table that no other process knows. */
async function checkRights(dialect: Dialect): Promise<void> {
  const { integer } = dialect.types;
  const table = `upgrade_check_${randomBytes(4).toString('hex')}`;
  const statements = [
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
    const remedy = 'give its user the rights to CREATE, ALTER, INDEX and DROP tables, and let the file be writable.';
    throw new UpgradeRefusedError(`it does not take changes to tables (${reason}); ${remedy}`, cause);
  }
}

/** `folder` is the database's own, where its tables are rewritten; `copy` is null when there will be none. */
async function checkRoom(folder: string, copy: string | null, bytes: number): Promise<void> {
  if (copy === null || existsSync(copy)) return checkDisk(folder, 'the upgrade needs', bytes, 'free some.');
  const copies = dirname(copy);
  mkdirSync(copies, { recursive: true, mode: 0o700 });
  rmSync(`${copy}.part`, { force: true });
  const remedy = 'free some, or make a backup elsewhere and run "migrate --no-copy".';
  if (statSync(copies).dev === statSync(folder).dev)
    return checkDisk(copies, 'a copy of it and the upgrade need', 2 * bytes, remedy);
  await checkDisk(copies, 'a copy of it needs', bytes, remedy);
  await checkDisk(folder, 'the upgrade needs', bytes, 'free some.');
}

async function checkDisk(folder: string, what: string, bytes: number, remedy: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes + SLACK;
  if (bavail * bsize < needed)
    throw new UpgradeRefusedError(
      `${what} ${megabytes(needed)} on the disk of ${folder}, and ${megabytes(bavail * bsize)} are free; ${remedy}`,
    );
}

/** A second attempt finds the copy of the first, which is of before anything was changed. */
async function copy(copyTo: (file: string) => Promise<void>, path: string): Promise<void> {
  if (existsSync(path)) return;
  const part = `${path}.part`;
  rmSync(part, { force: true });
  await copyTo(part);
  await chmod(part, 0o600);
  renameSync(part, path);
  const folder = dirname(path);
  const before = readdirSync(folder)
    .filter(name => COPY.test(name))
    .map(name => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of before.slice(KEPT)) rmSync(old, { force: true });
}

/** The name of the copy while the upgrade that begins with this migration has not come to its end. */
function copyOf(migration: string): string {
  return `before-${migration}.db`;
}

/** Gives the copy of an upgrade that has ended a name that no later one takes for its own; answers the path. */
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
  if (seconds < 10) return 'moments';
  const longest = seconds < 100 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `moments, or about ${longest} where all of it has to be rewritten`;
}
