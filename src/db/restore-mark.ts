import type { Dialect, Executor } from './dialect.ts';

/*
 * The mark is a setting that is read and written by hand: restoring copies whole tables beneath the models, and the mark is read
 * in databases of earlier releases and within a snapshot too.
 */

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
  if (!applied.includes(HOME)) return null;
  const [row] = await executor.all<{ value: string }>('SELECT value FROM setting WHERE name = ?', [NAME]);
  return row ? (JSON.parse(row.value) as RestoreMark) : null;
}

export async function refuseHalfRestored(executor: Executor, applied: readonly string[]): Promise<void> {
  const mark = await readRestoreMark(executor, applied);
  if (mark) throw new HalfRestoredError(mark);
}

export async function writeRestoreMark(dialect: Dialect, mark: RestoreMark): Promise<void> {
  const known = dialect.onConflict(['name'], [], ['value']);
  await dialect.run(`INSERT INTO setting (name, value) VALUES (?, ?)${known}`, [NAME, JSON.stringify(mark)]);
}

/** Removes all settings but the mark. */
export async function clearSettings(executor: Executor): Promise<void> {
  await executor.run('DELETE FROM setting WHERE name <> ?', [NAME]);
}

export async function dropRestoreMark(executor: Executor): Promise<void> {
  await executor.run('DELETE FROM setting WHERE name = ?', [NAME]);
}
