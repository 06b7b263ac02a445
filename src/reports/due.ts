import { Op } from 'sequelize';
import { listAccounts } from '../accounts/accounts.ts';
import { groupByWebsite } from '../db/by-website.ts';
import type { ReportRow } from '../db/models/report.ts';
import { type Database, reachable } from '../db/open.ts';
import { lastPeriod, type Period, reportDay } from '../domain/report.ts';
import { localDay } from '../domain/time-zone.ts';
import { type Website, websiteOfRow } from '../websites/website.ts';
import type { Journal } from './journal.ts';
import { ensureOwnRecipient, type Recipient, readRecipients } from './recipients.ts';

/** A report that is due now. */
export interface DueReport {
  readonly website: Website;
  readonly recipient: Recipient;
  /** The e-mail address it is sent to. */
  readonly address: string;
  readonly period: Period;
  /** The row of an earlier attempt; null before the first. */
  readonly before: ReportRow | null;
}

/** A time this far in the future was written by a wrong clock. */
const SLACK = 24 * 3_600_000;

/** Returns the reports that are due at `now`, least tried first. */
export async function dueReports(database: Database, journal: Journal, now: number): Promise<DueReport[]> {
  const due: DueReport[] = [];
  for (const subscribed of await subscriptions(database, now)) {
    const { website, since } = subscribed;
    // After subscribing on Wednesday, people expect a report next Monday, not one about last week at once.
    const began = (recipient: Recipient) => reportDay(Math.max(since, recipient.since), website.timezone);
    const last = await lastReports(database, subscribed, reportDay(now, website.timezone));
    for (const report of onceEach(last.filter(({ recipient, period }) => began(recipient) <= period.to))) {
      if (await isOpen(report.before, journal, now)) due.push(report);
    }
  }
  return due.sort((a, b) => (a.before?.attempts ?? 0) - (b.before?.attempts ?? 0));
}

/**
 * Returns, for an operator, the reports on the last complete periods at any hour, however recent the subscriptions.
 * `force` adds reports already sent and, for a single website, those turned off. `website` is an id; null for all.
 */
export async function reportsNow(
  database: Database,
  { now, website, force }: { now: number; website: number | null; force: boolean },
): Promise<{ readonly due: DueReport[]; readonly sentBefore: number }> {
  const due: DueReport[] = [];
  let sentBefore = 0;
  for (const subscribed of await subscriptions(database, now, { website, offToo: force && website !== null })) {
    const today = localDay(now, subscribed.website.timezone).day;
    for (const report of onceEach(await lastReports(database, subscribed, today))) {
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
  readonly recipients: readonly { readonly recipient: Recipient; readonly address: string }[];
}

/** Returns the websites with reports on and their recipients; also stores which websites were switched on or off. */
async function subscriptions(
  database: Database,
  now: number,
  { website: only = null, offToo = false }: { website?: number | null; offToo?: boolean } = {},
): Promise<Subscribed[]> {
  return reachable(database, async () => {
    const [rows, switches, accounts] = await Promise.all([
      database.websites.findAll({ raw: true }),
      database.reportSwitches.findAll({ raw: true }),
      listAccounts(database),
    ]);
    const websites = rows.map(websiteOfRow);
    const onSince = new Map(switches.map(({ websiteId, since }) => [websiteId, since]));
    await noteSwitches(database, websites, onSince, now);
    const wanted = websites.filter(
      ({ id, emailReports }) => (emailReports || offToo) && (only === null || id === only),
    );
    const ids = wanted.map(({ id }) => id);
    const recipients = groupByWebsite(ids, await readRecipients(database, { websiteId: ids }));
    const emails = new Map(accounts.map(({ id, email }) => [id, email]));
    const found: Subscribed[] = [];
    for (const [place, website] of wanted.entries()) {
      const changedAt = Math.min(website.updatedAt, now);
      let mine = recipients[place] ?? [];
      if (!mine.some(({ email }) => email === ''))
        mine = await ensureOwnRecipient(database, { websiteId: website.id, since: changedAt });
      const all = mine.map(recipient => ({
        recipient,
        address: recipient.email || (emails.get(website.accountId) ?? ''),
      }));
      // Unsubscribing is about the address, however often it is listed.
      const gone = new Set(['']);
      for (const { recipient, address } of all) if (recipient.unsubscribedAt !== null) gone.add(address.toLowerCase());
      const since = onSince.get(website.id) ?? changedAt;
      found.push({ website, since, recipients: all.filter(({ address }) => !gone.has(address.toLowerCase())) });
    }
    return found;
  });
}

/** Stores which websites have turned their reports on or off since the last call. */
async function noteSwitches(
  { reportSwitches }: Database,
  websites: readonly Website[],
  onSince: ReadonlyMap<number, number>,
  now: number,
): Promise<void> {
  for (const { id: websiteId, emailReports, updatedAt } of websites) {
    // The switch was turned no later than the website's latest change.
    const since = Math.min(updatedAt, now);
    if (emailReports && !onSince.has(websiteId))
      await reportSwitches.upsert({ websiteId, since }, { fields: ['websiteId'] });
    if (!emailReports && onSince.has(websiteId)) await reportSwitches.destroy({ where: { websiteId } });
  }
}

/** Returns, for each recipient and frequency, the report on the last period that was over when `today` began. */
async function lastReports(
  database: Database,
  { website, recipients }: Subscribed,
  today: number,
): Promise<DueReport[]> {
  const wanted = recipients.flatMap(({ recipient, address }) =>
    recipient.frequencies.map(frequency => ({ website, recipient, address, period: lastPeriod(frequency, today) })),
  );
  if (wanted.length === 0) return [];
  const day = { [Op.gte]: Math.min(...wanted.map(({ period }) => period.from)) };
  const begun = await reachable(database, () => database.reports.findAll({ where: { websiteId: website.id, day } }));
  return wanted.map(report => {
    const { recipient, period } = report;
    const before = begun.find(
      row => row.recipientId === recipient.id && row.frequency === period.frequency && row.day === period.from,
    );
    return { ...report, before: before ?? null };
  });
}

/** Leaves out further reports to the same address: that of the account can have become the one of another recipient. */
function onceEach(reports: readonly DueReport[]): readonly DueReport[] {
  const known = new Set<string>();
  return reports.filter(({ address, period }) => {
    const key = `${period.frequency} ${address.toLowerCase()}`;
    return !known.has(key) && known.add(key);
  });
}

/** Returns true if an attempt may begin: none was made, a retry is due, or the process of the last one died. */
async function isOpen(before: ReportRow | null, journal: Journal, now: number): Promise<boolean> {
  if (before === null) return true;
  const isPast = (time: number) => time <= now || time > now + SLACK;
  switch (before.state) {
    case 'waiting':
      return isPast(before.nextAt);
    case 'claimed':
      return isPast(before.heldUntil);
    case 'handed':
      // Killed between the mark and the last byte. A report that the journal does not know is never sent again.
      return isPast(before.heldUntil) && (await journal.wasHandedOver(before.claim)) === false;
    default:
      return false;
  }
}
