import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportRow } from '../db/models/import.ts';
import { saveRowHashes } from '../db/rollups/import-rows.ts';
import { foldHitsOfImport } from '../fold/imported-hits.ts';
import { inOrderOfKeys } from '../fold/order.ts';
import type { FoldableHit } from '../fold/text-table.ts';
import type { ImportBatch } from '../fold/undo.ts';
import type { ImportContext } from './context.ts';
import { FileFault } from './fault.ts';
import { folderOf } from './folder.ts';
import { type HeldImport, stepOf } from './progress.ts';
import { packHashes } from './repeats.ts';
import { removeSortedHits, SortedHits } from './sorted/sorted-hits.ts';
import { HitSorter } from './sorted/sorter.ts';
import type { StoredFile } from './unpacked.ts';

/** Hits of a batch; a transaction should not hold up the fold for long. */
export const LIMITS = { hits: 16_000 };

/** Returns what sorts the hits of an import into its folder. */
export async function openSorter({ dataDir }: ImportContext, { id }: ImportRow): Promise<HitSorter> {
  await mkdir(folderOf(dataDir, id), { recursive: true });
  return new HitSorter(pathOf(dataDir, id));
}

/** Removes what the sorter has written. */
export async function removeSorted({ dataDir }: ImportContext, { id }: ImportRow): Promise<void> {
  await removeSortedHits(pathOf(dataDir, id));
}

/** Folds the sorted hits of an import, batch by batch, from where it is. Returns the import as it is then. */
export async function runHits(context: ImportContext, held: HeldImport): Promise<HeldImport> {
  const sorted = await openSorted(context, held.row);
  let now = held;
  let ahead: Promise<ReadBatch> | undefined;
  try {
    while (now.row.batches < sorted.batches) {
      const { batches } = now.row;
      const batch = await (ahead ?? readBatch(sorted, batches));
      ahead = undefined;
      const next = batches + 1;
      // The next one is read while the engine writes the sums of this one.
      const readAhead = () => {
        if (next >= sorted.batches || ahead) return;
        ahead = readBatch(sorted, next);
        ahead.catch(() => undefined);
      };
      const into = { continues: sorted.continues(batches), isContinued: sorted.continues(next) };
      now = await foldBatch(context, now, batch, into, readAhead);
      context.signal?.throwIfAborted();
    }
    return now;
  } finally {
    await ahead?.catch(() => undefined);
    await sorted.close();
  }
}

/** Opens what the sorter has written. Throws FileFault. */
export async function openSorted({ dataDir }: ImportContext, { id, files }: ImportRow): Promise<SortedHits> {
  try {
    return await SortedHits.open(pathOf(dataDir, id));
  } catch (cause) {
    const [{ name } = { name: 'The file' }] = JSON.parse(files) as StoredFile[];
    throw new FileFault(name, null, 'What was read of it is gone; import it again.', cause);
  }
}

/** A batch, and what of it depends on no other one, so that it can be found out while that one is written. */
interface ReadBatch {
  readonly hits: readonly FoldableHit[];
  readonly order: Uint32Array;
  /** The hashes of the rows of each day. */
  readonly hashes: ReadonlyMap<number, Buffer>;
}

async function readBatch(sorted: SortedHits, batch: number): Promise<ReadBatch> {
  const read = await sorted.read(batch);
  const hits = read.map(({ hit }) => hit);
  const days = Map.groupBy(read, ({ hit }) => hit.day);
  const hashes = new Map([...days].map(([day, ofDay]) => [day, packHashes(ofDay.map(({ hash }) => hash))]));
  return { hits, order: inOrderOfKeys(hits), hashes };
}

async function foldBatch(
  context: ImportContext,
  held: HeldImport,
  { hits, order, hashes }: ReadBatch,
  continued: Pick<ImportBatch, 'continues' | 'isContinued'>,
  atSums: () => void,
): Promise<HeldImport> {
  const { dialect } = context.database;
  const { id, websiteId, position, batches } = held.row;
  const change = { position: position + hits.length, batches: batches + 1 };
  const remember = await stepOf(context, held, `batch ${batches}`, change, async tx => {
    const into = { id, no: batches, ...continued };
    const folded =
      hits.length > 0 && (await foldHitsOfImport(tx, dialect, websiteId, hits, { ...context, into, order, atSums }));
    await saveRowHashes(tx, websiteId, id, batches, hashes);
    return folded;
  });
  if (remember) remember();
  return { ...held, row: { ...held.row, ...change } };
}

function pathOf(dataDir: string, id: number): string {
  return join(folderOf(dataDir, id), 'sorted');
}
