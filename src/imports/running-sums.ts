import { unmergedUnits } from '../db/rollups/import-runs.ts';
import { chunksBySize } from '../db/sql.ts';
import type { ImportOptions } from '../domain/import.ts';
import { addSumsOfImport } from '../fold/imported-sums.ts';
import { KnownTexts } from '../fold/known-texts.ts';
import { RunMerger } from '../fold/run-merger.ts';
import { SumsBatch } from '../fold/sums-batch.ts';
import type { ImportContext } from './context.ts';
import { REPEATED_WHOLLY } from './earlier-sums.ts';
import { type HeldImport, stepOf } from './progress.ts';
import { openRows, type SumsSource } from './source.ts';
import { putRow } from './sums-judge.ts';

/** Rows of a batch; a transaction should not hold up the fold for long. */
const MOST_ROWS = 25_000;
/** Bytes of runs that a transaction merges, unless a single unit has more. */
const MERGED = 2 * 1024 * 1024;
/** A unit takes as long as this many rows, however few it has. */
const ROWS_OF_UNIT = 10;

/** Counts the rows of an import of sums from its position on, batch by batch. Returns the import as it is then. */
export async function runSums(context: ImportContext, held: HeldImport): Promise<HeldImport> {
  // After a restart in the merge, no row is left.
  const now = held.row.position < held.row.rowCount ? await addRows(context, held) : held;
  await mergeRuns(context, now);
  return now;
}

async function addRows(context: ImportContext, held: HeldImport): Promise<HeldImport> {
  const { until } = JSON.parse(held.row.options) as ImportOptions;
  const { rows, sums, close } = await openRows(context, held.row, until);
  if (!sums) throw new Error('Only sums were expected.');
  const most = context.mostRows ?? MOST_ROWS;
  let skip = held.row.position;
  let batch = new SumsBatch(most);
  let taken = 0;
  const texts = new KnownTexts();
  let adding: Promise<HeldImport> = Promise.resolve(held);
  // While a batch is written, the next one is read.
  const add = async () => {
    const [full, count, before] = [batch, taken, await adding];
    context.signal?.throwIfAborted();
    adding = addBatch(context, before, sums, texts, full, count);
    adding.catch(() => undefined);
    batch = new SumsBatch(most);
    taken = 0;
  };
  try {
    for await (const some of rows)
      for (const row of some) {
        if (row.type === 'note') continue;
        if (skip > 0) {
          skip--;
          continue;
        }
        if (row.type === 'sums' && sums.judge.judge(row) === null) putRow(batch, taken, row);
        taken++;
        if (taken >= most) await add();
      }
    if (taken > 0) await add();
    return await adding;
  } finally {
    await adding.catch(() => undefined);
    await close();
  }
}

async function addBatch(
  context: ImportContext,
  held: HeldImport,
  { earlier }: SumsSource,
  texts: KnownTexts,
  batch: SumsBatch,
  rows: number,
): Promise<HeldImport> {
  const { database, known, now } = context;
  const { id, websiteId, position, batches } = held.row;
  const repeated = await earlier.repeated(batch);
  repeated.forEach((metrics, entry) => void batch.clear(entry, metrics));
  const buckets = batch.buckets(entry => repeated[entry] !== REPEATED_WHOLLY);
  const change = { position: position + rows, batches: batches + 1 };
  const remember = await stepOf(context, held, `batch ${batches}`, change, tx => {
    const into = { id, no: batches };
    return addSumsOfImport(tx, database.dialect, websiteId, into, batch, buckets, { known, texts, now: now() });
  });
  remember();
  return { ...held, row: { ...held.row, ...change } };
}

/** Merges what all batches have added, some units in each transaction, which leaves nothing of them to merge. */
async function mergeRuns(context: ImportContext, held: HeldImport): Promise<void> {
  const { id, websiteId } = held.row;
  const units = await unmergedUnits(context.database.dialect, websiteId, id);
  const merger = new RunMerger();
  const most = Math.ceil((context.mostRows ?? MOST_ROWS) / ROWS_OF_UNIT);
  const sizeOf = (unit: { readonly bytes: number }) => Math.max(Number(unit.bytes) / MERGED, 1 / most);
  for (const some of chunksBySize(units, sizeOf, 1)) {
    await stepOf(context, held, 'merge', {}, tx => merger.merge(tx, websiteId, id, some));
    context.signal?.throwIfAborted();
  }
}
