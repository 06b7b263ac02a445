import { Op } from 'sequelize';
import type { Dialect } from '../db/dialect.ts';
import { appliedMigrations, applyMigrations, NewerSchemaError } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { migrationsOn } from '../db/models/migration.ts';
import { HOME, readRestoreMark, writeRestoreMark } from '../db/restore-mark.ts';
import { TABLES, tableNamed } from '../db/tables.ts';
import { AppError } from '../errors.ts';
import type { CheckedBackup } from './check.ts';

const EMPTY_ONE =
  'set DATABASE_URL to a database without tables: a path where no file is, or a name made with CREATE DATABASE.';

/**
 * Prepares a database for the restore of a backup and marks it as partly restored; the remains of an unfinished
 * restore are removed. Throws BAD_USER_INPUT when it contains anything else, NewerSchemaError when a newer release has
 * used it.
 */
export async function settleTarget(dialect: Dialect, { path, head }: CheckedBackup): Promise<void> {
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
      throw refusal(`The database is not empty: it has rows in ${name}. Stop the service and ${EMPTY_ONE}`);
  const later = applied.filter(name => !known.includes(name));
  if (later.length > 0)
    throw refusal(
      `The backup is older than the tables in the database (${later.join(', ')}). To restore it, ${EMPTY_ONE}`,
    );
}

/**
 * The tables may be from any release between the backup's and this one. If interrupted anywhere, this leaves the mark
 * and runs again.
 */
async function dropPart(dialect: Dialect): Promise<void> {
  await migrationsOn(dialect.sequelize).destroy({ where: { name: { [Op.ne]: HOME } } });
  for (const { name } of await dialect.catalog.tables(dialect)) {
    const known = tableNamed(name);
    if (known && known.restore !== 'kept') await dialect.run(`DROP TABLE ${name}`);
  }
}

function refusal(message: string): AppError {
  return new AppError('BAD_USER_INPUT', message);
}
