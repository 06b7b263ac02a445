import { type ReportDamage, type SpoolBatch, type SpoolRoom, SpoolSegment } from './segment.ts';

const READ_ROWS = 64;

/** A segment of a spool that is being written or read. */
export interface Segment {
  readonly file: SpoolSegment;
  /** The number after its last hit; final only once a later segment has begun. */
  next: number;
  /** True once a hit in it was acknowledged. */
  used: boolean;
}

export interface SegmentsOptions {
  /** Returns the path of the n-th segment. */
  readonly pathOf: (n: number) => string;
  /** The number of bytes after which a new segment is started. */
  readonly bytes: number;
  readonly damaged: ReportDamage | undefined;
}

/** The segments of one spool: the last is written, and the first goes once everything in it is folded. */
export class Segments {
  readonly #options: SegmentsOptions;
  readonly #segments: Segment[] = [];
  #created = 0;
  #coming: Promise<SpoolSegment> | null = null;
  #hurry = new AbortController();

  private constructor(options: SegmentsOptions) {
    this.#options = options;
  }

  /** Creates the first segment. Rejects when the disk fails. */
  static async create(options: SegmentsOptions): Promise<Segments> {
    const segments = new Segments(options);
    segments.#segments.push({ file: await segments.#create(), next: 1, used: false });
    return segments;
  }

  /**
   * Returns the segment to write to, in which the next hit will have the number `next`. The following one is opened ahead
   * of time, and right after a failure, because the state that a failure leaves is unknown.
   */
  async writable(next: number, hasFailed: boolean): Promise<Segment> {
    const current = this.#segments.at(-1) as Segment;
    const written = current.file.written();
    if (!hasFailed && written > this.#options.bytes / 2) void this.#openNext();
    if (!hasFailed && written < this.#options.bytes) return current;
    const opening = this.#openNext();
    this.#hurry.abort();
    const segment = { file: await opening, next, used: false };
    this.#coming = null;
    this.#segments.push(segment);
    return segment;
  }

  /** A segment whose first write failed holds no acknowledged hit; on a broken disk, such segments would pile up. */
  async dropUnused(): Promise<void> {
    if (this.#segments.length < 2 || this.#segments.at(-1)?.used) return;
    await this.#segments
      .pop()
      ?.file.remove()
      .catch(() => undefined);
  }

  /** Returns batches from hit number `from` on, until they hold at least `atLeast` hits or none are left. */
  read(from: number, atLeast: number): Promise<SpoolBatch[]> {
    return readSegments(this.#segments, from, atLeast);
  }

  /** Removes the segments that hold only hits with numbers below `before`. */
  async release(before: number): Promise<void> {
    while (this.#segments.length > 1 && (this.#segments[0] as Segment).next <= before)
      await this.#segments.shift()?.file.remove();
  }

  async close(): Promise<void> {
    this.#hurry.abort();
    await (await this.#coming?.catch(() => null))?.remove();
    for (const { file } of this.#segments) await file.close();
  }

  /** The opening may fail while no write waits for it; the next write then tries again. */
  #openNext(): Promise<SpoolSegment> {
    if (this.#coming) return this.#coming;
    this.#hurry = new AbortController();
    const opening = this.#create({ bytes: this.#options.bytes, signal: this.#hurry.signal });
    void opening.catch(() => {
      if (this.#coming === opening) this.#coming = null;
    });
    this.#coming = opening;
    return opening;
  }

  #create(room?: SpoolRoom): Promise<SpoolSegment> {
    return SpoolSegment.open(this.#options.pathOf(++this.#created), this.#options.damaged, room);
  }
}

/**
 * Returns batches of consecutive segments from hit number `from` on, until they hold at least `atLeast` hits or none
 * are left.
 */
export async function readSegments(
  segments: readonly { readonly file: SpoolSegment }[],
  from: number,
  atLeast: number,
): Promise<SpoolBatch[]> {
  const batches: SpoolBatch[] = [];
  let hits = 0;
  for (const { file } of [...segments]) {
    for (let after = from; hits < atLeast; ) {
      const rows = await file.read(after, READ_ROWS);
      for (const row of rows) {
        if (hits >= atLeast) break;
        batches.push(row);
        hits += row.hits;
        after = row.first + row.hits;
      }
      if (rows.length < READ_ROWS) break;
    }
    if (hits >= atLeast) break;
  }
  return batches;
}
