import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isAnyDayOver, type Progress } from '../db/columns/backlog.ts';
import { openColumnStore } from '../db/columns/store.ts';
import type { Database } from '../db/open.ts';
import { readFoldStamp } from '../db/rollups/fold-state.ts';
import type { Log } from '../log.ts';
import { yieldTo } from '../process/thread.ts';
import { UsedFolder } from './column-folders.ts';
import type { Message, Order, Round } from './column-process.ts';

/** Milliseconds: how often the columns are looked at, and the longest pause after failures. */
export const LIMITS = { look: 60_000, pause: 600_000 };
/** Retention and other changes that a look cannot see reach the files within this time. */
const PACK_EVERY = 3_000_000;
/** Milliseconds after which packing is mentioned in the log. */
const LONG = 2_000;
const LONGEST_REASON = 500;
const PROGRAM = fileURLToPath(new URL('./column-process.ts', import.meta.url));

/** The round of a database without completed days. */
const NOTHING: Round = { segments: 0, files: '', progress: { days: 0, packed: 0, bytes: 0 } };

interface PackingOptions {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly log: Log;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
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

/** Packs the columns of this machine, in a process of its own that lives while it works. */
export class ColumnPacking {
  readonly #options: PackingOptions;
  readonly #used = new UsedFolder();
  #status: PackingStatus = { progress: null, doneAt: 0, failures: 0, failedAt: 0 };
  /** What the database and the files looked like after the last round. */
  #seen: { readonly fold: string; readonly files: string; readonly at: number } | null = null;
  #failing = 0;
  #child: ChildProcess | null = null;
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
      const pause = Math.min(LIMITS.pause, LIMITS.look * 2 ** this.#failing);
      this.#timer = setTimeout(() => this.start(), pause).unref();
    });
  }

  /** Ends what has begun; the next process continues. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#child?.kill();
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
    const current = await store.stamp();
    if (isFresh && seen.fold === fold && seen.files === current) return;
    // On the first day of an installation, a process would find nothing to do.
    const isEmpty = current === '' && !(await isAnyDayOver(database.dialect));
    if (this.#stopped) return;
    const { segments, files, progress } = isEmpty ? NOTHING : await this.#pack();
    this.#status = { ...this.#status, progress };
    // Files that were removed meanwhile are missing in the progress, or change the files afterwards.
    const isDone = segments !== null && progress.packed === progress.days;
    this.#seen = isDone ? { fold, files, at: performance.now() } : null;
  }

  async #pack(): Promise<Round> {
    const { databaseUrl, dataDir, log } = this.#options;
    const began = performance.now();
    let isTold = false;
    const round = await this.#order({ databaseUrl, dataDir }, progress => {
      this.#status = { ...this.#status, progress };
      if (isTold || performance.now() - began < LONG) return;
      isTold = true;
      log.info(progress, 'Columns of completed days are being packed; until they are, filters take longer.');
    });
    const { segments, progress } = round;
    const seconds = Math.round((performance.now() - began) / 1000);
    log[isTold ? 'info' : 'debug']({ segments, seconds, ...progress }, 'Columns of completed days are packed.');
    return round;
  }

  /** Starts a process, which ends with its order. */
  async #order(order: Order, report: (progress: Progress) => void): Promise<Round> {
    const child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#child = child;
    // Its threads will have the priority that it has now.
    if (child.pid !== undefined) yieldTo(child.pid);
    const said: { round?: Round; failed?: Extract<Message, { failed: object }>['failed'] } = {};
    child.on('message', (message: Message) => {
      if ('progress' in message) report(message.progress);
      else Object.assign(said, message);
    });
    let fault = '';
    child.stderr?.on('data', part => {
      fault = `${fault}${part}`.slice(-LONGEST_REASON);
    });
    const ended = once(child, 'close');
    child.send(order);
    const [code] = await ended;
    this.#child = null;
    if (said.round) return said.round;
    if (said.failed) throw Object.assign(new Error(said.failed.message), { code: said.failed.code });
    throw new Error(`The process that packs ended with ${code ?? 'a signal'}. ${fault.trim()}`);
  }
}
