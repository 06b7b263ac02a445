import type { Vector } from '../counting/vector.ts';

/** Returns the counts of a statistic that come from imports, by id. */
export function importedById(
  imported: Vector | null,
  countsOf: (vector: Vector) => ArrayLike<number>,
): ReadonlyMap<number, number> {
  const counts = imported ? countsOf(imported) : [];
  return new Map((imported?.ids ?? []).map((id, at) => [id, counts[at] ?? 0]));
}

/** Returns the sum of these counts at positions of a list, or of all. */
export function importedIn(
  counts: ReadonlyMap<number, number>,
  ids: ArrayLike<number>,
  positions: Int32Array | null,
): number {
  if (positions === null) return [...counts.values()].reduce((sum, count) => sum + count, 0);
  return positions.reduce((sum, at) => sum + (counts.get(ids[at] as number) ?? 0), 0);
}
