import { bigint, integer, key, model, orNull, type RowOf, text } from './columns.ts';

/** A kind of background work; times are milliseconds since 1970, UTC. */
export type JobRow = RowOf<typeof columns>;

const columns = () => ({
  name: key(text(64)),
  /** Milliseconds from the start of one run to the next. */
  period: bigint(),
  dueAt: bigint(),
  /** The number of consecutive failures. */
  failures: { ...integer(), defaultValue: 0 },
  /** The run that holds the job; null while none does. */
  run: { ...orNull(text(36)), field: 'holder' },
  heldUntil: orNull(bigint()),
});

export const defineJob = model<JobRow, 'failures' | 'run' | 'heldUntil'>('job', columns);
