import type { Statistic as RegistryEntry } from '../domain/statistic.ts';
import type { StatName } from './statistics/__generated__/operations.ts';

/** The part of a statistic that the app knows; the build copies it from the registry. */
export interface Statistic extends Pick<RegistryEntry, 'labels' | 'metric' | 'scope' | 'lacking'> {
  /** The name in GraphQL. */
  readonly name: StatName;
  /** True if a click on a row can filter by it. */
  readonly filterable: boolean;
  /** True if it can be shown while a filter is set. */
  readonly countedFiltered: boolean;
}

declare const __STATISTICS__: readonly Statistic[];

/** All statistics, in the order of the registry. */
export const STATISTICS: readonly Statistic[] = __STATISTICS__;

/** The statistics of which a visit has one value. */
export const SINGLE: readonly StatName[] = STATISTICS.filter(
  ({ scope }) => scope === 'visit' || scope === 'visitor',
).map(({ name }) => name);

export function statisticOf(name: StatName): Statistic {
  const found = STATISTICS.find(statistic => statistic.name === name);
  if (!found) throw new Error(`There is no statistic ${name}.`);
  return found;
}

/** The groups of statistics that share a panel, and the first statistics of each. */
const PLACED = [
  ['sources', ['CHANNEL', 'SOURCE', 'REFERRER', 'CAMPAIGN', 'UTM_SOURCE', 'UTM_MEDIUM', 'UTM_TERM', 'UTM_CONTENT']],
  ['pages', ['PAGE', 'LANDING_PAGE', 'EXIT_PAGE', 'HOST']],
  ['places', ['COUNTRY', 'REGION', 'CITY', 'CONTINENT', 'LANGUAGE']],
  ['technology', ['BROWSER', 'BROWSER_VERSION', 'OS', 'OS_VERSION', 'DEVICE', 'RESOLUTION']],
  ['times', ['VISITORS_HOURS', 'PAGEVIEWS_HOURS', 'VISITORS', 'PAGEVIEWS']],
  ['events', ['EVENT']],
] as const satisfies readonly (readonly [key: string, statistics: readonly StatName[]])[];

/** The statistics that are shown inside the tab of another one. */
const WITHIN: Partial<Record<StatName, readonly StatName[]>> = {
  CAMPAIGN: ['UTM_SOURCE', 'UTM_MEDIUM', 'UTM_TERM', 'UTM_CONTENT'],
  BROWSER: ['BROWSER_VERSION'],
  OS: ['OS_VERSION'],
};

const HEADS = new Map(Object.entries(WITHIN).flatMap(([head, names]) => names.map(name => [name as string, head])));

/** Returns the statistic in whose tab this one is shown: mostly itself. */
export function headOf(tab: string): string {
  return HEADS.get(tab) ?? tab;
}

export interface Group {
  readonly key: (typeof PLACED)[number][0];
  readonly statistics: readonly StatName[];
}

/** Any statistic that is not placed joins the group of its scope. */
const BY_SCOPE: Readonly<Record<Statistic['scope'], Group['key'] | null>> = {
  day: 'times',
  hour: 'times',
  pageview: 'pages',
  visit: 'sources',
  visitor: 'technology',
  event: 'events',
  // Few websites have any, so they have a panel of their own.
  crawler: null,
};

/** Properties are shown inside the event, or the pageviews, that have them. */
const IS_PLACED = new Set<StatName>([...PLACED.flatMap(([, names]) => names), 'PROPERTY']);

/** The groups; every statistic of the registry is in exactly one, except for properties. */
export const GROUPS: readonly Group[] = PLACED.map(([key, names]) => {
  const more = STATISTICS.filter(({ name, scope }) => BY_SCOPE[scope] === key && !IS_PLACED.has(name));
  return { key, statistics: [...names, ...more.map(({ name }) => name)] };
});
