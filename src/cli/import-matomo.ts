import { readFile, stat } from 'node:fs/promises';
import { DAY, dateOf, dayOf } from '../domain/calendar.ts';
import { badInput } from '../errors.ts';
import type { MatomoSite } from '../imports/sources/matomo/api.ts';
import { fetchedFolder, fetchVisits, removeFetched } from '../imports/sources/matomo/fetched.ts';
import { type Answer, startProgress, stoppable, withServiceSettings } from './command.ts';
import { type HistoryOptions, importHistory } from './import-history.ts';
import { websiteOption } from './website.ts';

/** The options of `import matomo`, as they are given. */
export interface MatomoOptions extends Pick<HistoryOptions, 'until' | 'dryRun' | 'json'> {
  readonly website: string;
  readonly url: string;
  readonly site: string;
  readonly tokenFile: string;
  readonly from: string;
  readonly to?: string;
}

/** Fetches the visits of a website from a Matomo, and then imports them. A stopped call goes on where it was. */
export async function importFromMatomo(options: MatomoOptions): Promise<Answer> {
  const { website, until, dryRun, json } = options;
  const site = await siteOf(options);
  const days = { from: dayGiven('from', options.from), to: dayGiven('to', options.to ?? yesterday()) };
  if (days.to < days.from) throw badInput({ to: [`${dateOf(days.to)} is before ${dateOf(days.from)}.`] });
  const stopping = new AbortController();
  const progress = startProgress();
  const tell = (day: number, visits: number) => {
    const done = Math.floor(((day - days.from) / (days.to - days.from + 1)) * 100);
    progress.tell(`fetching ${dateOf(day)}, ${visits} visits, ${done} %`);
  };
  const { path, folder } = await withServiceSettings(async (database, config) => {
    await websiteOption(database, website);
    const folder = fetchedFolder(config.dataDir, site, days);
    const stop = () => stopping.abort(new Error('Stopped; the same command goes on where it was.'));
    const fetching = () => fetchVisits(folder, { ...site, signal: stopping.signal }, days, tell);
    return { path: await stoppable(stop, fetching), folder };
  }).finally(progress.clear);
  if ((await stat(path)).size === 0) {
    await removeFetched(folder);
    throw badInput({ from: [`${site.url.host} has no visits of website ${site.site} in these days.`] });
  }
  const given = {
    website,
    source: 'matomo',
    ...(until && { until }),
    ...(dryRun && { dryRun }),
    ...(json && { json }),
  };
  const answer = await importHistory(given, [path]);
  // After a dry run, the import itself needs no second fetch.
  if (!dryRun && (answer.json as { state?: unknown }).state === 'done') await removeFetched(folder);
  return answer;
}

async function siteOf({ url: address, site, tokenFile }: MatomoOptions): Promise<MatomoSite> {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '')
    throw badInput({ url: ['The url is not the http or https address of a Matomo, such as https://matomo.example/.'] });
  if (!/^[1-9]\d{0,8}$/.test(site)) throw badInput({ site: [`"${site}" is not the number of a website in Matomo.`] });
  const text = await readFile(tokenFile, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw badInput({ tokenFile: [`The file of the token cannot be read (${cause.code}).`] });
  });
  const token = text.trim();
  if (!/^\w{1,200}$/.test(token))
    throw badInput({ tokenFile: ['The file of the token has something else in it than one token.'] });
  return { url, site: Number(site), token };
}

function dayGiven(name: 'from' | 'to', text: string): number {
  const day = dayOf(text);
  if (day === null)
    throw badInput({ [name]: [`"${text}" is not a date; enter one as YYYY-MM-DD, such as 2026-01-31.`] });
  return day;
}

/** Today's visits are not over. */
function yesterday(): string {
  return new Date(Date.now() - DAY).toISOString().slice(0, 10);
}
