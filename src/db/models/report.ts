import type { ModelStatic, Sequelize } from 'sequelize';
import { FREQUENCIES, type Frequency } from '../../domain/period.ts';
import { bigint, cutText, type Instance, integer, key, OPTIONS, text } from './columns.ts';
import { word } from './words.ts';

/**
 * Where a report stands. `claimed`: a process prepares or transmits it, and nothing can have arrived. `handed`: its end
 * was being transmitted; only the process that did so knows whether it arrived. `waiting`: it is tried again. `sent` and
 * `failed` are final.
 */
export type ReportState = 'claimed' | 'handed' | 'waiting' | 'sent' | 'failed';

/** The key of a report: one website, recipient and period have one report. */
export interface ReportKey {
  readonly websiteId: number;
  readonly recipientId: number;
  readonly frequency: Frequency;
  /** First day of the period, since 1970-01-01. */
  readonly day: number;
}

/** A report that was begun; times are milliseconds since 1970, UTC. */
export interface ReportRow extends ReportKey {
  readonly state: ReportState;
  /** The attempt that has it, or had it last. */
  readonly claim: string;
  /** Until when a claim holds. */
  readonly heldUntil: number;
  /** From when on a waiting one may be tried again. */
  readonly nextAt: number;
  readonly attempts: number;
  readonly changedAt: number;
  /** Why it waits or failed. */
  readonly note: string;
}

export type Reports = ModelStatic<Instance<ReportRow>>;

export function defineReport(sequelize: Sequelize): Reports {
  return sequelize.define(
    'report',
    {
      websiteId: key(integer()),
      recipientId: key(integer()),
      frequency: key(word('frequency', FREQUENCIES)),
      day: key(integer()),
      state: text(8),
      claim: text(36),
      heldUntil: bigint(),
      nextAt: bigint(),
      attempts: integer(),
      changedAt: bigint(),
      note: cutText('note', 1_000),
    },
    OPTIONS,
  );
}
