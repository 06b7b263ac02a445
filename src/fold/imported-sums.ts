import type { Dialect, Executor } from '../db/dialect.ts';
import { advanceFold, type FoldState, lockFold } from '../db/rollups/fold-state.ts';
import { saveRuns } from '../db/rollups/import-runs.ts';
import { readImports, writeImports } from '../db/rollups/imported.ts';
import { findValueIds, valueHash } from '../db/rollups/values.ts';
import { insertRows, Text } from '../db/sql.ts';
import { FoldConflict } from './fold-conflict.ts';
import type { KnownTexts } from './known-texts.ts';
import type { KnownValues } from './known-values.ts';
import { type Bucket, isNumbered, type SumsBatch, storedRollup } from './sums-batch.ts';
import { packRuns } from './sums-runs.ts';
import type { ImportBatch } from './undo.ts';

/**
 * Adds these buckets of a batch to an import, which nobody reads yet. Returns a function to call after the commit. Throws
 * FoldConflict when another process was faster.
 */
export async function addSumsOfImport(
  tx: Executor,
  dialect: Dialect,
  website: number,
  { id, no }: ImportBatch,
  batch: SumsBatch,
  buckets: readonly Bucket[],
  { known, texts, now }: { readonly known: KnownValues; readonly texts: KnownTexts; readonly now: number },
): Promise<() => void> {
  const state = await lockFold(tx, dialect, website);
  const { ids, nextValue, remember } = await idsOf(tx, dialect, website, state, batch.texts, texts, known);
  const idOf = (entry: number) => {
    const value = batch.value[entry] as number;
    return isNumbered(batch.rollup[entry] as number) ? value : (ids[value] as number);
  };
  const stored = buckets.map(bucket => ({ ...bucket, rollup: storedRollup(bucket.rollup, ids) }));
  await saveRuns(tx, website, id, no, packRuns(batch, stored, idOf));
  await advance(tx, dialect, website, state, { ...state, nextValue }, false, now);
  return remember;
}

/** Returns the ids of texts, in their order; new ones get theirs now. */
async function idsOf(
  tx: Executor,
  dialect: Dialect,
  website: number,
  state: FoldState,
  texts: readonly string[],
  latest: KnownTexts,
  known: KnownValues,
): Promise<{ readonly ids: Int32Array; readonly nextValue: number; readonly remember: () => void }> {
  const knownIds = await known.of(tx, dialect, website, state);
  const ids = Int32Array.from(texts, text => (text === '' ? 0 : (latest.get(knownIds, text) ?? UNKNOWN)));
  const unknown = new Map<string, string>();
  const found = new Map<string, number>();
  texts.forEach((text, place) => {
    if (ids[place] === UNKNOWN) unknown.set(valueHash(text), text);
  });
  for (const [hash, id] of await findValueIds(tx, dialect, website, [...unknown.keys()])) {
    found.set(unknown.get(hash) as string, id);
    unknown.delete(hash);
  }
  let { nextValue } = state;
  await insertRows(tx, {
    table: 'stat_value',
    columns: ['website_id', 'id', 'hash', 'value'],
    rows: [...unknown].map(([hash, text]) => {
      found.set(text, nextValue);
      return [website, nextValue++, `x'${hash}'`, new Text(text)];
    }),
  });
  texts.forEach((text, place) => {
    if (ids[place] === UNKNOWN) ids[place] = found.get(text) as number;
  });
  return { ids, nextValue, remember: () => latest.keep(knownIds, found) };
}

const UNKNOWN = -1;

/** Adds an import to those whose sums count, or takes it from them; readers notice with the commit. */
export async function listImport(
  tx: Executor,
  dialect: Dialect,
  website: number,
  importId: number,
  counts: boolean,
  now: number,
): Promise<void> {
  const state = await lockFold(tx, dialect, website);
  const listed = await readImports(tx, website);
  if (listed.includes(importId) === counts) return;
  await writeImports(tx, website, counts ? [...listed, importId] : listed.filter(id => id !== importId));
  await advance(tx, dialect, website, state, state, true, now);
}

async function advance(
  tx: Executor,
  dialect: Dialect,
  website: number,
  from: FoldState,
  to: FoldState,
  touchesClosed: boolean,
  now: number,
): Promise<void> {
  const change = { visitors: [], at: now };
  if (!(await advanceFold(tx, dialect, website, from, { ...to, touchesClosed, change })))
    throw new FoldConflict(`Website ${website} was folded by another process in the meantime.`);
}
