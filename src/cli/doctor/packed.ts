import type { Database } from '../../db/open.ts';
import { findDamaged } from '../../db/rollups/blocks.ts';
import { foldedWebsites } from '../../db/rollups/fold-state.ts';
import { dateOf } from '../../domain/calendar.ts';
import { type Finding, findings } from './finding.ts';

/** Checks the packed days, weeks and months of all websites. */
export async function checkPacked({ dialect }: Database): Promise<Finding[]> {
  const { ok, warn } = findings('packed sums');
  const found: Finding[] = [];
  for (const website of await foldedWebsites(dialect)) {
    const damaged = await dialect.snapshot(tx => findDamaged(tx, website));
    const [first] = damaged;
    if (!first) continue;
    const what = `${damaged.length} packed days, weeks or months of website ${website} are damaged, the first of them from ${dateOf(first.from)} to ${dateOf(first.to)}.`;
    found.push(
      warn(
        what,
        'Answers come from their rows meanwhile. Run verify, which has them packed again, and check the disk.',
      ),
    );
  }
  return found.length > 0 ? found : [ok('They are whole.')];
}
