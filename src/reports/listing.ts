import { type AlertRow, type DeliveryRow, readAlerts, readDeliveries } from '../db/alert-rows.ts';
import { type Database, reachable } from '../db/open.ts';
import { type RecipientRow, readRecipients } from '../db/recipient-rows.ts';
import { type ReportRow, readReports } from '../db/report-rows.ts';

const LATEST = 100;

/** Somebody who gets reports. */
export type Recipient = RecipientRow;

/** A report with its recipient's address; empty for the account, and for one who was removed. */
export interface SentReport extends ReportRow {
  readonly email: string;
}

/** One way an alert was told. */
export type Delivery = DeliveryRow;

/** An alert with what became of telling it. */
export interface ToldAlert extends AlertRow {
  readonly deliveries: readonly DeliveryRow[];
}

/** The latest hundred reports of a website, the last change first. */
export async function listSent(database: Database, website: number): Promise<readonly SentReport[]> {
  return reachable(database, async () => {
    const [reports, recipients] = await Promise.all([
      readReports(database.dialect, website, 0, LATEST),
      readRecipients(database.dialect, website),
    ]);
    const emails = new Map(recipients.map(({ id, email }) => [id, email]));
    return reports.map(report => ({ ...report, email: emails.get(report.recipient) ?? '' }));
  });
}

/** The latest hundred alerts of a website, the newest first. */
export async function listAlerts(database: Database, website: number): Promise<readonly ToldAlert[]> {
  return reachable(database, async () => {
    const [alerts, deliveries] = await Promise.all([
      readAlerts(database.dialect, website, LATEST),
      readDeliveries(database.dialect, website, 2 * LATEST),
    ]);
    return alerts.map(alert => ({
      ...alert,
      deliveries: deliveries.filter(({ kind, slot }) => kind === alert.kind && slot === alert.slot),
    }));
  });
}
