import { bigint, cutText, id, model, OPTIONS, orNull, type RowOf, text } from './columns.ts';

/** `lost` is a run whose process died or was so slow that another run took over. */
export type Outcome = 'running' | 'done' | 'failed' | 'stopped' | 'lost';

/** One run of a job in the history; times are milliseconds since 1970, UTC. */
export type JobRunRow = RowOf<typeof columns>;

const columns = () => ({
  id: id(),
  /** A random name for this run. */
  run: { ...text(36), unique: true },
  /** The name of the job. */
  name: text(64),
  /** Host name and process id. */
  process: text(100),
  startedAt: bigint(),
  endedAt: orNull(bigint()),
  outcome: text<Outcome>(16),
  /** What was done, or what failed. */
  note: cutText('note', 1_000),
});

export const defineJobRun = model<JobRunRow, 'id' | 'endedAt'>('job_run', columns, {
  ...OPTIONS,
  scopes: { latestFirst: { order: [['id', 'DESC']] } },
});
