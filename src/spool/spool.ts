import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { AppError } from '../errors.ts';
import { lockNewSpool, removeSpool, segmentPath } from './lock.ts';
import type { SpoolRoom } from './room.ts';
import type { ToldOfDamage } from './segment.ts';
import { openSegment, readSegments, type SpoolBatch, type SpoolSegment } from './segment.ts';

/** A source of hits to fold: batches in the order in which they became durable. */
export interface FoldableSpool {
  readonly id: string;
  /** Returns the number of hits that are durable and not yet released. */
  pending(): number;
  /** Returns batches from hit number `from` on, until they hold at least `atLeast` hits or none are left. */
  read(from: number, atLeast: number): Promise<SpoolBatch[]>;
  /** Forgets batches that were read and are now in the database. */
  release(batches: readonly SpoolBatch[]): Promise<void>;
  close(): Promise<void>;
  /** Closes and removes the files. */
  remove(): Promise<void>;
}

/** The durable log between a hit's acknowledgement and its fold: local SQLite files, written with full sync. */
export interface Spool extends FoldableSpool {
  /**
   * Resolves once the hits are on disk, all or none; `encoded` holds `hits` hits joined by commas. Hits that arrive
   * during a commit share the next one. Rejects with UNAVAILABLE.
   */
  append(encoded: string, hits?: number): Promise<void>;
  /** Returns false once `append` would reject for lack of room. */
  hasRoom(): boolean;
}

export interface SpoolOptions {
  /** The most hits that the spool holds; beyond it, `append` rejects with UNAVAILABLE. */
  readonly maxHits?: number;
  /** The number of bytes after which a new segment is started. */
  readonly segmentBytes?: number;
  /** Called when one of its files turns out to be damaged. */
  readonly damaged?: ToldOfDamage;
}

const LARGEST_COMMIT = 4_000;
/** Milliseconds for which a disk that failed twice is left alone, because every attempt creates a file. */
const REST = 250;

interface Waiting {
  readonly encoded: string;
  readonly hits: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Segment {
  readonly file: SpoolSegment;
  /** The number after its last hit; final only once a later segment has begun. */
  next: number;
  /** True once a hit in it was acknowledged. */
  used: boolean;
}

/** Creates a new spool of this process in `folder`. Its lock lives as long as the process. */
export async function createSpool(folder: string, options: SpoolOptions = {}): Promise<Spool> {
  const { maxHits = 5_000_000, segmentBytes = 32 * 1024 * 1024, damaged } = options;
  mkdirSync(folder, { recursive: true });
  const id = randomUUID();
  const lock = await lockNewSpool(folder, id);

  let made = 0;
  const make = (room?: SpoolRoom) => openSegment(segmentPath(folder, id, ++made), damaged, room);
  const segments: Segment[] = [{ file: await make(), next: 1, used: false }];
  let coming: Promise<SpoolSegment> | null = null;
  let hurry = new AbortController();
  let next = 1;
  let durable = 0;
  let queued = 0;
  let toldOldest = 0;
  let marks: { readonly before: number; readonly at: number }[] = [];
  const waiting: Waiting[] = [];
  let busy = false;
  let failures = 0;
  let restUntil = 0;
  /** First numbers of rejected batches: they may still be on disk, but do not count here. */
  const refused = new Set<number>();
  let committing: Promise<void> = Promise.resolve();

  async function commit(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, LARGEST_COMMIT);
      const hits = batch.reduce((sum, entry) => sum + entry.hits, 0);
      const first = next;
      // Numbers are never reused, because a commit that failed may still have reached the disk.
      next += hits;
      queued -= hits;
      try {
        const segment = await writable();
        await segment.file.write({ first, hits, body: batch.map(({ encoded }) => encoded).join(',') });
        segment.next = next;
        segment.used = true;
        durable += hits;
        mark(Date.now());
        tellOldest();
        failures = 0;
        for (const { resolve } of batch) resolve();
      } catch (cause) {
        refused.add(first);
        failures++;
        await dropUnused();
        if (failures > 1) restUntil = performance.now() + REST;
        const error = notWritten(cause);
        for (const { reject } of batch) reject(error);
      }
    }
    busy = false;
  }

  /**
   * Returns the segment to write to; the next one is opened ahead of time, and right after a failure, because the state
   * that a failure leaves is unknown.
   */
  async function writable(): Promise<Segment> {
    const current = segments.at(-1) as Segment;
    const written = current.file.written();
    if (failures === 0 && written > segmentBytes / 2) void openNext();
    if (failures === 0 && written < segmentBytes) return current;
    const opening = openNext();
    hurry.abort();
    const segment = { file: await opening, next, used: false };
    coming = null;
    segments.push(segment);
    return segment;
  }

  /** A segment whose first write failed holds no acknowledged hit; on a broken disk, such segments would pile up. */
  async function dropUnused(): Promise<void> {
    if (segments.length < 2 || segments.at(-1)?.used) return;
    await segments
      .pop()
      ?.file.remove()
      .catch(() => undefined);
  }

  /** The opening may fail while no write waits for it; the next write then tries again. */
  function openNext(): Promise<SpoolSegment> {
    if (coming) return coming;
    hurry = new AbortController();
    const opening = make({ bytes: segmentBytes, signal: hurry.signal });
    void opening.catch(() => {
      if (coming === opening) coming = null;
    });
    coming = opening;
    return opening;
  }

  /** One mark for each tenth of a second is enough to know how far the fold lags behind. */
  function mark(at: number): void {
    const last = marks.at(-1);
    if (last && at - last.at <= 100) marks[marks.length - 1] = { before: next, at: last.at };
    else marks.push({ before: next, at });
  }

  /** This runs before the hit is acknowledged, so that no response elsewhere claims that it is already counted. */
  function tellOldest(): void {
    const oldest = durable > 0 ? (marks[0]?.at ?? 0) : 0;
    if (oldest !== toldOldest) lock.tellOldest(oldest);
    toldOldest = oldest;
  }

  async function closeFiles(): Promise<void> {
    await committing;
    hurry.abort();
    await (await coming?.catch(() => null))?.remove();
    for (const { file } of segments) await file.close();
  }

  return {
    id,
    append(encoded, hits = 1) {
      if (durable + queued + hits > maxHits) {
        return Promise.reject(
          unavailable(
            'The spool is full because the database has been unavailable or slow for too long. Send the hit again later.',
          ),
        );
      }
      if (performance.now() < restUntil) return Promise.reject(notWritten());
      queued += hits;
      const done = new Promise<void>((resolve, reject) => waiting.push({ encoded, hits, resolve, reject }));
      if (!busy) committing = commit();
      return done;
    },
    pending: () => durable,
    hasRoom: () => durable + queued < maxHits,
    read: (from, atLeast) => readSegments(segments, from, atLeast),
    async release(batches) {
      const last = batches.at(-1);
      if (!last) return;
      for (const { first, hits } of batches) if (!refused.has(first)) durable -= hits;
      const before = last.first + last.hits;
      for (const first of refused) if (first < before) refused.delete(first);
      marks = marks.filter(entry => entry.before > before);
      tellOldest();
      while (segments.length > 1 && (segments[0] as Segment).next <= before) await segments.shift()?.file.remove();
    },
    close: () => closeFiles().finally(lock.release),
    async remove() {
      await closeFiles();
      await removeSpool(folder, id, lock);
    },
  };
}

function notWritten(cause?: unknown): AppError {
  return unavailable(
    'The hit could not be written to the spool. Check the disk that holds DATA_DIR, and send the hit again.',
    cause,
  );
}

function unavailable(message: string, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfter: 5, cause });
}
