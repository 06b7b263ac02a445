import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReportKey } from '../db/models/report.ts';
import type { Database } from '../db/open.ts';
import type { AnswerLoader } from '../stats/loader.ts';
import { goalsOf } from '../websites/goals.ts';
import { type Digest, readDigest } from './digest.ts';
import type { DueReport } from './due.ts';
import type { Journal } from './journal.ts';
import { type Letter, render } from './render.ts';
import { claimReport, moveReport } from './reports.ts';
import { deliver, type Mail, MailFault, type MailRoute } from './transport.ts';

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

/** Longer than any attempt takes: a process that holds a report for longer has died. */
const HELD = 600_000;
const FIRST_RETRY = 300_000;
const LAST_RETRY = 4 * 3_600_000;
const REFUSALS = 5;
/** The server counts as away after this many mails in a row that it does not even look at. */
const SERVER_FAULTS = 3;

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
      const known = digests.get(key) ?? digestOf(options, report);
      digests.set(key, known);
      return known;
    };
    const result = await sendOne(options, report, digest, again);
    faults = result.isServer ? faults + 1 : 0;
    results.push(result);
  }
  return results;
}

async function digestOf({ database, stats }: SendOptions, { website, period }: DueReport): Promise<Digest> {
  return readDigest(stats(), website, period, (await goalsOf(database, [website.id])).flat());
}

async function sendOne(
  { database, route, journal, baseUrl, now, signal }: SendOptions,
  report: DueReport,
  readNumbers: () => Promise<Digest>,
  again: boolean,
): Promise<SendResult> {
  const { dialect } = database;
  const { website, recipient, period, before } = report;
  const key: ReportKey = {
    websiteId: website.id,
    recipientId: recipient.id,
    frequency: period.frequency,
    day: period.from,
  };
  const claim = randomUUID();
  const isMine = await claimReport(database, key, before, { claim, heldUntil: now() + HELD, now: now() });
  if (!isMine) return { report, outcome: 'taken', reason: 'Another process has this report.', isServer: false };

  try {
    await journal.begin(claim);
    const letter = render(await readNumbers(), baseUrl, recipient.token);
    const mail = mailOf(report, letter, { baseUrl, again: again ? claim : '' });
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
    const isStillMine = await settle(() =>
      moveReport(database, key, claim, {
        from: ['claimed', 'handed'],
        ...(wasSent
          ? { to: 'sent', now: before.changedAt }
          : {
              to: isOver ? 'failed' : 'waiting',
              now: now(),
              nextAt: now() + wait,
              note: reason.toWellFormed(),
            }),
      }),
    );
    await journal.end(claim);
    if (!isStillMine) return { report, outcome: 'taken', reason, isServer: false };
    if (!fault && !signal.aborted && dialect.fault(error) !== 'other') throw error;
    return { report, outcome: isOver ? 'failed' : 'waiting', reason, isServer: fault?.whose === 'server' };
  }
}

function mailOf(
  { address, recipient, period }: DueReport,
  { subject, text, html }: Letter,
  { baseUrl, again }: { baseUrl: string; again: string },
): Mail {
  // A report has the same id at every attempt, so that a mailbox that got it despite an error shows it once.
  const id = createHash('sha256')
    .update(`${recipient.token} ${period.frequency} ${period.from} ${again}`)
    .digest('hex');
  const unsubscribe = `${baseUrl}/unsubscribe/${recipient.token}`;
  return { to: address, subject, text, html, id: `report.${id.slice(0, 32)}`, unsubscribe };
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
