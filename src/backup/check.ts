import { migrations } from '../db/migrations/all.ts';
import { AppError } from '../errors.ts';
import { type BackupEnd, type BackupHead, readBackup, type TableLine } from './file.ts';

/** A backup that was read to its end and is intact. */
export interface CheckedBackup {
  readonly path: string;
  readonly head: BackupHead;
  readonly end: BackupEnd;
}

/** Called with the fraction of the backup that was read, 0 to 1, and the current table. */
export type Progress = (done: number, table: string) => void;

/** Reads the whole backup and checks its counts and checksum. Throws BAD_USER_INPUT, for the operator. */
export async function checkBackup(path: string, progress: Progress = () => {}): Promise<CheckedBackup> {
  let head: BackupHead | null = null;
  let table = '';
  const counts = new Map<string, number>();
  const parts = readBackup(path);
  for (;;) {
    const part = await parts.next();
    if (part.done) {
      const end = part.value;
      const isCounted = Object.entries(end.tables).every(([name, rows]) => counts.get(name) === rows);
      if (!head || !isCounted)
        throw new AppError(
          'BAD_USER_INPUT',
          `${path} does not contain the number of rows given at its end. Use another backup.`,
        );
      return { path, head, end };
    }
    for (const line of part.value.lines) {
      if (line.startsWith('[')) counts.set(table, (counts.get(table) ?? 0) + 1);
      else if (head) {
        table = (parse(line) as Partial<TableLine> | null)?.table ?? '';
        if (table === '')
          throw new AppError(
            'BAD_USER_INPUT',
            `${path} is damaged: it has a line that is neither a table nor a row. Use another backup.`,
          );
        counts.set(table, 0);
      } else head = readHead(path, line);
    }
    progress(part.value.done, table);
  }
}

function readHead(path: string, line: string): BackupHead {
  const head = parse(line) as Partial<BackupHead> | null;
  if (head?.format !== 'footfall-backup')
    throw new AppError('BAD_USER_INPUT', `${path} is not a Footfall backup. Give the path of a backup.`);
  const newer = (head.migrations ?? []).filter(name => !migrations.some(migration => migration.name === name));
  if (head.version !== 1 || newer.length > 0) {
    const reason = newer.length > 0 ? `${newer.join(', ')} is unknown here` : `its format version is ${head.version}`;
    throw new AppError(
      'BAD_USER_INPUT',
      `${path} was made by a newer release of Footfall (${reason}); restore it with that release or a later one.`,
    );
  }
  return head as BackupHead;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
