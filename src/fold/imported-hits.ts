import { touchDays } from '../db/columns/late-days.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { advanceFold, lockFold } from '../db/rollups/fold-state.ts';
import { removeOfImport, TABLES_OF_HITS } from '../db/visits/imported.ts';
import { type StoreOptions, storeHits } from './fold.ts';
import { FoldConflict } from './fold-conflict.ts';
import type { FoldableHit } from './text-table.ts';
import type { ImportBatch } from './undo.ts';

/**
 * Folds a batch of an import, in order of time; its visitors have hits of their day in no other batches but those that it
 * names. Returns a function to call after the commit. Throws FoldConflict when another process was faster.
 */
export async function foldHitsOfImport(
  tx: Executor,
  dialect: Dialect,
  website: number,
  hits: readonly FoldableHit[],
  options: StoreOptions & { readonly into: ImportBatch },
): Promise<() => void> {
  const state = await lockFold(tx, dialect, website);
  return storeHits(tx, dialect, website, state, hits, { ...options, unseen: true });
}

/** A day without hits of the import counts as so many rows, or many such days would make a long transaction. */
const EMPTY_DAY = 50;

/** The days of an import (since 1970-01-01). */
export interface ImportDays {
  readonly website: number;
  readonly importId: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Removes at most `step` hits and visits of an import, day by day, and gives these days new versions. Returns the day to go
 * on with; null when none is left. Throws FoldConflict when another process was faster.
 */
export async function removeHitsOfImport(
  tx: Executor,
  dialect: Dialect,
  { website, importId, from, to }: ImportDays,
  step: number,
): Promise<number | null> {
  const touched = new Set<number>();
  let left = step;
  let day = from;
  while (day <= to && left > 0) {
    let [removed, isAll] = [0, true];
    for (const table of TABLES_OF_HITS) {
      if (!isAll || removed >= left) break;
      const some = await removeOfImport(tx, dialect, table, { website, importId, day }, left - removed);
      removed += some.rows;
      isAll = some.isAll;
    }
    if (removed > 0) touched.add(day);
    left -= removed;
    if (!isAll || left <= 0) continue;
    day++;
    if (removed === 0) left -= EMPTY_DAY;
  }
  if (touched.size > 0) {
    // No fold changes these rows, and it need not wait until they are gone.
    const state = await lockFold(tx, dialect, website);
    await touchDays(tx, dialect, website, [...touched]);
    if (!(await advanceFold(tx, dialect, website, state, { ...state, touchesClosed: true, change: null })))
      throw new FoldConflict(`Website ${website} was folded by another process in the meantime.`);
  }
  return day > to ? null : day;
}
