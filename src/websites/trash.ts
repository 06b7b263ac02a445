import { type Database, reachable } from '../db/open.ts';
import { purgeSome } from '../db/purge-rows.ts';
import { dropTrash, GROWING_TABLES, readTrash } from '../db/trash-rows.ts';

/** So long a spool of a process that died may still come back with hits of a deleted website. */
const WATCHED = 7 * 86_400_000;

/**
 * Removes what was counted for deleted websites, at most `step` rows in one transaction so that nobody waits long; answers
 * the number of rows. It may be stopped anywhere and run again: what is left is found the next time.
 */
export async function purgeTrash(
  database: Database,
  step: number,
  { now = Date.now(), signal }: { readonly now?: number; readonly signal?: AbortSignal } = {},
): Promise<number> {
  let purged = 0;
  for (const { id, deletedAt } of await reachable(database, () => readTrash(database.dialect))) {
    for (const table of GROWING_TABLES) {
      for (let some = step; some === step && !signal?.aborted; purged += some) {
        some = await reachable(database, () => purgeSome(database.dialect, table, 'website_id = ?', [id], step));
      }
    }
    if (signal?.aborted) break;
    if (now - deletedAt > WATCHED) await reachable(database, () => dropTrash(database.dialect, id));
  }
  return purged;
}
