import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import { counted } from '../domain/counted.ts';
import type { Log } from '../log.ts';
import type { AnswerLoader } from '../stats/answers.ts';
import { type Digest, readDigest } from './digest.ts';
import { type DueReport, dueReports } from './due.ts';
import type { Journal } from './journal.ts';
import { type MailContent, reportMail } from './report-mail.ts';
import { claimReport, moveReport } from './reports.ts';
import { deliver, type Mail, MailFault, type MailRoute } from './smtp.ts';

export interface SendOptions {
  readonly database: Database;
  /** A new loader for every report, as for every request. */
  readonly stats: () => AnswerLoader;
  readonly route: MailRoute;
  readonly journal: Journal;
  /** Public URL of this instance, without a trailing slash. */
  readonly baseUrl: string;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** The result of an attempt. `taken`: another process has the report; `waiting`: it will be retried. */
export interface SendResult {
  readonly report: DueReport;
  readonly outcome: 'sent' | 'taken' | 'waiting' | 'failed';
  /** The mail server's message or another reason for not sending; empty once sent. */
  readonly reason: string;
  /** True when the server accepts no mail at all. */
  readonly isServer: boolean;
}

/** Longer than any attempt takes: a process that holds a report or an alert for longer has died. */
export const HELD = 600_000;
const FIRST_RETRY = 300_000;
const LAST_RETRY = 4 * 3_600_000;
const REFUSALS = 5;
/** The server counts as away after this many mails in a row that it does not even look at. */
const SERVER_FAULTS = 3;

/**
 * Sends the due reports and returns a sentence with the counts. Throws when the mail server or the database is away, so
 * that the job is retried; waiting reports are found again then.
 */
export async function sendDueReports(options: SendOptions): Promise<string> {
  const { database, journal, now, log, signal } = options;
  await journal.sweep(now());
  const due = await dueReports(database, journal, now());
  const results = await sendReports(options, due);
  const count = (outcome: string) => results.filter(result => result.outcome === outcome).length;
  for (const { report, outcome, reason } of results) {
    if (outcome !== 'failed' && outcome !== 'waiting') continue;
    const about = { website: report.website.id, recipient: report.recipient.id, frequency: report.period.frequency };
    const text = outcome === 'failed' ? 'A report failed and is not retried.' : 'A report could not be sent yet.';
    log.warn({ ...about, reason }, text);
  }
  const last = results.at(-1);
  if (last?.isServer && !signal.aborted) {
    throw new Error(
      `The mail server accepts no e-mail, and ${due.length - count('sent')} reports are waiting: ${last.reason}`,
    );
  }
  return `Sent ${counted(count('sent'), 'report')}; ${count('waiting')} waiting, ${count('failed')} failed.`;
}

/**
 * Sends the reports one after another, each exactly once: it is claimed before anything else and marked as handed over
 * before its last byte, in the database for all processes and in the journal for the moment itself. Stops early, with
 * the rest untouched, when the mail server is away.
 */
export async function sendReports(
  options: SendOptions,
  due: readonly DueReport[],
  again = false,
): Promise<SendResult[]> {
  const results: SendResult[] = [];
  const digests = new Map<string, Promise<Digest>>();
  let faults = 0;
  for (const report of due) {
    if (options.signal.aborted || faults >= SERVER_FAULTS) break;
    const { website, period } = report;
    const key = `${website.id} ${period.frequency} ${period.from}`;
    const digest = () => {
      const known = digests.get(key) ?? readDigest({ ...options, stats: options.stats() }, website, period);
      digests.set(key, known);
      return known;
    };
    const result = await sendOne(options, report, digest, again);
    faults = result.isServer ? faults + 1 : 0;
    results.push(result);
  }
  return results;
}

async function sendOne(
  { database, route, journal, baseUrl, now, signal }: SendOptions,
  report: DueReport,
  readNumbers: () => Promise<Digest>,
  again: boolean,
): Promise<SendResult> {
  const { dialect } = database;
  const { website, recipient, period, before } = report;
  const { frequency, from: day } = period;
  const key = { websiteId: website.id, recipientId: recipient.id, frequency, day };
  const claim = randomUUID();
  const isMine = await claimReport(database, key, before, { claim, heldUntil: now() + HELD, now: now() });
  if (!isMine) return { report, outcome: 'taken', reason: 'Another process has this report.', isServer: false };

  try {
    await journal.begin(claim);
    const content = reportMail(await readNumbers(), baseUrl, recipient.token);
    const mail = mailOf(report, content, { baseUrl, again: again ? claim : '' });
    await deliver(route, mail, handOver, signal);
  } catch (error) {
    return postpone(error);
  }
  // The mail is out. If the database is away now, the report stays marked as handed over and is never sent again.
  await settle(() => moveReport(database, key, claim, { from: ['handed'], to: 'sent', now: now() }));
  await journal.end(claim);
  return { report, outcome: 'sent', reason: '', isServer: false };

  async function handOver(): Promise<() => void> {
    const moved = await moveReport(database, key, claim, { from: ['claimed'], to: 'handed', now: now() });
    if (!moved) throw new Error('Another process took over the report because this one was too slow.');
    return journal.handOver(claim);
  }

  async function postpone(error: unknown): Promise<SendResult> {
    const attempts = (before?.attempts ?? 0) + 1;
    const fault = error instanceof MailFault ? error : null;
    // The operator who forced a second sending sees the failure; it must not be retried automatically.
    const wasSent = before?.state === 'sent';
    const isOver = wasSent || (fault?.isFinal === true && attempts >= REFUSALS);
    const reason = error instanceof Error ? error.message : String(error);
    const wait = signal.aborted ? 0 : Math.min(LAST_RETRY, FIRST_RETRY * 2 ** Math.min(attempts - 1, 10));
    const retried = { to: isOver ? 'failed' : 'waiting', now: now(), nextAt: now() + wait } as const;
    const end = wasSent
      ? ({ to: 'sent', now: before.changedAt } as const)
      : { ...retried, note: reason.toWellFormed() };
    const isStillMine = await settle(() => moveReport(database, key, claim, { from: ['claimed', 'handed'], ...end }));
    await journal.end(claim);
    if (!isStillMine) return { report, outcome: 'taken', reason, isServer: false };
    if (!fault && !signal.aborted && dialect.fault(error) !== 'other') throw error;
    return { report, outcome: isOver ? 'failed' : 'waiting', reason, isServer: fault?.whose === 'server' };
  }
}

function mailOf(
  { address, recipient, period }: DueReport,
  content: MailContent,
  { baseUrl, again }: { baseUrl: string; again: string },
): Mail {
  // A report has the same id at every attempt, so that a mailbox that got it despite an error shows it once.
  const id = createHash('sha256')
    .update(`${recipient.token} ${period.frequency} ${period.from} ${again}`)
    .digest('hex');
  const unsubscribe = `${baseUrl}/unsubscribe/${recipient.token}`;
  return { to: address, ...content, id: `report.${id.slice(0, 32)}`, unsubscribe };
}

/** Stores the result of an attempt, which must not be lost, so a failing database is retried for a while. */
async function settle(work: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 5) throw error;
      await sleep(100 * 2 ** attempt);
    }
  }
}
