import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { JobRow } from '../db/models/job.ts';
import type { Database } from '../db/open.ts';
import { toStorable } from '../domain/text.ts';
import type { Log } from '../log.ts';
import { within } from '../process/time-limit.ts';
import { beginRun, endRun, holdRun, mayBegin, registerJobs } from './runs.ts';

/** A background job. A run can be cut off anywhere and started again, even by another process. */
export interface Job {
  /** The name in the history and the metrics; at most 64 characters. */
  readonly name: string;
  /** One sentence for operators. */
  readonly description: string;
  /** Milliseconds from the start of one run to the next. */
  readonly every: number;
  /** Milliseconds after which a run is asked to end, and its rest becomes due at once; one hour by default. */
  readonly limit?: number;
  /** Resolves with a sentence about what it did; ends soon after `signal` is aborted and leaves the rest. */
  run(signal: AbortSignal): Promise<string>;
}

export interface JobsOptions {
  readonly database: Database;
  readonly jobs: readonly Job[];
  readonly log: Log;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Milliseconds between two checks for due jobs; null if the caller calls `runDue` itself. */
  readonly look?: number | null;
  /** Milliseconds for which a job still belongs to a process that has gone silent. */
  readonly lease?: number;
  /** Milliseconds that a run has to end once it is asked to. */
  readonly patience?: number;
  /** Resolves to false while this process must not begin any run. */
  readonly mayRun?: () => Promise<boolean>;
  /** Called after every run of this process that has ended. */
  readonly ended?: (job: string, outcome: Ended['outcome'], at: number) => void;
}

const LOOK = 10_000;
const LEASE = 60_000;
const FIRST_RETRY = 30_000;
const LAST_RETRY = 3_600_000;
const LIMIT = 3_600_000;
const PATIENCE = 5_000;

/**
 * Runs jobs when they are due, each once among all processes on the database: the first to change its row gets it. One
 * run makes up for all that were missed while no process ran. Failures are logged and retried after ever longer pauses.
 */
export class Jobs {
  readonly #options: JobsOptions;
  readonly #look: number | null;
  readonly #lease: number;
  readonly #patience: number;
  readonly #place = `${hostname()}:${process.pid}`.slice(0, 100);
  readonly #running = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #looking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isRegistered = false;
  #isAway = false;

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#look = options.look === undefined ? LOOK : options.look;
    this.#lease = options.lease ?? LEASE;
    this.#patience = options.patience ?? PATIENCE;
    this.#lookAgain();
  }

  /** Runs the jobs that are due now and waits for them; resolves with the number of runs that this process began. */
  async runDue(): Promise<number> {
    const ends = await this.#begin();
    await Promise.all(ends);
    return ends.length;
  }

  /** Begins no more runs, asks those under way to end, and resolves when they have or `patience` is over. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await within(
      this.#looking.then(() => Promise.all(this.#running.values())),
      this.#patience,
    );
    clearTimeout(this.#timer);
  }

  #lookAgain(): void {
    if (this.#look === null || this.#stopping.signal.aborted) return;
    // Random, so that processes started together spread out.
    const pause = this.#look * (0.75 + Math.random() / 2);
    this.#looking = this.#lookOnce().then(() => {
      this.#timer = setTimeout(() => this.#lookAgain(), pause);
      this.#timer.unref();
    });
  }

  async #lookOnce(): Promise<void> {
    const { log } = this.#options;
    try {
      await this.#begin();
      if (this.#isAway) log.info('Background work continues: the database responds again.');
      this.#isAway = false;
    } catch (error) {
      if (!this.#isAway) log.warn({ err: error }, 'Background work is waiting: the database does not respond.');
      this.#isAway = true;
    }
  }

  /** Returns a promise for the end of each run that this check began. */
  async #begin(): Promise<readonly Promise<void>[]> {
    const { database, jobs, now, mayRun } = this.#options;
    if (mayRun && !(await mayRun())) return [];
    if (!this.#isRegistered) await registerJobs(database, jobs, now());
    this.#isRegistered = true;
    const rows = new Map((await database.jobs.findAll({ raw: true })).map(row => [row.name, row]));
    const ends: Promise<void>[] = [];
    for (const job of jobs) {
      const row = rows.get(job.name);
      if (!row || !this.#mayBegin(row)) continue;
      const run = randomUUID();
      const given = { run, process: this.#place, lease: this.#lease, now: now() };
      if (!(await beginRun(database, row, given))) continue;
      const ended = this.#carryOut(job, row, run).finally(() => this.#running.delete(job.name));
      this.#running.set(job.name, ended);
      ends.push(ended);
    }
    return ends;
  }

  #mayBegin(row: JobRow): boolean {
    if (this.#running.has(row.name) || this.#stopping.signal.aborted) return false;
    return mayBegin(row, this.#lease, this.#options.now());
  }

  async #carryOut(job: Job, row: JobRow, run: string): Promise<void> {
    const startedAt = this.#options.now();
    const limit = job.limit ?? LIMIT;
    const held = this.#hold(job, run);
    const signal = AbortSignal.any([this.#stopping.signal, held.lost, AbortSignal.timeout(limit)]);
    const ended = await outcomeOf(job.run(signal), signal, limit + this.#patience);
    held.release();
    await this.#record(job, row, run, startedAt, ended);
  }

  /** Renews the lease of a run until it is released; `lost` is aborted once another process may have taken the job. */
  #hold({ name }: Job, run: string): { readonly lost: AbortSignal; release(): void } {
    const { database, now } = this.#options;
    const lost = new AbortController();
    let heldAt = performance.now();
    const renew = async () => {
      const isHeld = await holdRun(database, name, run, now() + this.#lease).catch(() => null);
      if (isHeld) heldAt = performance.now();
      // While the database is unavailable no other process can take the job, but once it is back another may be first.
      if (isHeld === false || performance.now() - heldAt > this.#lease) lost.abort();
    };
    const holding = setInterval(renew, this.#lease / 3).unref();
    return { lost: lost.signal, release: () => clearInterval(holding) };
  }

  async #record(job: Job, row: JobRow, run: string, startedAt: number, ended: Ended): Promise<void> {
    const { database, log, now } = this.#options;
    const failures = ended.outcome === 'failed' ? row.failures + 1 : 0;
    let wait = 0;
    // A clock that was set back meanwhile must not delay the next run beyond its period.
    if (ended.outcome === 'done') wait = Math.min(job.every, Math.max(0, startedAt + job.every - now()));
    if (ended.outcome === 'failed') {
      wait = Math.min(job.every, retryAfter(failures));
      const retrySeconds = Math.round(wait / 1000);
      log.error(
        { err: ended.error, job: job.name, failures, retrySeconds },
        'Background work failed and will be retried.',
      );
    }
    const { outcome, note } = ended;
    this.#options.ended?.(job.name, outcome, now());
    try {
      const dueAt = now() + wait;
      await endRun(database, job.name, run, { outcome, note: toStorable(note), failures, now: now(), dueAt });
    } catch (error) {
      // The job is taken again when its lease has run out.
      log.warn({ err: error, job: job.name }, 'The end of a run of background work could not be recorded.');
    }
  }
}

interface Ended {
  readonly outcome: 'done' | 'failed' | 'stopped';
  readonly note: string;
  readonly error?: unknown;
}

/** Otherwise a run that does not end when asked to would hold its job for as long as the process lives. */
async function outcomeOf(run: Promise<string>, signal: AbortSignal, limit: number): Promise<Ended> {
  try {
    const note = await within(run, limit);
    if (note !== undefined) return { note, outcome: signal.aborted ? 'stopped' : 'done' };
    const overdue = `The run did not end within ${limit / 1000} seconds.`;
    return { note: overdue, outcome: 'failed', error: new Error(overdue) };
  } catch (error) {
    const note = error instanceof Error ? error.message : String(error);
    return { note, outcome: signal.aborted ? 'stopped' : 'failed', error };
  }
}

/** Returns the milliseconds until a retry after this many failures in a row: half a minute, doubled up to an hour. */
function retryAfter(failures: number): number {
  const wait = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** Math.min(failures - 1, 20));
  return Math.round(wait * (0.9 + Math.random() / 5));
}
