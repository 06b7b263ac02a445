import type { Sequelize } from 'sequelize';
import { FREQUENCIES, type Frequency } from '../../domain/report.ts';
import { bigint, id, integer, type ModelOf, OPTIONS, orNull, text, wordSet } from './columns.ts';

/** A recipient of a website's reports; times are milliseconds since 1970, UTC. */
export interface ReportRecipientRow {
  readonly id: number;
  readonly websiteId: number;
  /** Empty for the current address of the website's account. */
  readonly email: string;
  readonly frequencies: readonly Frequency[];
  /** The secret in the link to unsubscribe. */
  readonly token: string;
  /** The last change: a period that ended before it produces no report. */
  readonly since: number;
  /** When the recipient unsubscribed; null while subscribed. */
  readonly unsubscribedAt: number | null;
}

export function defineReportRecipient(sequelize: Sequelize): ModelOf<ReportRecipientRow, 'id' | 'unsubscribedAt'> {
  return sequelize.define(
    'report_recipient',
    {
      id: id(),
      websiteId: { ...integer(), unique: 'recipient' },
      email: { ...text(254), unique: 'recipient' },
      frequencies: wordSet('frequencies', FREQUENCIES),
      token: { ...text(43), unique: true },
      since: bigint(),
      unsubscribedAt: orNull(bigint()),
    },
    OPTIONS,
  );
}
