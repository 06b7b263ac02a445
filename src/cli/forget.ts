import { counted } from '../domain/counted.ts';
import { AppError } from '../errors.ts';
import { command, type Program, startProgress, stoppable, withServiceSettings } from './command.ts';
import { websiteOption } from './website.ts';

/** What happens to a choice that is registered but not forgotten when the command ends. */
const REST = 'It stays registered: the service forgets the rest, or its next start does.';

interface Options {
  readonly website: string;
  readonly from: string;
  readonly to: string;
  readonly fromTime?: string;
  readonly toTime?: string;
  readonly visitorAt?: string;
  readonly page?: string;
  readonly filter?: string;
  readonly dryRun?: true;
}

/** `forget`. */
export function register(program: Program): void {
  command(
    program,
    'forget',
    'Remove chosen visits of a website, with their hits, from everything that is stored, as if they had never happened. With only --from and --to, all visits of these days are removed.',
  )
    .requiredOption('--website <domain>', 'the website: its domain or id')
    .requiredOption('--from <date>', 'the first day, such as 2026-01-01')
    .requiredOption('--to <date>', 'the last day, such as 2026-01-31')
    .option('--from-time <time>', 'only visits that began at this time of the first day or later, such as 09:30')
    .option('--to-time <time>', 'only visits that began before this time of the last day')
    .option('--visitor-at <time>', 'only the visitor who sent a hit at exactly this time, as exports of hits write it')
    .option('--page <pattern>', 'only visits of such a page; * is any text, as in /blog/*')
    .option('--filter <json>', 'only visits that match this filter, written as for REST')
    .option('--dry-run', 'only say how much it is')
    .answers(async ({ website: named, dryRun, ...given }: Options) => {
      const [{ forgetOptions, readOptions }, { choiceOf }, { forgetsOf, preview, registerForget }, { runForget }] =
        await Promise.all([
          import('./options.ts'),
          import('../domain/inputs/forget.ts'),
          import('../forget/forgets.ts'),
          import('../forget/running.ts'),
        ]);
      const choice = choiceOf(readOptions(forgetOptions, given));
      const stop = new AbortController();
      const progress = startProgress();
      let isRegistered = false;
      return withServiceSettings(async database => {
        const website = await websiteOption(database, named);
        if (dryRun) {
          const counts = await preview(database, website, choice);
          return {
            json: counts,
            text: isNothing(counts)
              ? 'No visits match; nothing would be removed.'
              : `Would remove ${amountOf(counts)}, on ${counted(counts.days, 'day')}.`,
          };
        }
        const { id } = await registerForget(database, null, website, choice, Date.now());
        const tell = (done: number) => progress.tell(`${Math.floor(done * 100)} %`);
        isRegistered = true;
        await stoppable(
          () => stop.abort(new Error(`It was stopped. ${REST}`)),
          () => runForget({ database, now: Date.now, signal: stop.signal, progress: tell }, website, id),
        );
        const [forgets = []] = await forgetsOf(database, [website.id]);
        const done = forgets.find(one => one.id === id);
        const { visits = 0, visitors = 0, pageviews = 0, events = 0 } = done ?? {};
        const removed = { visits, visitors, pageviews, events };
        return {
          json: { id, ...removed },
          text: isNothing(removed) ? 'No visits matched; nothing was removed.' : `Removed ${amountOf(removed)}.`,
        };
      })
        .catch(error => {
          if (!isRegistered || !(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error;
          throw new AppError('UNAVAILABLE', `${error.message} ${REST}`, { cause: error.cause });
        })
        .finally(progress.clear);
    });
}

type Amount = Readonly<Record<'visits' | 'visitors' | 'pageviews' | 'events', number>>;

function isNothing({ visits, pageviews, events }: Amount): boolean {
  return visits + pageviews + events === 0;
}

function amountOf({ visits, visitors, pageviews, events }: Amount): string {
  return `${counted(visits, 'visit')} of ${counted(visitors, 'visitor')} with ${counted(pageviews, 'pageview')} and ${counted(events, 'event')}`;
}
