/*
 * Which hits are folded together: those of whole days, or of some of the visitors of one day, so that no batch ever needs
 * the visits of another.
 */

/** The visitors of a day are divided by the first byte of their hash. */
export const BYTES = 256;

/** Hits of one day whose visitors begin with the bytes from `first` on. */
export interface Segment {
  readonly day: number;
  readonly first: number;
  readonly bytes: number;
  readonly rows: number;
  /** Where it is in the file. */
  readonly at: number;
  readonly length: number;
}

/** The visitors of one day that belong to one batch. */
export interface Part {
  readonly day: number;
  readonly first: number;
  readonly bytes: number;
}

/** Fewer hits are not divided: each part of a day has a list of texts of its own. */
const LEVELS = [
  { rows: 32_768, parts: 256 },
  { rows: 8_192, parts: 64 },
  { rows: 1_024, parts: 16 },
  { rows: 128, parts: 4 },
] as const;

/** Returns into how many parts this many hits of one day are divided. */
export function partsFor(rows: number): number {
  return LEVELS.find(level => rows >= level.rows)?.parts ?? 1;
}

/** Returns the batches, each with about `most` hits, in the order of their days. */
export function batchesOf(segments: readonly Segment[], most: number): Part[][] {
  const days = new Map<number, number>();
  for (const { day, rows } of segments) days.set(day, (days.get(day) ?? 0) + rows);
  const batches: Part[][] = [];
  let together: Part[] = [];
  let count = 0;
  const end = () => {
    if (together.length > 0) batches.push(together);
    together = [];
    count = 0;
  };
  for (const [day, rows] of [...days].sort(([a], [b]) => a - b)) {
    if (count + rows > most) end();
    let bytes = BYTES;
    while (bytes > 1 && (rows * bytes) / BYTES > most) bytes /= 2;
    if (bytes < BYTES) for (let first = 0; first < BYTES; first += bytes) batches.push([{ day, first, bytes }]);
    else {
      together.push({ day, first: 0, bytes });
      count += rows;
    }
  }
  end();
  return batches;
}

/** Returns the byte that the visitor of a hit belongs to; hits without a visitor are spread by their time. */
export function byteOf(visitor: string, time: number): number {
  return visitor === '' ? Math.abs(time) % BYTES : Number.parseInt(visitor.slice(0, 2), 16);
}

export function overlaps(segment: Segment, part: Part): boolean {
  return (
    segment.day === part.day && segment.first < part.first + part.bytes && part.first < segment.first + segment.bytes
  );
}
