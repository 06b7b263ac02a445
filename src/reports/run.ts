import type { Log } from '../log.ts';
import { dueReports } from './due.ts';
import { type SendOptions, sendReports } from './send.ts';

/**
 * Sends the due reports and returns a sentence with the counts. Throws when the mail server or the database is away, so
 * that the job is retried; waiting reports are found again then.
 */
export async function sendDueReports(options: SendOptions & { readonly log: Log }): Promise<string> {
  const { database, journal, now, log, signal } = options;
  await journal.sweep(now());
  const due = await dueReports(database, journal, now());
  const results = await sendReports(options, due);
  const count = (outcome: string) => results.filter(result => result.outcome === outcome).length;
  for (const { report, outcome, reason } of results) {
    if (outcome !== 'failed' && outcome !== 'waiting') continue;
    const about = { website: report.website.id, recipient: report.recipient.id, frequency: report.period.frequency };
    log.warn(
      { ...about, reason },
      outcome === 'failed' ? 'A report failed and is not retried.' : 'A report could not be sent yet.',
    );
  }
  const last = results.at(-1);
  if (last?.isServer && !signal.aborted) {
    throw new Error(
      `The mail server accepts no mail, and ${due.length - count('sent')} reports are waiting: ${last.reason}`,
    );
  }
  return `Sent ${count('sent')} reports; ${count('waiting')} waiting, ${count('failed')} failed.`;
}
