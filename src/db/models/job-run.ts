import type { Sequelize } from 'sequelize';
import { bigint, cutText, id, type ModelOf, OPTIONS, orNull, text } from './columns.ts';

/** `lost` is a run whose process died or was so slow that another run took over. */
export type Outcome = 'running' | 'done' | 'failed' | 'stopped' | 'lost';

/** One run of a job in the history; times are milliseconds since 1970, UTC. */
export interface JobRunRow {
  readonly id: number;
  /** A random name for this run. */
  readonly run: string;
  /** The name of the job. */
  readonly name: string;
  /** Host name and process id. */
  readonly process: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly outcome: Outcome;
  /** What was done, or what failed. */
  readonly note: string;
}

export function defineJobRun(sequelize: Sequelize): ModelOf<JobRunRow, 'id' | 'endedAt'> {
  return sequelize.define(
    'job_run',
    {
      id: id(),
      run: { ...text(36), unique: true },
      name: text(64),
      process: text(100),
      startedAt: bigint(),
      endedAt: orNull(bigint()),
      outcome: text(16),
      note: cutText('note', 1_000),
    },
    { ...OPTIONS, scopes: { latestFirst: { order: [['id', 'DESC']] } } },
  );
}
