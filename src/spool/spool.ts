import { randomUUID } from 'node:crypto';
import type { Instance } from '../db/instance.ts';
import { AppError } from '../errors.ts';
import { makeFolder } from '../process/durable.ts';
import { lockNewSpool, type SpoolLock, spoolFilePath } from './lock.ts';
import { OldestHit } from './oldest-hit.ts';
import { markOwner, removeSpool } from './owner.ts';
import { Rotation } from './rotation.ts';
import type { ReportDamage, SpoolBatch } from './spool-file.ts';

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
  /** Closes and removes the files; once it resolves, not even a power loss brings them back. */
  remove(): Promise<void>;
}

export interface SpoolOptions {
  /** The database that its hits are for; without it, no hit is accepted before `bind`. */
  readonly instance?: Instance;
  /** The most hits that the spool holds; beyond it, `append` rejects with UNAVAILABLE. */
  readonly maxHits?: number;
  /** The number of bytes after which a new file is started. */
  readonly fileBytes?: number;
  /** Called when one of its files turns out to be damaged. */
  readonly damaged?: ReportDamage;
}

/** The hits that the spool holds and the bytes after which it starts a new file, unless its options say otherwise. */
const MAX_HITS = 5_000_000;
const FILE_BYTES = 32 * 1024 * 1024;
/** The number of requests whose hits are made durable together. */
const LARGEST_COMMIT = 4_000;
/**
 * A commit costs as much as a dozen hits. So once one had SOME hits, which only several clients send at the same time,
 * the next begins PACE milliseconds after it, or when ENOUGH hits wait.
 */
const PACE = 3;
const SOME = 6;
const ENOUGH = 64;
/** Milliseconds for which a disk that failed twice is left alone, because every attempt creates a file. */
const REST = 250;

interface Waiting {
  readonly encoded: string;
  readonly hits: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The durable log of this process between a hit's acknowledgement and its fold: local SQLite files, written with full
 * sync. Hits wait, are committed together, and are counted until the fold releases them.
 */
export class Spool implements FoldableSpool {
  readonly id: string;
  readonly #folder: string;
  readonly #lock: SpoolLock;
  readonly #maxHits: number;
  readonly #rotation: Rotation;
  /** Undefined until the database is known, null while it has no identity. */
  #instance: Instance | null | undefined;

  readonly #waiting: Waiting[] = [];
  #queued = 0;
  #busy = false;
  #committing: Promise<void> = Promise.resolve();
  #failures = 0;
  #restUntil = 0;
  /** When the last commit began, and its hits. */
  #begun = { at: 0, hits: 0 };
  #endPause = () => {};

  #next = 1;
  #durable = 0;
  /** First numbers of rejected batches: they may still be on disk, but do not count here. */
  readonly #refused = new Set<number>();
  readonly #oldest: OldestHit;

  /** Creates a new spool in `folder`. Its lock lives as long as the process. */
  static async create(folder: string, options: SpoolOptions = {}): Promise<Spool> {
    const { instance, maxHits = MAX_HITS, fileBytes: bytes = FILE_BYTES, damaged } = options;
    makeFolder(folder);
    const id = Spool.newId();
    const lock = await lockNewSpool(folder, id);
    const rotation = await Rotation.create({ pathOf: n => spoolFilePath(folder, id, n), bytes, damaged });
    const spool = new Spool(folder, id, lock, rotation, maxHits);
    if (instance) await spool.bind(instance);
    return spool;
  }

  /** Returns an id that no other spool has, on this machine or on any other with the same database. */
  static newId(): string {
    return randomUUID();
  }

  private constructor(folder: string, id: string, lock: SpoolLock, rotation: Rotation, maxHits: number) {
    this.#folder = folder;
    this.id = id;
    this.#lock = lock;
    this.#rotation = rotation;
    this.#maxHits = maxHits;
    this.#oldest = new OldestHit(lock.publishOldest);
  }

  /**
   * Records for which database its hits are; null while an upgrade is pending that gives the database an identity.
   * Rejects if the spool is bound to another one, or when the disk fails.
   */
  async bind(instance: Instance | null): Promise<void> {
    if (this.#instance && instance?.id !== this.#instance.id)
      throw new Error(
        `DATABASE_URL leads to another database (${instance?.id ?? 'without an id'}) than before (${this.#instance.id}). Correct it, or restart the service.`,
      );
    if (instance && !this.#instance) await markOwner(this.#folder, this.id, instance.id);
    this.#instance = instance;
  }

  /** Returns the database that its hits are for; null if none is known yet. */
  instance(): Instance | null {
    return this.#instance ?? null;
  }

  /**
   * Resolves once the hits are on disk, all or none; `encoded` holds `hits` hits joined by commas. Hits that arrive
   * during a commit share the next one. Rejects with UNAVAILABLE.
   */
  append(encoded: string, hits = 1): Promise<void> {
    if (this.#durable + this.#queued + hits > this.#maxHits) {
      return Promise.reject(
        unavailable(
          'The spool is full because the database has been unavailable or slow for too long. Send the hit again later.',
        ),
      );
    }
    if (this.#instance === undefined)
      return Promise.reject(unavailable('The database was not reached yet. Send the hit again later.'));
    if (performance.now() < this.#restUntil) return Promise.reject(notWritten());
    this.#queued += hits;
    const done = new Promise<void>((resolve, reject) => this.#waiting.push({ encoded, hits, resolve, reject }));
    if (!this.#busy) this.#committing = this.#commitAll();
    else if (this.#queued >= ENOUGH) this.#endPause();
    return done;
  }

  pending(): number {
    return this.#durable;
  }

  /** Returns false once `append` would reject for lack of room. */
  hasRoom(): boolean {
    return this.#durable + this.#queued < this.#maxHits;
  }

  read(from: number, atLeast: number): Promise<SpoolBatch[]> {
    return this.#rotation.read(from, atLeast);
  }

  async release(batches: readonly SpoolBatch[]): Promise<void> {
    const last = batches.at(-1);
    if (!last) return;
    for (const { first, hits } of batches) if (!this.#refused.has(first)) this.#durable -= hits;
    const before = last.first + last.hits;
    for (const first of this.#refused) if (first < before) this.#refused.delete(first);
    this.#oldest.release(before, this.#durable > 0);
    await this.#rotation.release(before);
  }

  async close(): Promise<void> {
    await this.#closeFiles().finally(this.#lock.release);
  }

  async remove(): Promise<void> {
    await this.#closeFiles();
    await removeSpool(this.#folder, this.id, this.#lock);
  }

  async #commitAll(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) {
      const due = this.#begun.at + PACE - performance.now();
      if (due > 0 && this.#begun.hits >= SOME && this.#queued < ENOUGH) await this.#pause(due);
      await this.#commit(this.#waiting.splice(0, LARGEST_COMMIT));
    }
    this.#busy = false;
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const hits = batch.reduce((sum, entry) => sum + entry.hits, 0);
    const first = this.#next;
    // Numbers are never reused, because a commit that failed may still have reached the disk.
    this.#next += hits;
    this.#queued -= hits;
    this.#begun = { at: performance.now(), hits };
    try {
      const current = await this.#rotation.writable(this.#next, this.#failures > 0);
      await current.file.write({ first, hits, body: batch.map(({ encoded }) => encoded).join(',') });
      current.next = this.#next;
      current.used = true;
      this.#durable += hits;
      this.#oldest.add(this.#next, Date.now());
      this.#failures = 0;
      for (const { resolve } of batch) resolve();
    } catch (cause) {
      this.#refused.add(first);
      this.#failures++;
      await this.#rotation.dropUnused();
      if (this.#failures > 1) this.#restUntil = performance.now() + REST;
      const error = notWritten(cause);
      for (const { reject } of batch) reject(error);
    }
  }

  async #closeFiles(): Promise<void> {
    await this.#committing;
    await this.#rotation.close();
  }
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
