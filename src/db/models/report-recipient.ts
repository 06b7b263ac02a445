import { FREQUENCIES } from '../../domain/report.ts';
import { bigint, id, integer, model, orNull, type RowOf, text, wordSet } from './columns.ts';

/** A recipient of a website's reports; times are milliseconds since 1970, UTC. */
export type ReportRecipientRow = RowOf<typeof columns>;

const columns = () => ({
  id: id(),
  websiteId: { ...integer(), unique: 'recipient' },
  /** Empty for the current address of the website's account. */
  email: { ...text(254), unique: 'recipient' },
  frequencies: wordSet('frequencies', FREQUENCIES),
  /** The secret in the link to unsubscribe. */
  token: { ...text(43), unique: true },
  /** The last change: a period that ended before it produces no report. */
  since: bigint(),
  /** When the recipient unsubscribed; null while subscribed. */
  unsubscribedAt: orNull(bigint()),
});

export const defineReportRecipient = model<ReportRecipientRow, 'id' | 'unsubscribedAt'>('report_recipient', columns);
