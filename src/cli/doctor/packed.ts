import type { Database } from '../../db/open.ts';
import { findDamaged } from '../../db/rollups/blocks.ts';
import { dateOf } from '../../domain/calendar.ts';
import { counted } from '../../domain/counted.ts';
import { allWebsites } from '../website.ts';
import { type Finding, findings } from './finding.ts';

/** Checks the packed days, weeks and months of all websites. */
export async function checkPacked(database: Database): Promise<Finding[]> {
  const { ok, warn } = findings('packed sums');
  const found: Finding[] = [];
  for (const { id, domain } of await allWebsites(database, null)) {
    const damaged = await database.dialect.snapshot(tx => findDamaged(tx, id));
    const [first] = damaged;
    if (!first) continue;
    found.push(
      warn(
        `What is packed of ${domain} is damaged in ${counted(damaged.length, 'place')}, the first from ${dateOf(first.from)} to ${dateOf(first.to)}.`,
        'Check the disk, and run "footfall verify", which has them packed again; until then, answers come from rows.',
      ),
    );
  }
  return found.length > 0 ? found : [ok('They are whole.')];
}
