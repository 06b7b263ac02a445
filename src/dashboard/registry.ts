import type { StoredMetric } from '../domain/metrics.ts';
import type { StatName } from './statistics/__generated__/operations.ts';

/** The part of a statistic that the app knows; the build copies it from the registry. */
export interface Statistic {
  /** The name in GraphQL. */
  readonly name: StatName;
  readonly label: string;
  readonly description: string;
  readonly metric: StoredMetric;
  readonly scope: 'day' | 'hour' | 'pageview' | 'visit' | 'visitor' | 'event';
  /** True if a click on a row can filter by it. */
  readonly filterable: boolean;
  /** True if it can be shown while a filter is set. */
  readonly countedFiltered: boolean;
}

declare const __STATISTICS__: readonly Statistic[];

/** All statistics, in the order of the registry. */
export const STATISTICS: readonly Statistic[] = __STATISTICS__;

export function statisticOf(name: StatName): Statistic {
  const found = STATISTICS.find(statistic => statistic.name === name);
  if (!found) throw new Error(`There is no statistic ${name}.`);
  return found;
}

/** A group of statistics that share a panel. */
export interface Group {
  readonly key: 'sources' | 'pages' | 'places' | 'technology' | 'times' | 'events';
  readonly label: string;
  readonly statistics: readonly StatName[];
}

/** The first statistics of each group; any other statistic of the registry joins the group of its scope. */
const PLACED: Readonly<Record<Group['key'], readonly string[]>> = {
  sources: ['REFERRER', 'CAMPAIGN'],
  pages: ['PAGE', 'LANDING_PAGE'],
  places: ['COUNTRY', 'CITY', 'CONTINENT', 'LANGUAGE'],
  technology: ['BROWSER', 'OS', 'DEVICE', 'RESOLUTION'],
  times: ['VISITORS_HOURS', 'PAGEVIEWS_HOURS', 'VISITORS', 'PAGEVIEWS'],
  events: ['EVENT'],
};
const LABELS: Readonly<Record<Group['key'], string>> = {
  sources: 'Sources',
  pages: 'Pages',
  places: 'Places',
  technology: 'Technology',
  times: 'Times',
  events: 'Events',
};
const BY_SCOPE: Readonly<Record<Statistic['scope'], Group['key']>> = {
  day: 'times',
  hour: 'times',
  pageview: 'pages',
  visit: 'sources',
  visitor: 'technology',
  event: 'events',
};

/** The groups; every statistic of the registry is in exactly one. */
export const GROUPS: readonly Group[] = (Object.keys(PLACED) as Group['key'][]).map(key => {
  const placed = Object.values(PLACED).flat();
  const more = STATISTICS.filter(({ name, scope }) => BY_SCOPE[scope] === key && !placed.includes(name));
  return {
    key,
    label: LABELS[key],
    statistics: [
      ...PLACED[key].filter(name => STATISTICS.some(statistic => statistic.name === name)),
      ...more.map(({ name }) => name),
    ] as StatName[],
  };
});
