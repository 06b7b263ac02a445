import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Progress } from '../db/columns/backlog.ts';
import { openColumnStore } from '../db/columns/store.ts';
import type { Database } from '../db/open.ts';
import { readFoldStamp } from '../db/rollups/fold-state.ts';
import type { Log } from '../log.ts';
import { UsedFolder } from './column-folders.ts';
import type { close, pack, Round } from './column-thread.ts';

/** Milliseconds: how often the columns are looked at, and the longest pause after failures. */
export const LIMITS = { look: 60_000, pause: 600_000 };
/** Retention and other changes that a look cannot see reach the files within this time. */
const PACK_EVERY = 3_000_000;
/** Milliseconds after which packing is mentioned in the log. */
const LONG = 2_000;
/** Megabytes. */
const MOST_MEMORY = 512;

interface PackingOptions {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly log: Log;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  readonly every?: number;
}

/** How packing is going; times are in milliseconds since 1970, or 0 for never. */
export interface PackingStatus {
  /** Null until the first look. */
  readonly progress: Progress | null;
  /** When everything was last packed, or found to be. */
  readonly doneAt: number;
  readonly failures: number;
  readonly failedAt: number;
}

/** Packs the columns of this machine, in a thread of its own that lives while it works. */
export class ColumnPacking {
  readonly #options: PackingOptions;
  readonly #used = new UsedFolder();
  #status: PackingStatus = { progress: null, doneAt: 0, failures: 0, failedAt: 0 };
  /** What the database and the files looked like after the last round. */
  #seen: { readonly fold: string; readonly files: string; readonly at: number } | null = null;
  #failing = 0;
  #pool: Piscina | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: PackingOptions) {
    this.#options = options;
  }

  status(): PackingStatus {
    return this.#status;
  }

  /** Looks at once, and then every minute. */
  start(): void {
    this.#looking = this.look().then(() => {
      if (this.#stopped) return;
      const pause = Math.min(LIMITS.pause, (this.#options.every ?? LIMITS.look) * 2 ** this.#failing);
      this.#timer = setTimeout(() => this.start(), pause).unref();
    });
  }

  /** Ends what has begun, after the statement that is running. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#end();
    await this.#looking;
    await this.#used.release();
  }

  /** Packs what is missing, if anything has changed since the last time. Never rejects. */
  async look(): Promise<void> {
    const { now, log } = this.#options;
    try {
      await this.#packChanged();
      this.#failing = 0;
      this.#status = { ...this.#status, doneAt: now() };
    } catch (error) {
      if (this.#stopped) return;
      this.#failing++;
      this.#seen = null;
      this.#status = { ...this.#status, failures: this.#status.failures + 1, failedAt: now() };
      log.warn({ err: error }, 'Columns cannot be packed; visits are read from the database, which takes longer.');
    }
  }

  async #packChanged(): Promise<void> {
    const { database, dataDir } = this.#options;
    const store = await openColumnStore(database, dataDir);
    await this.#used.use(store.folder);
    const fold = await readFoldStamp(database.dialect);
    const seen = this.#seen;
    const isFresh = seen !== null && performance.now() - seen.at < PACK_EVERY;
    if (isFresh && seen.fold === fold && seen.files === (await store.stamp())) return;
    if (this.#stopped) return;
    const { segments, files, progress } = await this.#pack();
    this.#status = { ...this.#status, progress };
    // Files that were removed meanwhile are missing in the progress, or change the files afterwards.
    const isDone = segments !== null && progress.packed === progress.days;
    this.#seen = isDone ? { fold, files, at: performance.now() } : null;
  }

  async #pack(): Promise<Round> {
    const { databaseUrl, dataDir, log } = this.#options;
    const began = performance.now();
    let isTold = false;
    const pool = new Piscina({
      filename: fileURLToPath(new URL('./column-thread.ts', import.meta.url)),
      workerData: { databaseUrl, dataDir },
      maxThreads: 1,
      concurrentTasksPerWorker: 2,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
      atomics: 'disabled',
    });
    pool.on('message', (progress: Progress) => {
      this.#status = { ...this.#status, progress };
      if (isTold || performance.now() - began < LONG) return;
      isTold = true;
      log.info(progress, 'Columns of completed days are being packed; until they are, filters take longer.');
    });
    // A thread that fails while it starts must not end the process.
    pool.on('error', () => void pool.destroy());
    this.#pool = pool;
    try {
      const round: Round = await pool.run(undefined, { name: 'pack' satisfies typeof pack.name });
      const { segments, progress } = round;
      const seconds = Math.round((performance.now() - began) / 1000);
      if (isTold) log.info({ segments, seconds, ...progress }, 'Columns of completed days are packed.');
      else log.debug({ segments, ...progress }, 'Columns were looked at.');
      return round;
    } finally {
      await this.#end();
    }
  }

  async #end(): Promise<void> {
    const pool = this.#pool;
    this.#pool = null;
    if (!pool) return;
    await pool.run(undefined, { name: 'close' satisfies typeof close.name }).catch(() => undefined);
    await pool.destroy();
  }
}
