import type { Command } from 'commander';
import type { Database } from '../db/open.ts';
import { dateOf } from '../domain/range.ts';
import { AppError } from '../errors.ts';
import type { SendResult } from '../reports/send.ts';
import { command, withDatabase } from './command.ts';

/** `report send`. */
export function register(program: Command): void {
  const group = program.command('report').description('Reports by mail.');

  command(
    group,
    'send',
    'Sends the reports about the last complete periods that have not been sent yet.',
    declared =>
      declared
        .requiredOption('--now', 'at once, whatever the hour')
        .option('--website <domain>', 'only the reports of this website: its domain or id')
        .option('--force', 'again what was sent already; with --website also while its reports are off'),
    async (options: { now: true; website?: string; force?: true }) => {
      const { results, sentBefore } = await sendNow(options.website, options.force === true);
      const unsent = results.filter(({ outcome }) => outcome === 'waiting' || outcome === 'failed');
      const answer = { sent: results.filter(({ outcome }) => outcome === 'sent').map(resultJson), sentBefore };
      if (unsent.length > 0) {
        const reasons = unsent.map(result => `${lineOf(result)}: ${result.reason}`);
        throw new AppError('UNAVAILABLE', [`${unsent.length} reports could not be sent.`, ...reasons].join('\n'));
      }
      const lines = results.map(
        result => `${result.outcome === 'sent' ? 'Sent' : 'Left to another process'}: ${lineOf(result)}`,
      );
      if (sentBefore > 0) lines.push(`Sent before: ${sentBefore}; --force sends them again.`);
      return { json: answer, text: lines.length > 0 ? lines.join('\n') : 'No website has its reports on.' };
    },
  );
}

async function sendNow(
  website: string | undefined,
  force: boolean,
): Promise<{ results: SendResult[]; sentBefore: number }> {
  const [{ reportsNow }, { openJournal }, { sendReports }, { createStatsLoader, openReading }] = await Promise.all([
    import('../reports/due.ts'),
    import('../reports/journal.ts'),
    import('../reports/send.ts'),
    import('../stats/loader.ts'),
  ]);
  return withDatabase(async (database, { smtpUrl, mailFrom, baseUrl, dataDir }) => {
    if (smtpUrl === null) {
      const message = 'Reports are off, for there is no mail server; set SMTP_URL, for example smtp://127.0.0.1:25.';
      throw new AppError('UNAVAILABLE', message);
    }
    const now = Date.now();
    const only = website === undefined ? null : await websiteOption(database, website, force);
    const { due, sentBefore } = await reportsNow(database, { now, website: only, force });
    const reading = openReading(database);
    const options = {
      database,
      stats: () => createStatsLoader(reading),
      route: { smtpUrl, mailFrom },
      journal: openJournal(dataDir),
      baseUrl,
      now: Date.now,
      signal: new AbortController().signal,
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

async function websiteOption(database: Database, name: string, force: boolean): Promise<number> {
  const { findWebsite } = await import('../websites/access.ts');
  const website = (await findWebsite(database, { domain: name })) ?? (await findWebsite(database, { id: name }));
  if (!website) throw new AppError('NOT_FOUND', `There is no website ${name}; \`website list\` shows those there are.`);
  if (!website.emailReports && !force) {
    const message = `The reports of ${website.domain} are off; turn its e-mail setting on, or send one to its account with --force.`;
    throw new AppError('BAD_USER_INPUT', message);
  }
  return website.id;
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
