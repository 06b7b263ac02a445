import { removeRowHashes } from '../db/rollups/import-rows.ts';
import { removeImported } from '../db/rollups/imported.ts';
import { removeHitsOfImport } from '../fold/imported-hits.ts';
import { listImport } from '../fold/imported-sums.ts';
import { undoBatches } from '../fold/undo-batches.ts';
import type { ImportContext } from './context.ts';
import { type HeldImport, stepOf } from './progress.ts';

/** Rows that one transaction removes: fewer where all others who write wait for it. */
const STEP = { alone: 20_000, beside: 60_000 };
/** Batches that one transaction takes back: the more, the fewer rows of months change twice. */
const BATCHES = 64;
/** The same for rows with packed sums or hashes, which can be large. */
const BODIES = 2_000;

type Step = <T>(name: string, work: Parameters<typeof stepOf<T>>[4]) => Promise<T>;

/** Takes everything out that an import has added. It can be interrupted anywhere and called again. */
export async function undoRows(context: ImportContext, held: HeldImport): Promise<void> {
  const { database, now, signal } = context;
  const { dialect } = database;
  const { id, websiteId, kind } = held.row;
  const step: Step = (name, work) => stepOf(context, held, name, {}, work);
  if (kind === 'sums') await step('unlist', tx => listImport(tx, dialect, websiteId, id, false, now()));
  else await undoHits(context, held, step);
  const removals = {
    import_run: () => removeImported(dialect, 'import_run', websiteId, id, BODIES),
    import_block: () => removeImported(dialect, 'import_block', websiteId, id, BODIES),
    import_row: () => removeRowHashes(dialect, websiteId, id, BODIES),
  };
  for (const [table, remove] of Object.entries(removals))
    while ((await remove()) === BODIES) {
      await context.stepped?.(`remove ${table}`);
      signal?.throwIfAborted();
    }
}

/** Takes the sums of hits back and removes the hits, at the same time where the engine can. */
async function undoHits(context: ImportContext, { row }: HeldImport, step: Step): Promise<void> {
  const { mostRows, signal } = context;
  const { dialect } = context.database;
  const { id, websiteId, firstDay, lastDay } = row;
  let hasFailed = false;
  const goesOn = () => {
    signal?.throwIfAborted();
    return !hasFailed;
  };
  const batches = async () => {
    const most = mostRows === undefined ? BATCHES : 2;
    while (goesOn() && (await step('undo batches', tx => undoBatches(tx, dialect, websiteId, id, most))));
  };
  const hits = async () => {
    const most = mostRows ?? (dialect.ownsDatabase ? STEP.alone : STEP.beside);
    for (let from = firstDay; from !== null && goesOn(); ) {
      const days = { website: websiteId, importId: id, from, to: lastDay ?? from };
      from = await step('remove hits', tx => removeHitsOfImport(tx, dialect, days, most));
    }
  };
  if (dialect.ownsDatabase) {
    await batches();
    return hits();
  }
  // If one fails, the other must have ended before anybody else takes the import.
  const both = [batches, hits].map(part =>
    part().catch(error => {
      hasFailed = true;
      throw error;
    }),
  );
  await Promise.allSettled(both);
  await Promise.all(both);
}
