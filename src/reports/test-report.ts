import { randomUUID } from 'node:crypto';
import type { Viewer } from '../accounts/viewer.ts';
import { type Database, reachable } from '../db/open.ts';
import { lastPeriod } from '../domain/report.ts';
import { localDay } from '../domain/time-zone.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { AnswerLoader } from '../stats/answers.ts';
import { writableWebsite } from '../websites/access.ts';
import { readDigest } from './digest.ts';
import { ensureOwnRecipient } from './recipients.ts';
import { reportMail } from './report-mail.ts';
import { deliver, MailFault, type MailRoute } from './smtp.ts';
import { wordsOf } from './words.ts';

/** The way mail leaves this instance. */
export interface Mailing {
  readonly route: MailRoute;
  /** Public URL of this instance, without a trailing slash. */
  readonly baseUrl: string;
  readonly log: Log;
}

/** Milliseconds that a caller waits at most. */
const PATIENCE = 20_000;
const PAUSE = 10_000;

/** Website id -> time of its last test report, so that a button held down cannot fill a mailbox. */
const lately = new Map<number, number>();

/**
 * Sends the report on last week to the viewer, whatever the website's settings, and returns their e-mail address.
 * Throws NOT_FOUND, FORBIDDEN, RATE_LIMITED, and UNAVAILABLE with the mail server's message when it refuses the mail.
 */
export async function sendTestReport(
  database: Database,
  viewer: Viewer | null,
  id: string,
  { stats, mailing, now }: { stats: AnswerLoader; mailing: Mailing | null; now: number },
): Promise<string> {
  const website = await writableWebsite(database, viewer, { id });
  if (!mailing) throw new AppError('UNAVAILABLE', 'This instance has no mail server; its operator can set SMTP_URL.');
  const { route, baseUrl, log } = mailing;
  const wait = (lately.get(website.id) ?? 0) + PAUSE - now;
  if (wait > 0 && wait <= PAUSE) {
    const seconds = Math.ceil(wait / 1000);
    throw new AppError('RATE_LIMITED', `A test report was requested a moment ago; try again in ${seconds} seconds.`, {
      retryAfter: seconds,
    });
  }
  lately.set(website.id, now);

  const period = lastPeriod('WEEKLY', localDay(now, website.timezone).day);
  const digest = await readDigest({ database, stats, log }, website, period);
  const content = reportMail(digest, baseUrl, await ownToken(database, website.id, now));
  const to = viewer?.account.email ?? '';
  const mail = {
    ...content,
    subject: wordsOf(website).t('report.testSubject', { subject: content.subject }),
    to,
    id: `test.${randomUUID()}`,
  };
  try {
    await deliver({ ...route, patience: PATIENCE }, { ...mail, unsubscribe: null });
  } catch (error) {
    if (!(error instanceof MailFault)) throw error;
    throw new AppError('UNAVAILABLE', `The mail server did not accept the report: ${error.message}`);
  }
  return to;
}

/** Returns the token of the unsubscribe link, as in the account's real reports. */
async function ownToken(database: Database, websiteId: number, now: number): Promise<string> {
  const recipients = await reachable(database, () => ensureOwnRecipient(database, { websiteId, since: now }));
  return recipients.find(({ email }) => email === '')?.token ?? '';
}
