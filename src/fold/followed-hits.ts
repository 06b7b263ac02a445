import type { Dialect, Executor } from '../db/dialect.ts';
import { isRegistered, lockFold } from '../db/rollups/fold-state.ts';
import { importsOfLogs, readFollowedLog, writeFollowedLog } from '../db/rollups/followed-logs.ts';
import type { Hit } from '../domain/stored-hit.ts';
import { type FoldOptions, storeHits } from './fold.ts';
import { TextTable } from './text-table.ts';

/**
 * A piece of a log: its bytes up to `to` are counted with these hits, if those up to `from` are. One that `isSkipped` is in an
 * import.
 */
export interface LogPiece {
  readonly fingerprint: string;
  readonly from: number;
  readonly to: number;
  readonly isSkipped: boolean;
  readonly hits: readonly Hit[];
  /** The imports of access logs that count, none of which has lines from `to` on. */
  readonly imports: readonly number[];
}

/**
 * Folds the hits of a piece of a log together with its position, so that each counts exactly once. Returns a function to
 * call after the commit; null if another process was faster, an import has begun or ended meanwhile, or the website is deleted.
 */
export async function foldPieceOfLog(
  tx: Executor,
  dialect: Dialect,
  website: number,
  { fingerprint, from, to, hits, imports, isSkipped }: LogPiece,
  options: FoldOptions,
): Promise<(() => void) | null> {
  if (!(await isRegistered(tx, website))) return null;
  const state = await lockFold(tx, dialect, website);
  const known = await readFollowedLog(tx, website, fingerprint);
  if ((known?.position ?? 0) !== from) return null;
  const now = options.now();
  const { done, atWork } = await importsOfLogs(tx, website, now, dialect.forUpdate);
  if (atWork !== null || done.map(({ id }) => id).join() !== imports.join()) return null;
  const skipped = isSkipped ? to : 0;
  await writeFollowedLog(tx, dialect, website, { fingerprint, skipped, position: to, updatedAt: now });
  if (hits.length === 0) return () => undefined;
  const inOrder = hits.toSorted((a, b) => a.time - b.time);
  return storeHits(tx, dialect, website, state, TextTable.of(inOrder), options);
}
