import { existsSync } from 'node:fs';
import type { Dialect } from '../db/dialect.ts';
import { settleInstance } from '../db/instance.ts';
import { appliedMigrations, migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { type Database, openDatabase } from '../db/open.ts';
import { badInput } from '../errors.ts';
import type { UpgradeOptions } from './upgrade.ts';

/** Milliseconds that a statement of an upgrade may take. */
const PATIENCE = 6 * 3_600_000;

/**
 * Migrates a database, which can be empty, to this release, and gives it an identity. Existing databases are upgraded over a separate connection
 * to `url`, because a migration's statement may take hours where all others get seconds. Returns the names of the
 * migrations that ran, in order.
 */
export async function bringUp(database: Database, url: string, options: UpgradeOptions): Promise<string[]> {
  const applied = await migrateWith(database, url, options);
  await settleInstance(database);
  return applied;
}

async function migrateWith(database: Database, url: string, options: UpgradeOptions): Promise<string[]> {
  const applied = await appliedMigrations(database.dialect);
  const isCurrent = migrations.every(({ name }) => applied.includes(name));
  if (isCurrent && options.backup !== undefined) {
    // An upgrade that is repeated finds the backup of its first attempt, but here it would be another one.
    if (existsSync(options.backup))
      throw badInput({ backup: [`${options.backup} already exists; name another file.`] });
    const { backUp } = await import('./backup.ts');
    const path = options.backup;
    await withPatience(url, dialect => backUp(dialect, path));
    options.say(`A backup was written to ${path}.`);
  }
  if (isCurrent || applied.length === 0) return migrate(database.dialect);
  // What an upgrade needs takes a while to load, and hardly any start has one to make.
  const { upgrade } = await import('./upgrade.ts');
  return withPatience(url, dialect => upgrade(dialect, options));
}

async function withPatience<T>(url: string, work: (dialect: Dialect) => Promise<T>): Promise<T> {
  const patient = openDatabase(url, { poolSize: 3, timeout: PATIENCE });
  try {
    return await work(patient.dialect);
  } finally {
    await patient.close().catch(() => undefined);
  }
}
