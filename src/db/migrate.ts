import type { Transaction } from 'sequelize';
import type { UmzugStorage } from 'umzug';
import type { Dialect } from './dialect.ts';
import { type Migration, migrations } from './migrations/all.ts';
import { migrationsOn } from './models/migration.ts';
import { refuseHalfRestored } from './restore-mark.ts';

/** Thrown when the database was migrated by a newer release; this code must not touch it. */
export class NewerSchemaError extends Error {
  constructor(names: readonly string[]) {
    super(
      `The database was migrated by a newer release of Footfall (${names.join(', ')} is unknown here). Start that release or a later one, or restore a backup made before the upgrade.`,
    );
    this.name = 'NewerSchemaError';
  }
}

/** Thrown when a migration fails; the work done by then stays, and the next attempt resumes from there. */
export class MigrationError extends Error {
  readonly migration: string;
  constructor(migration: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The migration ${migration} failed and will resume at the next attempt: ${reason}`, { cause });
    this.name = 'MigrationError';
    this.migration = migration;
  }
}

/** Called before the first change to a database that an earlier release has used; throwing prevents the change. */
export type BeforeUpgrade = (names: readonly string[]) => Promise<void>;

/**
 * Migrates the schema to this release and returns the names of the migrations that ran, in order. If several processes
 * start at once, one migrates while the others wait; a migration that was killed midway is resumed. Throws
 * NewerSchemaError without changing anything when the database is newer.
 */
export async function migrate(
  dialect: Dialect,
  list: readonly Migration[] = migrations,
  before?: BeforeUpgrade,
): Promise<string[]> {
  return dialect.exclusively('migrate', async () => {
    await refuseHalfRestored(dialect, await appliedMigrations(dialect));
    return applyMigrations(dialect, list, before);
  });
}

/** Does the same as `migrate` for a caller that already holds its lock. */
export async function applyMigrations(
  dialect: Dialect,
  list: readonly Migration[],
  before?: BeforeUpgrade,
): Promise<string[]> {
  const storage = new MigrationTable(dialect);
  const done = await storage.executed();
  const unknown = done.filter(name => !list.some(migration => migration.name === name));
  if (unknown.length > 0) throw new NewerSchemaError(unknown);
  const pending = list.map(({ name }) => name).filter(name => !done.includes(name));
  if (pending.length === 0) return [];
  if (done.length > 0) await before?.(pending);
  // Umzug loads two hundred modules, which a process without a pending migration need not wait for.
  const { Umzug } = await import('umzug');
  // Umzug wraps errors in its own, so the original is kept here.
  let failure: unknown;
  const umzug = new Umzug({
    migrations: list.map(({ name, up }) => ({
      name,
      up: () =>
        up(dialect).catch((cause: unknown) => {
          failure = dialect.fault(cause) === 'away' ? cause : new MigrationError(name, cause);
          throw failure;
        }),
    })),
    storage,
    logger: undefined,
  });
  try {
    return (await umzug.up()).map(({ name }) => name);
  } catch (error) {
    throw failure ?? error;
  }
}

/** Returns the names of the migrations that are in the database, in order; creates the table if it is missing. */
export function appliedMigrations(dialect: Dialect): Promise<string[]> {
  return new MigrationTable(dialect).executed();
}

/** Returns the same where the table certainly exists; writes nothing. */
export async function readMigrations({ sequelize }: Dialect, transaction?: Transaction): Promise<string[]> {
  const rows = await migrationsOn(sequelize).findAll({
    attributes: ['name'],
    order: ['name'],
    raw: true,
    transaction: transaction ?? null,
  });
  return rows.map(({ name }) => name);
}

/** True when every migration of this release, and none of a later one, is in the database. */
export async function isMigrated(dialect: Dialect): Promise<boolean> {
  const done = await readMigrations(dialect);
  return done.length === migrations.length && done.every(name => migrations.some(migration => migration.name === name));
}

/** The table in which the applied migrations are noted; created on first use. */
export class MigrationTable implements UmzugStorage {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Returns the names of the applied migrations, in order, including those of newer releases. */
  async executed(): Promise<string[]> {
    const { types } = this.#dialect;
    await this.#dialect.run(
      `CREATE TABLE IF NOT EXISTS migration (name ${types.text(100)} NOT NULL PRIMARY KEY, applied_at ${types.bigint} NOT NULL)${this.#dialect.tableOptions(false)}`,
    );
    return readMigrations(this.#dialect);
  }

  async logMigration({ name }: { readonly name: string }): Promise<void> {
    // Two processes on two nodes of a cluster, which share no lock, may have run the same migration.
    await migrationsOn(this.#dialect.sequelize).upsert({ name, appliedAt: Date.now() }, { fields: ['name'] });
  }

  async unlogMigration({ name }: { readonly name: string }): Promise<void> {
    await migrationsOn(this.#dialect.sequelize).destroy({ where: { name } });
  }
}
