import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Database } from '../../src/db/open.ts';
import { dueReports } from '../../src/reports/due.ts';
import { Journal } from '../../src/reports/journal.ts';
import type { Place } from './databases.ts';
import { databaseWithReports } from './reports.ts';
import { openSmtp, type TestSmtp } from './smtp.ts';

/** The result of sending reports by processes that are killed repeatedly. */
export interface KilledReports {
  readonly reports: number;
  readonly kills: number;
  /** Mails that the server accepted; `twice` counts those it accepted a second time. */
  readonly mails: number;
  readonly twice: number;
  readonly lost: number;
  /** Reports stored as in doubt: it is unknown whether they arrived. */
  readonly inDoubt: number;
  readonly sent: number;
}

const WEBSITES = 2;
/** Milliseconds longer than a dead process holds a report. */
const ROUND = 11 * 60_000;
const SENDING = new URL('../reports/sending-process.ts', import.meta.url);

/** How the sending processes run, and when they are killed. */
interface Killing {
  readonly env?: NodeJS.ProcessEnv;
  readonly execArgv?: readonly string[];
  /** Kill when a mail was accepted but its sender does not know yet, rather than anywhere in a conversation. */
  readonly onceAccepted?: boolean;
}

/** Lets two processes send to a real server, kills both mid-conversation `kills` times, and lets a third finish. */
export async function killReports(
  place: Place,
  kills: number,
  { env = {}, execArgv = [], onceAccepted = false }: Killing = {},
): Promise<KilledReports> {
  // Enough reports that a kill always finds one in progress.
  const recipients = 10 + kills;
  const database = await databaseWithReports(place, WEBSITES);
  const smtp = await openSmtp();
  const journal = new Journal(place.dataDir);
  smtp.slowness = 5;
  let now = Date.parse('2026-03-16T08:00:00Z');
  const start = () =>
    fork(SENDING, [place.url, place.dataDir, smtp.url, String(now)], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      execArgv: [...execArgv],
    });
  const isLeft = async () => (await dueReports(database, journal, now)).length > 0;
  try {
    await addRecipients(database, recipients);
    let killed = 0;
    // Once all are sent, no kill can hit a report.
    for (; killed < kills && (await isLeft()); killed += 2, now += ROUND)
      await killBoth(smtp, [start(), start()], onceAccepted);
    for (; await isLeft(); now += ROUND) await once(start(), 'exit');

    const different = new Set(smtp.received.map(({ to, mail }) => `${to[0]} ${mail.subject?.split(':')[0]}`)).size;
    const states = await database.dialect.all<{ state: string; reports: number }>(
      'SELECT state, COUNT(*) AS reports FROM report GROUP BY state',
    );
    const count = (state: string) => states.find(row => row.state === state)?.reports ?? 0;
    const reports = WEBSITES * (recipients + 1);
    return {
      reports,
      kills: killed,
      mails: smtp.received.length,
      twice: smtp.received.length - different,
      lost: reports - different,
      inDoubt: count('handed'),
      sent: count('sent'),
    };
  } finally {
    await Promise.all([database.close(), smtp.close()]);
  }
}

async function addRecipients({ reportRecipients }: Database, recipients: number): Promise<void> {
  for (let websiteId = 1; websiteId <= WEBSITES; websiteId++) {
    for (let index = 0; index < recipients; index++) {
      const email = `reader-${index}@example.com`;
      const token = `${websiteId}x${index}x`.padEnd(43, '0');
      await reportRecipients.create({ websiteId, email, frequencies: ['WEEKLY'], token, since: 0 });
    }
  }
}

/** Kills at the n-th command of a conversation with the server or a few milliseconds later, or once a mail is accepted. */
async function killBoth(smtp: TestSmtp, children: readonly ChildProcess[], onceAccepted: boolean): Promise<void> {
  let words = 1 + Math.floor(Math.random() * 8);
  const kill = () => {
    for (const child of children) child.kill('SIGKILL');
  };
  if (onceAccepted) smtp.accepted = kill;
  smtp.trouble = () => {
    if (!onceAccepted && --words === 0) setTimeout(kill, Math.random() * 9);
    return null;
  };
  await Promise.all(children.map(child => once(child, 'exit')));
  smtp.trouble = () => null;
  smtp.accepted = () => undefined;
}
