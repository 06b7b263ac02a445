import type { Sequelize } from 'sequelize';
import { bigint, integer, key, type ModelOf, OPTIONS, orNull, text } from './columns.ts';

/** A kind of background work; times are milliseconds since 1970, UTC. */
export interface JobRow {
  readonly name: string;
  /** Milliseconds from the start of one run to the next. */
  readonly period: number;
  readonly dueAt: number;
  /** The number of consecutive failures. */
  readonly failures: number;
  /** The run that holds the job; null while none does. */
  readonly run: string | null;
  readonly heldUntil: number | null;
}

export function defineJob(sequelize: Sequelize): ModelOf<JobRow, 'failures' | 'run' | 'heldUntil'> {
  return sequelize.define(
    'job',
    {
      name: key(text(64)),
      period: bigint(),
      dueAt: bigint(),
      failures: { ...integer(), defaultValue: 0 },
      run: orNull(text(36)),
      heldUntil: orNull(bigint()),
    },
    OPTIONS,
  );
}
