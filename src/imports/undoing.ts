import { removeRowHashes } from '../db/rollups/import-rows.ts';
import { removeImported } from '../db/rollups/imported.ts';
import { removeHitsOfImport } from '../fold/imported-hits.ts';
import { listImport } from '../fold/imported-sums.ts';
import { undoBatches } from '../fold/undo-batches.ts';
import type { ImportContext } from './context.ts';
import { type HeldImport, stepOf } from './progress.ts';

/** Rows that one transaction removes: fewer where all others who write wait for it. */
const STEP = { alone: 20_000, beside: 60_000 };
/** Batches that one transaction takes back: the more, the fewer rows of days change twice. */
const BATCHES = 64;
/** The same for rows with packed sums or hashes, which can be large. */
const BODIES = 2_000;

/** Takes everything out that an import has added. It can be interrupted anywhere and called again. */
export async function undoRows(context: ImportContext, held: HeldImport): Promise<void> {
  const { database, now, signal } = context;
  const { dialect } = database;
  const { id, websiteId, kind, firstDay, lastDay } = held.row;
  const step = <T>(name: string, work: Parameters<typeof stepOf<T>>[4]) => stepOf<T>(context, held, name, {}, work);
  if (kind === 'sums') await step('unlist', tx => listImport(tx, dialect, websiteId, id, false, now()));
  else {
    const most = context.mostRows === undefined ? BATCHES : 2;
    while (await step('undo batches', tx => undoBatches(tx, dialect, websiteId, id, most))) signal?.throwIfAborted();
    const rows = context.mostRows ?? (dialect.ownsDatabase ? STEP.alone : STEP.beside);
    let from = firstDay;
    while (from !== null) {
      const days = { website: websiteId, importId: id, from, to: lastDay ?? from };
      from = await step('remove hits', tx => removeHitsOfImport(tx, dialect, days, rows));
      signal?.throwIfAborted();
    }
  }
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
