import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { chmod, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dialect } from './dialect.ts';
import { appliedMigrations, migrate } from './migrate.ts';
import { type Migration, migrations } from './migrations/all.ts';
import { type Database, openDatabase } from './open.ts';

/** Thrown before anything was changed: the upgrade would not have come to its end. */
export class UpgradeRefusedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(`The database was not upgraded, and nothing in it was changed: ${message}`, { cause });
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
export function upgrade(
  dialect: Dialect,
  { copies, say }: UpgradeOptions,
  list: readonly Migration[] = migrations,
): Promise<string[]> {
  return migrate(dialect, list, async names => {
    const bytes = await dialect.catalog.bytes(dialect);
    await checkRights(dialect);
    const { copyTo } = dialect.catalog;
    if (copyTo && copies !== null) await checkRoom(copies, bytes);
    say(`The database, of ${megabytes(bytes)}, is upgraded by ${names.join(', ')}. That takes ${durationOf(bytes)}.`);
    if (copyTo && copies !== null) say(`It is copied before, to ${await copy(copyTo, copies, names[0] ?? '')}.`);
    if (!copyTo)
      say('This engine makes no copy by itself; `backup` makes one, also after this and before the service runs.');
  });
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

/** Does what migrations do, on a table of its own. */
async function checkRights(dialect: Dialect): Promise<void> {
  const { integer } = dialect.types;
  const statements = [
    'DROP TABLE IF EXISTS upgrade_check',
    `CREATE TABLE upgrade_check (id ${integer} NOT NULL PRIMARY KEY)${dialect.tableOptions(false)}`,
    `ALTER TABLE upgrade_check ADD COLUMN more ${integer}`,
    'CREATE INDEX upgrade_check_more ON upgrade_check (more)',
    'DROP TABLE upgrade_check',
  ];
  for (const statement of statements) {
    try {
      await dialect.run(statement);
    } catch (cause) {
      await dialect.run('DROP TABLE IF EXISTS upgrade_check').catch(() => undefined);
      const reason = cause instanceof Error ? cause.message : String(cause);
      const remedy = 'give its user the rights to CREATE, ALTER, INDEX and DROP tables, and let the file be writable.';
      throw new UpgradeRefusedError(`it does not take changes to tables (${reason}); ${remedy}`, cause);
    }
  }
}

async function checkRoom(copies: string, bytes: number): Promise<void> {
  mkdirSync(copies, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(copies);
  // The copy, and as much again for tables that are rewritten.
  const needed = 2 * bytes + SLACK;
  if (bavail * bsize < needed)
    throw new UpgradeRefusedError(
      `a copy of it and the upgrade need ${megabytes(needed)} on the disk of ${copies}, and ${megabytes(bavail * bsize)} are free; free some, or make a backup elsewhere and run "migrate --no-copy".`,
    );
}

/** A second attempt finds the copy of the first, which is of before anything was changed. */
async function copy(copyTo: (file: string) => Promise<void>, folder: string, first: string): Promise<string> {
  const path = join(folder, `before-${first}.db`);
  if (existsSync(path)) return path;
  const part = `${path}.part`;
  rmSync(part, { force: true });
  await copyTo(part);
  await chmod(part, 0o600);
  renameSync(part, path);
  const before = readdirSync(folder)
    .filter(name => COPY.test(name))
    .map(name => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of before.slice(KEPT)) rmSync(old, { force: true });
  return path;
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
