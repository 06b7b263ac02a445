import type { Executor } from '../db/dialect.ts';
import type { Database } from '../db/open.ts';
import { valueHash } from '../db/rollups/values.ts';
import { insertRows } from '../db/sql.ts';
import { findHitIds } from '../db/visits/hits.ts';
import { idText } from '../domain/stored-hit.ts';
import type { FoldableHit } from './text-table.ts';

/** Separates hits whose client id was seen before from the others, whose ids are stored. */
export async function dropRepeats(
  tx: Executor,
  website: number,
  ahead: readonly FoldableHit[],
  today: number,
): Promise<{ kept: FoldableHit[]; repeats: FoldableHit[] }> {
  const hashed = ahead.map(hit => ({ hit, idHashes: idHashesOf(hit) }));
  const hashes = hashed.flatMap(({ idHashes }) => idHashes);
  const seen = hashes.length === 0 ? new Set<string>() : await findHitIds(tx, website, [...new Set(hashes)]);
  const { kept, ids, repeats } = withoutRepeats(hashed, seen);
  await insertRows(tx, {
    table: 'hit_id',
    columns: ['website_id', 'id_hash', 'seen_day'],
    rows: ids.sort().map(id => [website, `x'${id}'`, today]),
  });
  return { kept, repeats };
}

/**
 * Returns the hash to store, and the one under which an earlier release stored the id, whoever had sent it. Both make a
 * hit a repeat, so that one which is sent again across the upgrade counts once.
 */
function idHashesOf(hit: FoldableHit): string[] {
  if (hit.id === '') return [];
  return hit.source === null ? [valueHash(hit.id)] : [valueHash(idText(hit)), valueHash(hit.id)];
}

/** Counts repeats as dropped. */
export async function countRepeats(
  tx: Executor,
  { dialect }: Database,
  website: number,
  repeats: readonly FoldableHit[],
): Promise<void> {
  const days = new Map<number, number>();
  for (const { day } of repeats) days.set(day, (days.get(day) ?? 0) + 1);
  await insertRows(tx, {
    table: 'dropped',
    columns: ['website_id', 'day', 'reason', 'hits'],
    after: dialect.onConflict(['website_id', 'day', 'reason'], ['hits']),
    rows: [...days].map(([day, hits]) => [website, day, "'duplicate'", hits]),
  });
}

/**
 * Drops hits of which one hash was seen before, in this fold or an earlier one; `ids` are the first hashes of the others,
 * 32 hex digits each.
 */
function withoutRepeats(
  hits: readonly { hit: FoldableHit; idHashes: readonly string[] }[],
  seen: ReadonlySet<string>,
): { kept: FoldableHit[]; ids: string[]; repeats: FoldableHit[] } {
  const fresh = new Set<string>();
  const kept: FoldableHit[] = [];
  const repeats: FoldableHit[] = [];
  for (const { hit, idHashes } of hits) {
    if (idHashes.some(hash => seen.has(hash) || fresh.has(hash))) repeats.push(hit);
    else {
      kept.push(hit);
      for (const hash of idHashes.slice(0, 1)) fresh.add(hash);
    }
  }
  return { kept, ids: [...fresh], repeats };
}
