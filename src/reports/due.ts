import { listAccounts } from '../accounts/accounts.ts';
import { randomText } from '../accounts/secrets.ts';
import { type Database, reachable } from '../db/open.ts';
import {
  ensureOwnRecipient,
  noteSwitchedOff,
  noteSwitchedOn,
  type RecipientRow,
  readRecipients,
  readSwitches,
} from '../db/recipient-rows.ts';
import { type ReportRow, readReports } from '../db/report-rows.ts';
import { readWebsites } from '../db/website-rows.ts';
import { localDay } from '../domain/day.ts';
import { lastPeriod, type Period, reportDay } from '../domain/period.ts';
import type { Website } from '../websites/website.ts';
import { websiteOfRow } from '../websites/website-row.ts';
import type { Journal } from './journal.ts';

/** A report that is to go out now. */
export interface DueReport {
  readonly website: Website;
  readonly recipient: RecipientRow;
  /** Where it goes. */
  readonly address: string;
  readonly period: Period;
  /** What an earlier attempt left; null when there was none. */
  readonly before: ReportRow | null;
}

/** A time this far ahead was written by a clock that was wrong. */
const SLACK = 24 * 3_600_000;
export const TOKEN_LENGTH = 43;
const USUAL = ['WEEKLY'] as const;

/** The reports that the calendar asks for at `now`, those that were tried least first. */
export async function dueReports(database: Database, journal: Journal, now: number): Promise<DueReport[]> {
  const due: DueReport[] = [];
  for (const subscribed of await subscriptions(database, now)) {
    const { website, since } = subscribed;
    for (const report of await lastReports(database, subscribed, reportDay(now, website.timezone))) {
      // Who subscribes on Wednesday expects a report next Monday, not one about last week at once.
      const began = Math.max(since, report.recipient.since);
      if (reportDay(began, website.timezone) > report.period.to) continue;
      if (await isOpen(report.before, journal, now)) due.push(report);
    }
  }
  return due.sort((a, b) => (a.before?.attempts ?? 0) - (b.before?.attempts ?? 0));
}

/**
 * For an operator: the reports about the last complete periods, whatever the hour and however long somebody is subscribed.
 * `force` brings those that were sent too, and those of a website that has its reports off. `website` is an id; null for all.
 */
export async function reportsNow(
  database: Database,
  { now, website, force }: { now: number; website: number | null; force: boolean },
): Promise<{ readonly due: DueReport[]; readonly sentBefore: number }> {
  const due: DueReport[] = [];
  let sentBefore = 0;
  for (const subscribed of await subscriptions(database, now, { website, offToo: force && website !== null })) {
    const today = localDay(now, subscribed.website.timezone).day;
    for (const report of await lastReports(database, subscribed, today)) {
      const state = report.before?.state;
      if (!force && (state === 'sent' || state === 'handed')) sentBefore++;
      else due.push(report);
    }
  }
  return { due, sentBefore };
}

interface Subscribed {
  readonly website: Website;
  readonly since: number;
  readonly recipients: readonly { readonly recipient: RecipientRow; readonly address: string }[];
}

/** Websites with reports on and who wants them; also notes which websites have been switched on or off. */
async function subscriptions(
  database: Database,
  now: number,
  { website: only = null, offToo = false }: { website?: number | null; offToo?: boolean } = {},
): Promise<Subscribed[]> {
  const { dialect } = database;
  return reachable(database, async () => {
    const [rows, switches, accounts] = await Promise.all([
      readWebsites(dialect),
      readSwitches(dialect),
      listAccounts(database),
    ]);
    const websites = rows.map(websiteOfRow);
    for (const { id, emailReports, updatedAt } of websites) {
      // Whatever else changed, the switch was turned no later than the last change of all.
      if (emailReports && !switches.has(id)) await noteSwitchedOn(dialect, id, Math.min(updatedAt, now));
      if (!emailReports && switches.has(id)) await noteSwitchedOff(dialect, id);
    }
    const recipients = Map.groupBy(await readRecipients(dialect, only), ({ website }) => website);
    const emails = new Map(accounts.map(({ id, email }) => [id, email]));
    const found: Subscribed[] = [];
    for (const website of websites) {
      if (!(website.emailReports || offToo) || (only !== null && website.id !== only)) continue;
      let mine = recipients.get(website.id) ?? [];
      if (!mine.some(({ email }) => email === '')) {
        const own = {
          website: website.id,
          frequencies: USUAL,
          token: randomText(TOKEN_LENGTH),
          since: Math.min(website.updatedAt, now),
        };
        await ensureOwnRecipient(dialect, own);
        mine = await readRecipients(dialect, website.id);
      }
      found.push({
        website,
        since: switches.get(website.id) ?? Math.min(website.updatedAt, now),
        recipients: mine
          .filter(({ unsubscribedAt }) => unsubscribedAt === null)
          .map(recipient => ({ recipient, address: recipient.email || (emails.get(website.accountId) ?? '') }))
          .filter(({ address }) => address !== ''),
      });
    }
    return found;
  });
}

/** The last report of each frequency to each recipient that was over when `day` began. */
async function lastReports(database: Database, { website, recipients }: Subscribed, day: number): Promise<DueReport[]> {
  const wanted = recipients.flatMap(({ recipient, address }) =>
    recipient.frequencies.map(frequency => ({ website, recipient, address, period: lastPeriod(frequency, day) })),
  );
  if (wanted.length === 0) return [];
  const fromDay = Math.min(...wanted.map(({ period }) => period.from));
  const begun = await reachable(database, () => readReports(database.dialect, website.id, fromDay));
  return wanted.map(report => ({ ...report, before: begun.find(row => isSame(row, report)) ?? null }));
}

function isSame(row: ReportRow, { recipient, period }: Pick<DueReport, 'recipient' | 'period'>): boolean {
  return row.recipient === recipient.id && row.frequency === period.frequency && row.day === period.from;
}

/** Whether an attempt may begin: nothing was tried, a try is to be repeated, or whoever had it died before its end. */
async function isOpen(before: ReportRow | null, journal: Journal, now: number): Promise<boolean> {
  if (before === null) return true;
  const isPast = (time: number) => time <= now || time > now + SLACK;
  switch (before.state) {
    case 'waiting':
      return isPast(before.nextAt);
    case 'claimed':
      return isPast(before.heldUntil);
    case 'handed':
      // Killed between the mark and the last byte. What the journal does not know is never sent again.
      return isPast(before.heldUntil) && (await journal.wasHandedOver(before.claim)) === false;
    default:
      return false;
  }
}
