import { type Database, reachable } from '../db/open.ts';
import { purgeSome } from '../db/purge.ts';
import { WEBSITE_TABLES } from '../db/tables.ts';

/** For this long, the spool of a dead process may still bring back hits of a deleted website. */
const WATCHED = 7 * 86_400_000;

/**
 * Removes the data of deleted websites, at most `step` rows per transaction so that nothing waits long, and returns the
 * number of rows. It can be stopped anywhere; the next run continues.
 */
export async function purgeTrash(
  database: Database,
  step: number,
  { now = Date.now(), signal }: { readonly now?: number; readonly signal?: AbortSignal } = {},
): Promise<number> {
  let purged = 0;
  const order = ['deletedAt', 'websiteId'];
  for (const deleted of await reachable(database, () => database.websiteTrash.findAll({ order, raw: true }))) {
    const { websiteId, deletedAt } = deleted;
    for (const table of WEBSITE_TABLES) {
      for (let some = step; some === step && !signal?.aborted; purged += some) {
        some = await reachable(database, () => purgeSome(database.dialect, table, 'website_id = ?', [websiteId], step));
      }
    }
    if (signal?.aborted) break;
    if (now - deletedAt > WATCHED)
      await reachable(database, () => database.websiteTrash.destroy({ where: { websiteId } }));
  }
  return purged;
}
