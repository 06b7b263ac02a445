import { openSqliteFile } from '../db/dialects/sqlite-file.ts';
import { listSegments, listSpools } from './lock.ts';
import type { SpoolBatch } from './segment.ts';

const BATCHES = 16;

/**
 * Yields the batches of a spool that another process writes and folds, without disturbing it; batches removed meanwhile
 * are left out.
 */
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
      // The file is damaged or has no table yet: damage is reported by the folding process, and a file without a table
      // has no hits.
    } finally {
      await file.close();
    }
  }
}

/** Returns false for a removed spool, which has been folded completely. */
export function isSpool(folder: string, id: string): boolean {
  return listSpools(folder).includes(id);
}
