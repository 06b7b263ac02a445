import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { AppError } from '../errors.ts';
import { listSegments, listSpools, lockSpool, type SpoolLock, segmentPath } from './spool-lock.ts';
import { openSegment, type SpoolBatch, type SpoolSegment } from './spool-segment.ts';

/** What can be folded: batches in the order they became durable. */
export interface FoldableSpool {
  readonly id: string;
  /** Batches from hit number `from` on, until they hold at least `atLeast` hits or there are no more. */
  read(from: number, atLeast: number): Promise<SpoolBatch[]>;
  /** Forgets batches that were read: they are in the database. */
  release(batches: readonly SpoolBatch[]): Promise<void>;
  close(): Promise<void>;
  /** Closes and removes the files. */
  remove(): Promise<void>;
}

/** The durable log between a hit's acknowledgement and its fold: local SQLite files, written with full sync. */
export interface Spool extends FoldableSpool {
  /**
   * Resolves once the hits have reached the disk, all or none; `encoded` holds `hits` of them joined by commas. What arrives
   * while one commit is under way shares the next. Rejects with UNAVAILABLE.
   */
  append(encoded: string, hits?: number): Promise<void>;
  /** Hits that are durable and not yet released. */
  pending(): number;
  /** When the oldest hit that is not released became durable, in milliseconds of `Date.now`; 0 when there is none. */
  oldestAt(): number;
  /** False once appending would be refused for want of room. */
  hasRoom(): boolean;
}

export interface SpoolOptions {
  /** Hits the spool holds at most; beyond it appending answers UNAVAILABLE. */
  readonly maxHits?: number;
  /** Bytes after which a segment is followed by the next. */
  readonly segmentBytes?: number;
}

const LARGEST_COMMIT = 4_000;
const READ_ROWS = 64;

interface Waiting {
  readonly encoded: string;
  readonly hits: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Segment {
  readonly file: SpoolSegment;
  /** Number after its last hit; only final once a later segment has begun. */
  next: number;
}

/** A new spool of this process in `folder`. Its lock lives as long as the process does. */
export async function createSpool(folder: string, options: SpoolOptions = {}): Promise<Spool> {
  const { maxHits = 5_000_000, segmentBytes = 32 * 1024 * 1024 } = options;
  mkdirSync(folder, { recursive: true });
  const id = randomUUID();
  const lock = await lockSpool(folder, id);
  if (!lock) throw new Error(`The new spool ${id} in ${folder} is locked by another process.`);

  let made = 0;
  const make = () => openSegment(segmentPath(folder, id, ++made));
  const segments: Segment[] = [{ file: await make(), next: 1 }];
  let coming: Promise<SpoolSegment> | null = null;
  let next = 1;
  let durable = 0;
  let queued = 0;
  let marks: { readonly before: number; readonly at: number }[] = [];
  const waiting: Waiting[] = [];
  let busy = false;
  let broken = false;
  let committing: Promise<void> = Promise.resolve();

  async function commit(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, LARGEST_COMMIT);
      const hits = batch.reduce((sum, entry) => sum + entry.hits, 0);
      const first = next;
      // Numbers are never given twice: a commit that fails may have reached the disk all the same.
      next += hits;
      queued -= hits;
      try {
        const segment = await writable();
        await segment.file.write({ first, hits, body: batch.map(({ encoded }) => encoded).join(',') });
        segment.next = next;
        durable += hits;
        mark(Date.now());
        for (const { resolve } of batch) resolve();
      } catch (cause) {
        broken = true;
        const error = unavailable(
          'The hit could not be written to the spool. Check the disk that holds DATA_DIR, and send the hit again.',
          cause,
        );
        for (const { reject } of batch) reject(error);
      }
    }
    busy = false;
  }

  /** The segment to write to; the next one is opened ahead, and at once after a failure, since nobody knows what that left behind. */
  async function writable(): Promise<Segment> {
    const current = segments.at(-1) as Segment;
    const written = current.file.written();
    if (!broken && written > segmentBytes / 2) coming ??= make();
    if (!broken && written < segmentBytes) return current;
    coming ??= make();
    try {
      const segment = { file: await coming, next };
      segments.push(segment);
      broken = false;
      return segment;
    } finally {
      coming = null;
    }
  }

  /** One mark for each tenth of a second is enough to tell how far the fold is behind. */
  function mark(at: number): void {
    const last = marks.at(-1);
    if (last && at - last.at <= 100) marks[marks.length - 1] = { before: next, at: last.at };
    else marks.push({ before: next, at });
  }

  async function closeFiles(): Promise<void> {
    await committing;
    await (await coming?.catch(() => null))?.remove();
    for (const { file } of segments) await file.close();
  }

  return {
    id,
    append(encoded, hits = 1) {
      if (durable + queued + hits > maxHits) {
        return Promise.reject(
          unavailable(
            'The spool is full because the database has been away or slow for long. Send the hit again later.',
          ),
        );
      }
      queued += hits;
      const done = new Promise<void>((resolve, reject) => waiting.push({ encoded, hits, resolve, reject }));
      if (!busy) committing = commit();
      return done;
    },
    pending: () => durable,
    oldestAt: () => (durable > 0 ? (marks[0]?.at ?? 0) : 0),
    hasRoom: () => durable + queued < maxHits,
    read: (from, atLeast) => readSegments(segments, from, atLeast),
    async release(batches) {
      const last = batches.at(-1);
      if (!last) return;
      durable -= batches.reduce((sum, { hits }) => sum + hits, 0);
      const before = last.first + last.hits;
      marks = marks.filter(entry => entry.before > before);
      while (segments.length > 1 && (segments[0] as Segment).next <= before) await segments.shift()?.file.remove();
    },
    async close() {
      await closeFiles();
      await lock.release();
    },
    async remove() {
      await closeFiles();
      await removeFiles(folder, id, lock);
    },
  };
}

/**
 * The spools in `folder` whose process has died, now held by this one; they can be folded and no longer written. One that
 * cannot be opened is left where it is and told to `report`.
 */
export async function adoptSpools(folder: string, report: (error: unknown) => void): Promise<FoldableSpool[]> {
  mkdirSync(folder, { recursive: true });
  const adopted: FoldableSpool[] = [];
  for (const id of listSpools(folder)) {
    const lock = await lockSpool(folder, id);
    if (!lock) continue;
    try {
      adopted.push(await adopt(folder, id, lock));
    } catch (error) {
      await lock.release();
      report(
        new Error(`The spool ${id} in ${folder} cannot be opened; its hits are not counted yet.`, { cause: error }),
      );
    }
  }
  return adopted;
}

async function adopt(folder: string, id: string, lock: SpoolLock): Promise<FoldableSpool> {
  const segments: Segment[] = [];
  for (const path of listSegments(folder, id)) {
    const file = await openSegment(path);
    segments.push({ file, next: (await file.extent()).next });
  }
  const closeFiles = async () => {
    for (const { file } of segments) await file.close();
  };
  return {
    id,
    read: (from, atLeast) => readSegments(segments, from, atLeast),
    // What is left of a dead process is small; it goes all at once when it is folded.
    release: async () => undefined,
    async close() {
      await closeFiles();
      await lock.release();
    },
    async remove() {
      await closeFiles();
      await removeFiles(folder, id, lock);
    },
  };
}

async function readSegments(segments: readonly Segment[], from: number, atLeast: number): Promise<SpoolBatch[]> {
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

async function removeFiles(folder: string, id: string, lock: SpoolLock): Promise<void> {
  for (const path of listSegments(folder, id))
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  await lock.remove();
}

function unavailable(message: string, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfter: 5, cause });
}
