import { FREQUENCIES } from '../../domain/report.ts';
import { bigint, cutText, integer, key, model, type RowOf, text, word } from './columns.ts';

/**
 * The state of a report. `claimed`: a process prepares or transmits it, and nothing can have arrived. `handed`: its end
 * was being transmitted; only the process that did so knows whether it arrived. `waiting`: it will be tried again.
 * `sent` and `failed` are final.
 */
export type ReportState = 'claimed' | 'handed' | 'waiting' | 'sent' | 'failed';

/** The key of a report: one report for each website, recipient and period. */
export type ReportKey = Pick<ReportRow, 'websiteId' | 'recipientId' | 'frequency' | 'day'>;

/** A report that was started; times are milliseconds since 1970, UTC. */
export type ReportRow = RowOf<typeof columns>;

const columns = () => ({
  websiteId: key(integer()),
  recipientId: key(integer()),
  frequency: key(word('frequency', FREQUENCIES)),
  /** First day of the period, in days since 1970-01-01. */
  day: key(integer()),
  state: text<ReportState>(8),
  /** The attempt that holds the report, or held it last. */
  claim: text(36),
  /** The time until which a claim holds. */
  heldUntil: bigint(),
  /** The time from which a waiting report may be tried again. */
  nextAt: bigint(),
  attempts: integer(),
  changedAt: bigint(),
  /** Why the report waits or failed. */
  note: cutText('note', 1_000),
});

export const defineReport = model<ReportRow>('report', columns);
