import { touchDays } from '../db/columns/late-days.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { advanceFold, lockFold } from '../db/rollups/fold-state.ts';
import { int } from '../db/sql.ts';
import type { Hit } from '../domain/stored-hit.ts';
import { type FoldOptions, storeHits } from './fold.ts';
import { FoldConflict } from './fold-conflict.ts';
import type { ImportBatch } from './undo.ts';

/**
 * Folds a batch of an import, in order of time; its visitors have no hits in other batches of their day, but in those that it says. Returns a function to call after the commit. Throws FoldConflict when
 * another process was faster.
 */
export async function foldHitsOfImport(
  tx: Executor,
  dialect: Dialect,
  website: number,
  hits: readonly Hit[],
  options: FoldOptions & { readonly into: ImportBatch },
): Promise<() => void> {
  const state = await lockFold(tx, dialect, website);
  return storeHits(tx, dialect, website, state, hits, { ...options, unseen: true });
}

const KEYS = {
  hit: ['website_id', 'day', 'visitor', 'id'],
  visit: ['website_id', 'day', 'visitor', 'no'],
} as const;

/** Removes up to `step` hits or visits of an import on one day, and gives the day a new version; returns how many. */
export async function removeHitsOfImport(
  tx: Executor,
  dialect: Dialect,
  table: keyof typeof KEYS,
  { website, importId, day }: { readonly website: number; readonly importId: number; readonly day: number },
  step: number,
): Promise<number> {
  const state = await lockFold(tx, dialect, website);
  const where = `website_id = ${int(website)} AND day = ${int(day)} AND import_id = ${int(importId)}`;
  const removed = await tx.run(dialect.deleteSome(table, KEYS[table], where, step));
  if (removed === 0) return 0;
  await touchDays(tx, dialect, website, [day]);
  if (!(await advanceFold(tx, dialect, website, state, { ...state, touchesClosed: true, change: null })))
    throw new FoldConflict(`Website ${website} was folded by another process in the meantime.`);
  return removed;
}
