import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Answering, Outcome, Task } from './answers.ts';
import { ALLOWANCES, type Asker, type AskerKind, clock, interrupted, type ReadCost } from './budget.ts';
import { Line } from './line.ts';
import type { answer, close, forget, ThreadData } from './thread.ts';

/** Milliseconds without work after which a thread ends. */
const IDLE = 60_000;
/** Megabytes. A thread that needs more ends, and its reads fail; inside a call of SQLite, the process ends with it. */
const MOST_MEMORY = 512;

/**
 * Answers the questions of each kind of caller in a thread of their own, which starts with the first question and ends
 * when it is idle.
 */
export class ReadingThreads implements Answering {
  readonly #from: Omit<ThreadData, 'kind'>;
  readonly #report: Reports;
  readonly #lanes = new Map<AskerKind, Lane>();

  constructor(from: Omit<ThreadData, 'kind'>, report: Reports = { done() {}, damaged() {} }) {
    this.#from = from;
    this.#report = report;
  }

  answer(asker: Asker, task: Task): Promise<readonly Outcome[]> {
    return this.#laneOf(asker).answer(asker, task);
  }

  keep(asker: Asker, id: number): () => void {
    return this.#laneOf(asker).keep(id);
  }

  /** Ends the threads; requests that still run or wait fail with UNAVAILABLE. */
  async stop(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(lane => lane.stop(true)));
  }

  #laneOf({ kind }: Asker): Lane {
    const lane = this.#lanes.get(kind) ?? new Lane({ ...this.#from, kind }, this.#report);
    this.#lanes.set(kind, lane);
    return lane;
  }
}

interface Reports {
  /** Called for each task: the names of its questions, the milliseconds without its wait, and its reads of single visits. */
  done(task: { kind: AskerKind; questions: readonly string[]; ms: number } & Partial<ReadCost>): void;
  /** Called with a sentence for each damaged file. */
  damaged(text: string): void;
}

/** The requests of one kind of caller: a line of waiting ones and a thread. */
class Lane {
  readonly #data: ThreadData;
  readonly #line: Line;
  readonly #report: Reports;
  #pool: Piscina | null = null;
  /** Requests that are answered, or keep what they have read. */
  #inUse = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(data: ThreadData, report: Reports) {
    this.#data = data;
    this.#report = report;
    this.#line = new Line(ALLOWANCES[data.kind]);
  }

  answer(asker: Asker, task: Task): Promise<readonly Outcome[]> {
    const until = clock() + ALLOWANCES[this.#data.kind].ms;
    return this.#line.run(asker, async () => {
      const release = this.#use();
      try {
        this.#pool ??= this.#open();
        const began = clock();
        const answered: Awaited<ReturnType<typeof answer>> = await this.#pool
          .run({ task, until }, { name: 'answer' satisfies typeof answer.name })
          .catch(rethrow);
        const questions = task.questions.map(({ name }) => name);
        for (const text of answered.damaged) this.#report.damaged(text);
        this.#report.done({ kind: this.#data.kind, questions, ms: Math.round(clock() - began), ...answered.cost });
        return answered.outcomes;
      } finally {
        release();
      }
    });
  }

  keep(id: number): () => void {
    const release = this.#use();
    return () => {
      release();
      this.#pool?.run(id, { name: 'forget' satisfies typeof forget.name }).catch(() => undefined);
    };
  }

  /** Ends the thread; the next request starts another. `all` also refuses the requests that wait. */
  async stop(all: boolean): Promise<void> {
    clearTimeout(this.#idle);
    if (all) this.#line.clear(interrupted());
    const pool = this.#pool;
    if (!pool) return;
    this.#pool = null;
    // Ending a thread inside a call of SQLite would crash the process.
    await pool.run(undefined, { name: 'close' satisfies typeof close.name }).catch(() => undefined);
    await pool.destroy();
  }

  /** Keeps the thread from ending until the returned function is called. */
  #use(): () => void {
    clearTimeout(this.#idle);
    this.#inUse++;
    return () => {
      this.#inUse--;
      if (this.#inUse === 0) this.#idle = setTimeout(() => void this.stop(false), IDLE).unref();
    };
  }

  #open(): Piscina {
    const pool = new Piscina({
      filename: fileURLToPath(new URL('./thread.ts', import.meta.url)),
      workerData: this.#data,
      minThreads: 0,
      maxThreads: 1,
      // More than requests, so that `close` and `forget` never wait.
      concurrentTasksPerWorker: ALLOWANCES[this.#data.kind].atOnce + 10,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
      // A thread that waits for the next request this way would not notice that the database closed its connections.
      atomics: 'disabled',
    });
    // A thread that fails while it starts, or between two requests, must not end the process or leave requests waiting.
    return pool.on('error', () => {
      if (this.#pool === pool) this.#pool = null;
      void pool.destroy();
    });
  }
}

/** The errors of requests whose thread ended under them. */
const ENDED = /^(Terminating worker thread|worker exited with code|Worker terminated due to)/;

function rethrow(error: Error): never {
  throw ENDED.test(error.message) ? interrupted(error) : error;
}
