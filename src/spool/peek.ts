import { openSqliteFile } from '../db/dialects/sqlite-file.ts';
import { listSegments, listSpools } from './lock.ts';
import type { SpoolBatch } from './segment.ts';

const BATCHES = 16;

/** What lies in a spool that another process writes and folds, without getting in its way; what it removes meanwhile is left out. */
export async function* peekSpool(folder: string, id: string): AsyncGenerator<SpoolBatch> {
  for (const path of listSegments(folder, id)) {
    const file = await openSqliteFile(path, 'PRAGMA busy_timeout=1000;', 'read').catch(() => null);
    if (!file) continue;
    try {
      for (let after = 0; ; ) {
        const batches = await file.all<SpoolBatch>(
          'SELECT first, hits, body FROM batch WHERE first > ? ORDER BY first LIMIT ?',
          [after, BATCHES],
        );
        yield* batches;
        after = batches.at(-1)?.first ?? after;
        if (batches.length < BATCHES) break;
      }
    } catch {
      // Damaged, or not a table yet: who folds it tells of the one, and the other holds nothing.
    } finally {
      await file.close();
    }
  }
}

/** A removed spool is one that was folded to its end. */
export function isSpool(folder: string, id: string): boolean {
  return listSpools(folder).includes(id);
}
