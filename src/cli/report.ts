import type { Database } from '../db/open.ts';
import { dateOf } from '../domain/calendar.ts';
import { AppError } from '../errors.ts';
import type { SendResult } from '../reports/send.ts';
import { command, type Program, withDatabase } from './command.ts';
import { websiteOption } from './website.ts';

/** `report send`. */
export function register(program: Program): void {
  const group = program.command('report').description('Send reports by e-mail.');

  command(group, 'send', 'Send the reports for the last complete periods that have not been sent yet.')
    .requiredOption('--now', 'send at once, whatever the hour')
    .option('--website <domain>', 'only the reports of this website: its domain or id')
    .option('--force', 'send reports again that were sent before; with --website, even if its reports are off')
    .answers(async (options: { now: true; website?: string; force?: true }) => {
      const { results, sentBefore } = await sendNow(options.website, options.force === true);
      const unsent = results.filter(({ outcome }) => outcome === 'waiting' || outcome === 'failed');
      if (unsent.length > 0) {
        const reasons = unsent.map(result => `${lineOf(result)}: ${result.reason}`);
        console.error(
          [`${unsent.length === 1 ? 'A report' : `${unsent.length} reports`} could not be sent.`, ...reasons].join(
            '\n',
          ),
        );
        process.exitCode = 1;
      }
      const lines = results
        .filter(result => !unsent.includes(result))
        .map(result => `${result.outcome === 'sent' ? 'Sent' : 'Handled by another process'}: ${lineOf(result)}`);
      if (sentBefore > 0) lines.push(`Already sent: ${sentBefore}; --force sends them again.`);
      const json = {
        sent: results.filter(({ outcome }) => outcome === 'sent').map(resultJson),
        sentBefore,
        unsent: unsent.map(result => ({ ...resultJson(result), reason: result.reason })),
      };
      const nothing = unsent.length > 0 ? 'Nothing was sent.' : 'No website has reports turned on.';
      return { json, text: lines.join('\n') || nothing };
    });
}

async function sendNow(
  website: string | undefined,
  force: boolean,
): Promise<{ results: SendResult[]; sentBefore: number }> {
  const [{ createLog }, { reportsNow }, { Journal }, { sendReports }, { createStatsLoader, openReading }] =
    await Promise.all([
      import('../log.ts'),
      import('../reports/due.ts'),
      import('../reports/journal.ts'),
      import('../reports/send.ts'),
      import('../stats/loader.ts'),
    ]);
  return withDatabase(async (database, { smtpUrl, mailFrom, baseUrl, dataDir, logLevel }) => {
    if (smtpUrl === null) {
      const message = 'Reports are off because there is no mail server; set SMTP_URL, for example smtp://127.0.0.1:25.';
      throw new AppError('UNAVAILABLE', message);
    }
    const now = Date.now();
    const only = website === undefined ? null : await reportedWebsite(database, website, force);
    const { due, sentBefore } = await reportsNow(database, { now, website: only, force });
    const reading = openReading(database);
    const options = {
      database,
      stats: () => createStatsLoader(reading),
      route: { smtpUrl, mailFrom },
      journal: new Journal(dataDir),
      baseUrl,
      now: Date.now,
      signal: new AbortController().signal,
      // Standard output is the result.
      log: createLog(logLevel, process.stderr),
    };
    const results = await sendReports(options, due, force);
    const left = due.slice(results.length);
    const reason = results.at(-1)?.reason ?? '';
    return {
      results: [...results, ...left.map(report => ({ report, outcome: 'waiting' as const, reason, isServer: true }))],
      sentBefore,
    };
  });
}

/** Returns the id of the website that the option names. Throws NOT_FOUND, and BAD_USER_INPUT if its reports are off. */
async function reportedWebsite(database: Database, given: string, force: boolean): Promise<number> {
  const website = await websiteOption(database, given);
  if (website.emailReports || force) return website.id;
  const message = `The reports of ${website.domain} are off; turn on its e-mail setting, or send one to its account with --force.`;
  throw new AppError('BAD_USER_INPUT', message);
}

function lineOf({ report: { website, address, period } }: SendResult): string {
  return `${period.frequency.toLowerCase()} report of ${website.domain} to ${address}`;
}

function resultJson({ report: { website, address, period }, outcome }: SendResult): Record<string, unknown> {
  return {
    website: website.domain,
    recipient: address,
    frequency: period.frequency,
    from: dateOf(period.from),
    to: dateOf(period.to),
    outcome,
  };
}
