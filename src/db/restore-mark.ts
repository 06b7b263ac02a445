import type { Dialect, Executor } from './dialect.ts';
import { readSetting, writeSetting } from './settings.ts';

/** What stands in the database while a backup is being restored into it, and stays when that did not end well. */
export interface RestoreMark {
  readonly path: string;
}

const NAME = 'restoring';
/** The migration that makes the table the mark stands in. */
export const HOME = '0002-settings-of-the-instance';

/** Thrown when the database holds a part of a backup; nobody may use it before it is whole. */
export class HalfRestoredError extends Error {
  constructor({ path }: RestoreMark) {
    super(
      `The database holds a part of the backup ${path}, whose restore did not end. Run "restore" again: it begins anew and needs no clearing.`,
    );
    this.name = 'HalfRestoredError';
  }
}

/** The mark of a restore that has not ended; null when there is none. `applied` are the migrations that are in the database. */
export async function readRestoreMark(executor: Executor, applied: readonly string[]): Promise<RestoreMark | null> {
  const mark = applied.includes(HOME) ? await readSetting(executor, NAME) : null;
  return mark === null ? null : (JSON.parse(mark) as RestoreMark);
}

export async function refuseHalfRestored(executor: Executor, applied: readonly string[]): Promise<void> {
  const mark = await readRestoreMark(executor, applied);
  if (mark) throw new HalfRestoredError(mark);
}

export function writeRestoreMark(dialect: Dialect, mark: RestoreMark): Promise<void> {
  return writeSetting(dialect, dialect, NAME, JSON.stringify(mark));
}

/** Removes all settings but the mark. */
export async function clearSettings(executor: Executor): Promise<void> {
  await executor.run('DELETE FROM setting WHERE name <> ?', [NAME]);
}

export async function dropRestoreMark(executor: Executor): Promise<void> {
  await executor.run('DELETE FROM setting WHERE name = ?', [NAME]);
}
