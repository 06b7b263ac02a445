import type { Vector } from '../counting/vector.ts';

/** Returns the counts of a statistic by id; none without a vector. */
export function countsById(
  vector: Vector | null,
  countsOf: (vector: Vector) => ArrayLike<number>,
): ReadonlyMap<number, number> {
  const counts = vector ? countsOf(vector) : [];
  return new Map((vector?.ids ?? []).map((id, at) => [id, counts[at] ?? 0]));
}

/** Returns the sum of these counts at positions of a list, or of all. */
export function sumAt(
  counts: ReadonlyMap<number, number>,
  ids: ArrayLike<number>,
  positions: Int32Array | null,
): number {
  if (positions === null) return [...counts.values()].reduce((sum, count) => sum + count, 0);
  return positions.reduce((sum, at) => sum + (counts.get(ids[at] as number) ?? 0), 0);
}
