import { latestOf } from '../db/by-website.ts';
import type { ReportKey, ReportRow, ReportState } from '../db/models/report.ts';
import { type Database, reachable } from '../db/open.ts';
import { recipientsOf } from './recipients.ts';

/** A report with its recipient's e-mail address; empty for the account and for a removed recipient. */
export interface SentReport extends ReportRow {
  readonly email: string;
}

const LATEST = 100;

/** Returns the latest hundred reports of each of these websites, last changed first, in the order of `ids`. */
export async function reportsOf(database: Database, ids: readonly number[]): Promise<(readonly SentReport[])[]> {
  const [reports, recipients] = await Promise.all([
    reachable(database, () => latestOf(database, 'reports', ids, LATEST)),
    recipientsOf(database, ids),
  ]);
  return reports.map((ofWebsite, place) => {
    const emails = new Map(recipients[place]?.map(({ id, email }) => [id, email]));
    return ofWebsite.map(report => ({ ...report, email: emails.get(report.recipientId) ?? '' }));
  });
}

/** Claims a report as it was read for one attempt, adding its row; returns false when another process was faster. */
export async function claimReport(
  { dialect, reports }: Database,
  key: ReportKey,
  before: ReportRow | null,
  { claim, heldUntil, now }: { readonly claim: string; readonly heldUntil: number; readonly now: number },
): Promise<boolean> {
  const taken = { state: 'claimed', claim, heldUntil, changedAt: now } as const;
  if (before) {
    const where = { ...whereOf(key), claim: before.claim, state: before.state };
    const [count] = await reports.update({ ...taken, attempts: before.attempts + 1 }, { where });
    return count === 1;
  }
  try {
    await reports.create({ ...whereOf(key), ...taken, nextAt: 0, attempts: 1, note: '' });
    return true;
  } catch (error) {
    if (dialect.fault(error) === 'duplicate') return false;
    throw error;
  }
}

/** Moves a report from one state to another; returns false when the claim has lost the report. */
export async function moveReport(
  { reports }: Database,
  key: ReportKey,
  claim: string,
  { from, to, now, nextAt = 0, note = '' }: Move,
): Promise<boolean> {
  const where = { ...whereOf(key), claim, state: [...from] };
  const [count] = await reports.update({ state: to, changedAt: now, nextAt, note }, { where });
  return count === 1;
}

/** A change of state; times are milliseconds since 1970, UTC. */
interface Move {
  readonly from: readonly ReportState[];
  readonly to: ReportState;
  readonly now: number;
  /** The earliest time of the next attempt. */
  readonly nextAt?: number;
  /** Why it waits or failed. */
  readonly note?: string;
}

function whereOf({ websiteId, recipientId, frequency, day }: ReportKey): ReportKey {
  return { websiteId, recipientId, frequency, day };
}
