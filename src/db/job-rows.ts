import type { Dialect, Executor, Param } from './dialect.ts';
import { retriedTransaction } from './retry.ts';
import { insertRow } from './rows.ts';

/** What a process found out about a kind of work. Times are milliseconds since 1970, UTC. */
export interface JobRow {
  readonly name: string;
  /** Milliseconds between two runs. */
  readonly period: number;
  readonly dueAt: number;
  /** How often in a row it has failed. */
  readonly failures: number;
  /** The run that holds it; null while it rests. */
  readonly run: string | null;
  readonly heldUntil: number | null;
}

/** `lost` is a run whose process died or was so slow that another run took over. */
export type Outcome = 'running' | 'done' | 'failed' | 'stopped' | 'lost';

/** One run of a kind of work, as the history has it. */
export interface JobRunRow {
  readonly name: string;
  /** Host and number of the process. */
  readonly process: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly outcome: Outcome;
  /** What was done, or what went wrong. */
  readonly note: string;
}

/** How far a time of the database may lie ahead before it counts as written by a clock that was wrong. */
const SLACK = 600_000;
const LONGEST_NOTE = 1_000;

/** Makes the rows that are missing, due at `now`, and settles how often each is to run. */
export async function registerJobs(
  dialect: Dialect,
  jobs: readonly { readonly name: string; readonly every: number }[],
  now: number,
): Promise<void> {
  for (const { name, every } of jobs) {
    await dialect.run(
      `INSERT INTO job (name, period, due_at) VALUES (?, ?, ?)${dialect.onConflict(['name'], [], ['period'])}`,
      [name, every, now],
    );
  }
}

/** All kinds of work there have been, by name. */
export function readJobRows(executor: Executor): Promise<JobRow[]> {
  return executor.all(
    'SELECT name, period, due_at AS dueAt, failures, run, held_until AS heldUntil FROM job ORDER BY name',
  );
}

/**
 * Whether a run may begin at `now`. A time too far ahead to have been written by a clock that agrees with this one counts as
 * past, so that a clock set back does not stop the work until it has caught up.
 */
export function mayBegin({ dueAt, period, run, heldUntil }: JobRow, lease: number, now: number): boolean {
  const isDue = dueAt <= now || dueAt > now + period + SLACK;
  const isFree = run === null || heldUntil === null || heldUntil <= now || heldUntil > now + lease + SLACK;
  return isDue && isFree;
}

/** Takes the work for `run` unless another run was quicker, and notes the beginning; false when it was. */
export function beginRun(
  dialect: Dialect,
  { name, period }: JobRow,
  { run, process, lease, now }: { run: string; process: string; lease: number; now: number },
): Promise<boolean> {
  return retriedTransaction(dialect, async tx => {
    const taken = await tx.run(
      'UPDATE job SET run = ?, held_until = ? WHERE name = ? AND (due_at <= ? OR due_at > ?) AND (run IS NULL OR held_until <= ? OR held_until > ?)',
      [run, now + lease, name, now, now + period + SLACK, now, now + lease + SLACK],
    );
    if (taken !== 1) return false;
    await tx.run("UPDATE job_run SET outcome = 'lost', ended_at = ? WHERE name = ? AND outcome = 'running'", [
      now,
      name,
    ]);
    await insertRow(tx, 'job_run', { run, name, process, started_at: now, outcome: 'running', note: '' });
    return true;
  });
}

/** Holds the work for longer; false when another run has it. */
export async function holdRun(dialect: Dialect, name: string, run: string, until: number): Promise<boolean> {
  await dialect.run('UPDATE job SET held_until = ? WHERE name = ? AND run = ?', [until, name, run]);
  const [row] = await dialect.all<{ run: string | null }>('SELECT run FROM job WHERE name = ?', [name]);
  return row?.run === run;
}

/** Notes how the run ended and lets go of the work until `dueAt`; a run that has lost the work changes neither. */
export async function endRun(
  dialect: Dialect,
  name: string,
  run: string,
  end: { now: number; dueAt: number; outcome: Exclude<Outcome, 'running'>; note: string; failures: number },
): Promise<void> {
  await retriedTransaction(dialect, async tx => {
    const held = await tx.run(
      'UPDATE job SET run = NULL, held_until = NULL, due_at = ?, failures = ? WHERE name = ? AND run = ?',
      [end.dueAt, end.failures, name, run],
    );
    if (held === 0) return;
    await tx.run('UPDATE job_run SET outcome = ?, ended_at = ?, note = ? WHERE run = ?', [
      end.outcome,
      end.now,
      end.note.slice(0, LONGEST_NOTE),
      run,
    ]);
  });
}

/** The latest runs but for some, of one kind of work or of all, the last begun first. */
export function readJobRuns(executor: Executor, name: string | null, limit: number, but = 0): Promise<JobRunRow[]> {
  const params: Param[] = name === null ? [limit, but] : [name, limit, but];
  return executor.all(
    `SELECT name, process, started_at AS startedAt, ended_at AS endedAt, outcome, note FROM job_run${name === null ? '' : ' WHERE name = ?'} ORDER BY id DESC LIMIT ? OFFSET ?`,
    params,
  );
}

/** How often the work was begun from `from` until `to`, in milliseconds since 1970. */
export async function countJobRuns(executor: Executor, name: string, from: number, to: number): Promise<number> {
  const [row] = await executor.all<{ runs: number }>(
    'SELECT COUNT(*) AS runs FROM job_run WHERE name = ? AND started_at >= ? AND started_at <= ?',
    [name, from, to],
  );
  return row?.runs ?? 0;
}
