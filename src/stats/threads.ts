import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { AppError } from '../errors.ts';
import { ALLOWANCES, type Asker, type AskerKind, Line } from './budget.ts';
import type { close, Outcome, read } from './thread.ts';
import type { ReadingWork } from './work.ts';

/** Milliseconds without work after which a thread ends. */
const IDLE = 60_000;
/** A thread that needs more memory than this ends, and its reads fail; the process is unharmed. */
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

  /** Ends the threads; reads that still run fail. */
  async stop(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(lane => lane.stop()));
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
        const outcome: Outcome<unknown> = await this.#pool.run(
          { name, order: compact(order) },
          { name: 'read' satisfies typeof read.name },
        );
        if ('result' in outcome) return outcome.result;
        const { code, message, retryAfter } = outcome.refused;
        throw new AppError(code, message, retryAfter === undefined ? {} : { retryAfter });
      } finally {
        this.#running--;
        if (this.#running === 0) this.#idle = setTimeout(() => void this.stop(), IDLE).unref();
      }
    });
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const pool = this.#pool;
    if (!pool) return;
    this.#pool = null;
    // Ending a thread inside a call of SQLite would crash the process.
    await pool.run(undefined, { name: 'close' satisfies typeof close.name }).catch(() => undefined);
    await pool.destroy();
  }

  #open(): Piscina {
    return new Piscina({
      filename: fileURLToPath(new URL('./thread.ts', import.meta.url)),
      workerData: { databaseUrl: this.#databaseUrl },
      minThreads: 0,
      maxThreads: 1,
      // One more, to close the database.
      concurrentTasksPerWorker: this.#atOnce + 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    });
  }
}

/** Returns the order with lists of ids as numbers of 4 bytes, which are copied to a thread many times as fast. */
function compact(order: Parameters<ReadingWork[keyof ReadingWork]>[0]): unknown {
  if (!('counts' in order)) return order;
  const { ids, before } = order;
  return { ...order, ids: Int32Array.from(ids), before: before && { ...before, ids: Int32Array.from(before.ids) } };
}
