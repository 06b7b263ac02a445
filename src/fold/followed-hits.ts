import type { Dialect, Executor } from '../db/dialect.ts';
import { isRegistered, lockFold } from '../db/rollups/fold-state.ts';
import { readLogPosition, writeLogPosition } from '../db/rollups/followed-logs.ts';
import type { Hit } from '../domain/stored-hit.ts';
import { type FoldOptions, storeHits } from './fold.ts';
import { TextTable } from './text-table.ts';

/** A piece of a log: its bytes up to `to` are counted with these hits, if those up to `from` are. */
export interface LogPiece {
  readonly fingerprint: string;
  readonly from: number;
  readonly to: number;
  readonly hits: readonly Hit[];
}

/**
 * Folds the hits of a piece of a log together with its position, so that each counts exactly once. Returns a function to
 * call after the commit; null if another process was faster, or the website is deleted.
 */
export async function foldPieceOfLog(
  tx: Executor,
  dialect: Dialect,
  website: number,
  { fingerprint, from, to, hits }: LogPiece,
  options: FoldOptions,
): Promise<(() => void) | null> {
  if (!(await isRegistered(tx, website))) return null;
  const state = await lockFold(tx, dialect, website);
  if (((await readLogPosition(tx, website, fingerprint)) ?? 0) !== from) return null;
  await writeLogPosition(tx, dialect, website, { fingerprint, position: to, now: options.now() });
  if (hits.length === 0) return () => undefined;
  const inOrder = hits.toSorted((a, b) => a.time - b.time);
  return storeHits(tx, dialect, website, state, TextTable.of(inOrder), options);
}
