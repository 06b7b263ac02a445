import type { DayRange } from '../domain/range.ts';

/** A range of days, or a part of one day's visitors, with few enough visits to be read at once. */
export interface Chunk {
  readonly from: number;
  readonly to: number;
  /** The range of the visitors' first byte, inclusive; missing when all visitors are included. */
  readonly visitors?: readonly [first: number, last: number];
}

/** The number of visits and hits of a day. */
export interface DaySize {
  readonly day: number;
  readonly visits: number;
  readonly hits: number;
}

/** Roughly how much one statement reads at most: the result is one text, which engines limit to some megabytes. */
const VISITS = 15_000;
const HITS = 60_000;

/**
 * Splits a range into chunks that can be read at once, in order; empty days are left out. A very large day is
 * split by visitor.
 */
export function chunksOf({ from, to }: DayRange, sizes: readonly DaySize[]): Chunk[] {
  const chunks: Chunk[] = [];
  let open: { from: number; to: number; load: number } | null = null;
  const days = sizes
    .filter(({ day, visits, hits }) => day >= from && day <= to && visits + hits > 0)
    .sort((a, b) => a.day - b.day);
  for (const { day, visits, hits } of days) {
    const load = Math.max(visits / VISITS, hits / HITS);
    if (open && open.load + load <= 1) {
      open.to = day;
      open.load += load;
      continue;
    }
    if (open) chunks.push({ from: open.from, to: open.to });
    open = null;
    if (load <= 1) open = { from: day, to: day, load };
    else chunks.push(...partsOf(day, Math.min(256, Math.ceil(load))));
  }
  if (open) chunks.push({ from: open.from, to: open.to });
  return chunks;
}

/** Visitors are hashes, so equal shares of the first byte are equal shares of visitors. */
function partsOf(day: number, parts: number): Chunk[] {
  return Array.from({ length: parts }, (_, part) => ({
    from: day,
    to: day,
    visitors: [Math.floor((part * 256) / parts), Math.floor(((part + 1) * 256) / parts) - 1] as const,
  }));
}
