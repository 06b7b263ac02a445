import type { HostOfPage, HostsAsked } from '../counting/hosts-of-pages.ts';
import type { Vector } from '../counting/vector.ts';
import { type Database, reachable } from '../db/open.ts';
import type { Filter } from '../domain/filter.ts';
import type { DayRange } from '../domain/range.ts';
import type { FilteredSums } from './filtered.ts';
import type { Texts } from './texts.ts';

const OF_PAGES: readonly string[] = ['page', 'landing_page', 'exit_page'];
/** With `*.example.com`, a page can have any number of hosts. */
const MOST = 20;

/** Returns whether the values of a statistic are pages, which can have several hosts. */
export function isOfPages(name: string): name is HostsAsked['of'] {
  return OF_PAGES.includes(name);
}

/** Returns whether these pageviews by host have more than one; those from before hosts were known have none. */
export function hasSeveralHosts({ ids, columns: [pageviews] }: Vector): boolean {
  let hosts = 0;
  for (let at = 0; at < ids.length; at++) if (ids[at] !== 0 && (pageviews?.[at] ?? 0) > 0) hosts++;
  return hosts > 1;
}

interface Sources {
  readonly database: Database;
  readonly filtered: FilteredSums;
  readonly texts: Texts;
}

interface Pages extends DayRange, HostsAsked {
  readonly website: number;
  readonly filter: Filter | null;
}

/** Returns the hosts of pages by their id, the most frequent first, as far back as visits are stored. */
export function readHostsOfPages(
  { database, filtered, texts }: Sources,
  { website, filter, from, to, of, ids }: Pages,
): Promise<Map<number, string[]>> {
  if (ids.length === 0) return Promise.resolve(new Map());
  const about = { website, filter, range: { from, to } };
  const asked = { of, ids };
  return reachable(database, async () => {
    const found: readonly HostOfPage[] = await filtered.visits(about, [{ name: 'hostsOfPages', asked }], visits =>
      filtered.ask(about, visits, 'hostsOfPages', asked, asked),
    );
    const most = [...Map.groupBy(found, ({ page }) => page)].map(([page, hosts]) => {
      const known = hosts.filter(({ host }) => host !== 0).sort((a, b) => b.times - a.times || a.host - b.host);
      return [page, known.slice(0, MOST).map(({ host }) => host)] as const;
    });
    const names = await texts.of(website, [...new Set(most.flatMap(([, hosts]) => hosts))]);
    return new Map(most.map(([page, hosts]) => [page, hosts.map(host => names.get(host) ?? '')]));
  });
}
