import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalTimeZone } from '../domain/time-zone.ts';
import { badInput } from '../errors.ts';
import { type Followed, LogFollower } from '../imports/follow/follower.ts';
import { withImportContext } from '../imports/open-context.ts';
import { KnownWebsites } from '../websites/known.ts';
import { type Answer, stoppable, withServiceSettings } from './command.ts';
import type { HistoryOptions } from './import-history.ts';
import { leftOutLines } from './left-out.ts';
import { websiteOption } from './website.ts';

const LOOK_EVERY = 1_000;
/** Waits this long after the database was unavailable. */
const RETRY_AFTER = 5_000;

/** Counts the lines of a log as they are written, until a signal stops it. */
export async function followLog(options: HistoryOptions, paths: readonly string[]): Promise<Answer> {
  const { website: named, timezone } = options;
  const [path, another] = paths;
  if (path === undefined || another !== undefined) throw badInput({ file: ['Name one log to follow.'] });
  if (named === undefined) throw badInput({ website: ['Name the website with --website.'] });
  const { source, until, mapping, dryRun } = options;
  const others = {
    '--source': source === 'access_log' ? undefined : source,
    '--until': until,
    '--mapping': mapping,
    '--dry-run': dryRun,
  };
  for (const [name, value] of Object.entries(others))
    if (value !== undefined)
      throw badInput({
        follow: [`A log that is followed takes only --website and --timezone; leave out ${name}, or --follow.`],
      });
  const zone = timezone === undefined ? null : canonicalTimeZone(timezone);
  if (timezone !== undefined && zone === null)
    throw badInput({ timezone: [`"${timezone}" is not a time zone; use one such as Europe/Paris.`] });
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw badInput({ file: [`${path} cannot be read (${cause.code}); name a readable log.`] });
  });
  if (!found.isFile()) throw badInput({ file: [`${path} is not a file; name the log that is written to.`] });
  return withServiceSettings(async (database, config) => {
    const { id } = await websiteOption(database, named);
    const stopping = new AbortController();
    const { signal } = stopping;
    const wait = (time: number) => sleep(time, undefined, { signal }).catch(() => undefined);
    return stoppable(
      () => stopping.abort(),
      () =>
        withImportContext(config, { signal }, async context => {
          const websites = new KnownWebsites(context.database, { every: 3_000, report: () => undefined });
          await websites.refresh();
          const follower = new LogFollower(context, websites, {
            ...{ website: id, path: resolve(path), timezone: zone },
            tell: text => console.error(text),
          });
          console.error(`Following ${path}.`);
          try {
            while (!signal.aborted)
              try {
                if (!(await follower.step())) await wait(LOOK_EVERY);
              } catch (error) {
                if (!['away', 'bare', 'damaged', 'retry'].includes(database.dialect.fault(error))) throw error;
                console.error(`The database is not available (${(error as Error).message}); trying again.`);
                await wait(RETRY_AFTER);
              }
          } finally {
            await follower.close();
            await websites.stop();
          }
          return answerOf(follower.followed);
        }),
    );
  });
}

function answerOf({ counted, crawled, leftOutFor }: Followed): Answer {
  const lines = [`${counted} pageviews and ${crawled} requests of crawlers counted.`, ...leftOutLines(leftOutFor)];
  return { json: { counted, crawled, left_out_for: leftOutFor }, text: lines.join('\n') };
}
