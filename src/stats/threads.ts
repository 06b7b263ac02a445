import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { AppError } from '../errors.ts';
import { ALLOWANCES, type Asker, type AskerKind, Line } from './budget.ts';
import type { close, Outcome, read } from './thread.ts';
import type { ReadingWork } from './work.ts';

/** Milliseconds without work after which a thread ends. */
const IDLE = 60_000;
/** Megabytes. A thread that needs more ends, and its reads fail; inside a call of SQLite, the process ends with it. */
const MOST_MEMORY = 512;

/**
 * Runs the reads of each kind of caller in a thread of their own, which starts with the first read and ends when it is
 * idle.
 */
export class ReadingThreads {
  readonly #databaseUrl: string;
  readonly #lanes = new Map<AskerKind, Lane>();

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  of({ kind, of }: Asker): ReadingWork {
    const run =
      <Name extends keyof ReadingWork>(name: Name) =>
      (order: Parameters<ReadingWork[Name]>[0]) =>
        this.#laneOf(kind).run(of, name, order) as ReturnType<ReadingWork[Name]>;
    return {
      sums: run('sums'),
      amounts: run('amounts'),
      goals: run('goals'),
      list: run('list'),
      rollups: run('rollups'),
    };
  }

  /** Ends the threads; reads that still run or wait fail with UNAVAILABLE. */
  async stop(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(lane => lane.stop(true)));
  }

  #laneOf(kind: AskerKind): Lane {
    const lane = this.#lanes.get(kind) ?? new Lane(kind, this.#databaseUrl);
    this.#lanes.set(kind, lane);
    return lane;
  }
}

/** The reads of one kind of caller: a line of waiting reads and a thread. */
class Lane {
  readonly #databaseUrl: string;
  readonly #line: Line;
  readonly #atOnce: number;
  #pool: Piscina | null = null;
  #running = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(kind: AskerKind, databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
    this.#line = new Line(ALLOWANCES[kind]);
    this.#atOnce = ALLOWANCES[kind].atOnce;
  }

  run<Name extends keyof ReadingWork>(
    of: string,
    name: Name,
    order: Parameters<ReadingWork[Name]>[0],
  ): Promise<unknown> {
    return this.#line.run(of, async () => {
      clearTimeout(this.#idle);
      this.#running++;
      try {
        this.#pool ??= this.#open();
        const task = { name, order: compact(order) };
        const outcome: Outcome<unknown> = await this.#pool
          .run(task, { name: 'read' satisfies typeof read.name })
          .catch(rethrow);
        if ('result' in outcome) return outcome.result;
        const { code, message, retryAfter } = outcome.refused;
        throw new AppError(code, message, retryAfter === undefined ? {} : { retryAfter });
      } finally {
        this.#running--;
        if (this.#running === 0) this.#idle = setTimeout(() => void this.stop(false), IDLE).unref();
      }
    });
  }

  /** Ends the thread; the next read starts another. `all` also refuses the reads that wait. */
  async stop(all: boolean): Promise<void> {
    clearTimeout(this.#idle);
    if (all) this.#line.clear(ended());
    const pool = this.#pool;
    if (!pool) return;
    this.#pool = null;
    // Ending a thread inside a call of SQLite would crash the process.
    await pool.run(undefined, { name: 'close' satisfies typeof close.name }).catch(() => undefined);
    await pool.destroy();
  }

  #open(): Piscina {
    const pool = new Piscina({
      filename: fileURLToPath(new URL('./thread.ts', import.meta.url)),
      workerData: { databaseUrl: this.#databaseUrl },
      minThreads: 0,
      maxThreads: 1,
      // One more, to close the database.
      concurrentTasksPerWorker: this.#atOnce + 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
      // A thread that waits for the next read this way would not notice that the database closed its connections.
      atomics: 'disabled',
    });
    // A thread that fails while it starts, or between two reads, must not end the process or leave reads waiting for it.
    return pool.on('error', () => {
      if (this.#pool === pool) this.#pool = null;
      void pool.destroy();
    });
  }
}

/** The errors of reads whose thread ended under them. */
const ENDED = /^(Terminating worker thread|worker exited with code|Worker terminated due to)/;

function rethrow(error: Error): never {
  throw ENDED.test(error.message) ? ended(error) : error;
}

function ended(cause?: Error): AppError {
  return new AppError('UNAVAILABLE', 'The request was interrupted. Try again shortly.', { retryAfter: 5, cause });
}

/** Returns the order with lists of ids as numbers of 4 bytes, which are copied to a thread many times as fast. */
function compact(order: Parameters<ReadingWork[keyof ReadingWork]>[0]): unknown {
  if (!('counts' in order)) return order;
  const { ids, before } = order;
  return { ...order, ids: Int32Array.from(ids), before: before && { ...before, ids: Int32Array.from(before.ids) } };
}
