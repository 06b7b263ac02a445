/** Counts of something and of everything else, before and after. */
export interface FourCounts {
  readonly before: number;
  readonly after: number;
  readonly otherBefore: number;
  readonly otherAfter: number;
}

/** Returns twice the log-likelihood ratio (G) of the share having changed, against it having stayed the same. */
export function gOf({ before, after, otherBefore, otherAfter }: FourCounts): number {
  const total = before + after + otherBefore + otherAfter;
  const allBefore = before + otherBefore;
  const allAfter = after + otherAfter;
  const own = before + after;
  const other = otherBefore + otherAfter;
  const part = (count: number, row: number, column: number) =>
    count === 0 ? 0 : count * Math.log((count * total) / (row * column));
  const sum =
    part(before, own, allBefore) +
    part(after, own, allAfter) +
    part(otherBefore, other, allBefore) +
    part(otherAfter, other, allAfter);
  return Math.max(0, 2 * sum);
}

/**
 * Returns the natural logarithm of an upper bound of the probability that a t-distributed number is at least as far
 * from 0 as the root of `squared`. The number is turned into a normal one (Wallace 1959), whose tail has a simple bound.
 */
export function logTail(squared: number, freedom: number): number {
  if (freedom <= 0) return 0;
  const z = (Math.sqrt(freedom * Math.log1p(squared / freedom)) * (8 * freedom + 1)) / (8 * freedom + 3);
  return Math.min(0, Math.log(2) - (z * z) / 2 - Math.log(Math.max(z, 1e-9) * Math.sqrt(2 * Math.PI)));
}
