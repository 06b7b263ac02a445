import { Op, type Transaction } from 'sequelize';
import type { Dialect } from './dialect.ts';
import { settingsOn } from './models/setting.ts';

/** A mark in the database while a backup is being restored into it; it stays when the restore fails. */
export interface RestoreMark {
  readonly path: string;
}

const NAME = 'restoring';
/** The migration that creates the table of settings, which holds the mark. */
export const HOME = '0002-settings-of-the-instance';

/** Thrown when the database holds part of a backup; it must not be used until the restore is complete. */
export class HalfRestoredError extends Error {
  constructor({ path }: RestoreMark) {
    super(
      `The database holds part of the backup ${path}: its restore did not finish. Run "restore" again: it starts over, and nothing needs to be cleared first.`,
    );
    this.name = 'HalfRestoredError';
  }
}

/** Returns the mark of an unfinished restore, or null. `applied` are the migrations that are in the database. */
export async function readRestoreMark(
  { sequelize }: Dialect,
  applied: readonly string[],
  transaction?: Transaction,
): Promise<RestoreMark | null> {
  if (!applied.includes(HOME)) return null;
  const row = await settingsOn(sequelize).findByPk(NAME, { raw: true, transaction: transaction ?? null });
  return row ? (JSON.parse(row.value) as RestoreMark) : null;
}

export async function refuseHalfRestored(
  dialect: Dialect,
  applied: readonly string[],
  transaction?: Transaction,
): Promise<void> {
  const mark = await readRestoreMark(dialect, applied, transaction);
  if (mark) throw new HalfRestoredError(mark);
}

export async function writeRestoreMark({ sequelize }: Dialect, mark: RestoreMark): Promise<void> {
  await settingsOn(sequelize).upsert({ name: NAME, value: JSON.stringify(mark) });
}

/** Removes all settings except the mark. */
export async function clearSettings({ sequelize }: Dialect): Promise<void> {
  await settingsOn(sequelize).destroy({ where: { name: { [Op.ne]: NAME } } });
}

export async function dropRestoreMark({ sequelize }: Dialect): Promise<void> {
  await settingsOn(sequelize).destroy({ where: { name: NAME } });
}
