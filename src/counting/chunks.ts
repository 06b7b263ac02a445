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
    const load = loadOf({ visits, hits });
    if (open && open.load + load <= 1) {
      open.to = day;
      open.load += load;
      continue;
    }
    if (open) chunks.push({ from: open.from, to: open.to });
    open = null;
    if (load <= 1) open = { from: day, to: day, load };
    else chunks.push(...chunksOfShare({ day, visits, hits }, WHOLE));
  }
  if (open) chunks.push({ from: open.from, to: open.to });
  return chunks;
}

/** A share of a day's visitors: one of so many, as equal as possible. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

export const WHOLE: Share = { part: 0, of: 1 };
/** The most shares of a day: the first bytes of its visitors. */
export const MOST_SHARES = 256;

/**
 * Splits a share of a day by visitor; a chunk is at most `most` of what can be read at once. Visitors are hashes, so
 * equal shares of the first byte are equal shares of them.
 */
export function chunksOfShare({ day, ...size }: DaySize, { part, of }: Share, most = 1): Chunk[] {
  const first = Math.floor((part * MOST_SHARES) / of);
  const bytes = Math.floor(((part + 1) * MOST_SHARES) / of) - first;
  const chunks = Math.min(bytes, Math.ceil(loadOf(size) / of / most));
  const begin = (chunk: number) => first + Math.floor((chunk * bytes) / chunks);
  return Array.from({ length: chunks }, (_, chunk) => ({
    from: day,
    to: day,
    visitors: [begin(chunk), begin(chunk + 1) - 1] as const,
  }));
}

function loadOf({ visits, hits }: Omit<DaySize, 'day'>): number {
  return Math.max(visits / VISITS, hits / HITS);
}
