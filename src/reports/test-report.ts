import { randomUUID } from 'node:crypto';
import type { Viewer } from '../accounts/viewer.ts';
import { type Database, reachable } from '../db/open.ts';
import { localDay } from '../domain/day.ts';
import { lastPeriod } from '../domain/period.ts';
import { AppError } from '../errors.ts';
import type { AnswerLoader } from '../stats/loader.ts';
import { writableWebsite } from '../websites/access.ts';
import { goalsOf } from '../websites/goals.ts';
import { readDigest } from './digest.ts';
import { ensureOwnRecipient } from './recipients.ts';
import { render } from './render.ts';
import { deliver, MailFault, type MailRoute } from './transport.ts';

/** How mail leaves this instance. */
export interface Mailing {
  readonly route: MailRoute;
  /** Public address of this instance, without a slash at its end. */
  readonly baseUrl: string;
}

/** Whoever waits for an answer waits no longer than this. */
const PATIENCE = 20_000;
const PAUSE = 10_000;

/** When each website had its last one, so that a button that is held down fills nobody's mailbox. */
const lately = new Map<number, number>();

/**
 * Sends the report about last week to whoever asks, whatever the settings of the website, and answers their address. Throws
 * NOT_FOUND, FORBIDDEN, RATE_LIMITED, and UNAVAILABLE in the words of the mail server when it does not take it.
 */
export async function sendTestReport(
  database: Database,
  viewer: Viewer | null,
  id: string,
  { stats, mailing, now }: { stats: AnswerLoader; mailing: Mailing | null; now: number },
): Promise<string> {
  const website = await writableWebsite(database, viewer, { id });
  if (!mailing) throw new AppError('UNAVAILABLE', 'This instance has no mail server; its operator sets SMTP_URL.');
  const { route, baseUrl } = mailing;
  const wait = (lately.get(website.id) ?? 0) + PAUSE - now;
  if (wait > 0 && wait <= PAUSE) {
    const seconds = Math.ceil(wait / 1000);
    throw new AppError('RATE_LIMITED', `A test report was tried just now; try again in ${seconds} seconds.`, {
      retryAfter: seconds,
    });
  }
  lately.set(website.id, now);

  const period = lastPeriod('WEEKLY', localDay(now, website.timezone).day);
  const digest = await readDigest(stats, website, period, (await goalsOf(database, [website.id])).flat());
  const letter = render(digest, baseUrl, await ownToken(database, website.id, now));
  const to = viewer?.account.email ?? '';
  const mail = { ...letter, subject: `Test: ${letter.subject}`, to, id: `test.${randomUUID()}` };
  try {
    const signal = new AbortController().signal;
    const once = async () => () => undefined;
    await deliver({ ...route, patience: PATIENCE }, { ...mail, unsubscribe: null }, once, signal);
  } catch (error) {
    if (!(error instanceof MailFault)) throw error;
    throw new AppError('UNAVAILABLE', `The mail server did not take the report: ${error.message}`);
  }
  return to;
}

/** The secret of the link to unsubscribe, as in the account's real reports. */
async function ownToken(database: Database, websiteId: number, now: number): Promise<string> {
  const recipients = await reachable(database, () => ensureOwnRecipient(database, { websiteId, since: now }));
  return recipients.find(({ email }) => email === '')?.token ?? '';
}
