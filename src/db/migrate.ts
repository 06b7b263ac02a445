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

/** Thrown when a migration fails; what it had done by then stays, and the next attempt goes on from there. */
export class MigrationError extends Error {
  readonly migration: string;
  constructor(migration: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The migration ${migration} failed and goes on from where it was at the next attempt: ${reason}`, { cause });
    this.name = 'MigrationError';
    this.migration = migration;
  }
}

/** Called before the first change to a database that an earlier release has used; what it throws keeps that from happening. */
export type BeforeUpgrade = (names: readonly string[]) => Promise<void>;

/**
 * Brings the schema up to this release and answers the names of the migrations that ran, in order. Of several processes one
 * migrates while the others wait; one that was killed midway is resumed. Throws NewerSchemaError and then changes nothing.
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

/** The same for who holds the lock of `migrate` already. */
export async function applyMigrations(
  dialect: Dialect,
  list: readonly Migration[],
  before?: BeforeUpgrade,
): Promise<string[]> {
  const storage = migrationTable(dialect);
  const done = await storage.executed();
  const unknown = done.filter(name => !list.some(migration => migration.name === name));
  if (unknown.length > 0) throw new NewerSchemaError(unknown);
  const pending = list.map(({ name }) => name).filter(name => !done.includes(name));
  if (pending.length === 0) return [];
  if (done.length > 0) await before?.(pending);
  // It brings two hundred modules along, which a process without a migration to run need not wait for.
  const { Umzug } = await import('umzug');
  // Umzug tells of a failure in words of its own.
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

/** Names of the migrations that are in the database, in order; makes the table of them where there is none. */
export function appliedMigrations(dialect: Dialect): Promise<string[]> {
  return migrationTable(dialect).executed();
}

/** The same where the table of them is there for sure; writes nothing. */
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

function migrationTable(dialect: Dialect): UmzugStorage & { executed(): Promise<string[]> } {
  const table = migrationsOn(dialect.sequelize);
  return {
    async executed() {
      await dialect.run(
        `CREATE TABLE IF NOT EXISTS migration (name ${dialect.types.text(100)} NOT NULL PRIMARY KEY, applied_at ${dialect.types.bigint} NOT NULL)${dialect.tableOptions(false)}`,
      );
      return readMigrations(dialect);
    },
    async logMigration({ name }) {
      // Over two nodes of a cluster, which share no lock, two processes may have done the same.
      await table.upsert({ name, appliedAt: Date.now() }, { fields: ['name'] });
    },
    async unlogMigration({ name }) {
      await table.destroy({ where: { name } });
    },
  };
}
