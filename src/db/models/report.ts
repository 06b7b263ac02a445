import type { Sequelize } from 'sequelize';
import { FREQUENCIES, type Frequency } from '../../domain/report.ts';
import { bigint, cutText, integer, key, type ModelOf, OPTIONS, text, word } from './columns.ts';

/**
 * The state of a report. `claimed`: a process prepares or transmits it, and nothing can have arrived. `handed`: its end
 * was being transmitted; only the process that did so knows whether it arrived. `waiting`: it will be tried again.
 * `sent` and `failed` are final.
 */
export type ReportState = 'claimed' | 'handed' | 'waiting' | 'sent' | 'failed';

/** The key of a report: one report for each website, recipient and period. */
export interface ReportKey {
  readonly websiteId: number;
  readonly recipientId: number;
  readonly frequency: Frequency;
  /** First day of the period, in days since 1970-01-01. */
  readonly day: number;
}

/** A report that was started; times are milliseconds since 1970, UTC. */
export interface ReportRow extends ReportKey {
  readonly state: ReportState;
  /** The attempt that holds the report, or held it last. */
  readonly claim: string;
  /** The time until which a claim holds. */
  readonly heldUntil: number;
  /** The time from which a waiting report may be tried again. */
  readonly nextAt: number;
  readonly attempts: number;
  readonly changedAt: number;
  /** Why the report waits or failed. */
  readonly note: string;
}

export function defineReport(sequelize: Sequelize): ModelOf<ReportRow> {
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
