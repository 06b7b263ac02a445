import { type Database, reachable } from '../db/open.ts';
import { purgeSome } from '../db/purge.ts';
import { WEBSITE_TABLES } from '../db/tables.ts';

/** So long a spool of a process that died may still come back with hits of a deleted website. */
const WATCHED = 7 * 86_400_000;

/**
 * Removes what was counted for deleted websites, at most `step` rows in one transaction so that nobody waits long; returns
 * the number of rows. It may be stopped anywhere and run again: what is left is found the next time.
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
