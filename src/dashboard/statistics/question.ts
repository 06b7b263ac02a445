import type { PropertyRef } from '../../domain/filter.ts';
import { type Compare, INTERVALS, type Interval } from '../../domain/range.ts';
import { base, page } from '../base.ts';
import { ask, type Operation, worded } from '../graphql.ts';
import { GROUPS, statisticOf } from '../registry.ts';
import type { BeforeFragment, OverviewQueryVariables, StatFilter, StatName } from './__generated__/operations.ts';
import { countDays, type Days, daysOfPreset, todayIn } from './days.ts';
import { toFilter } from './filters.ts';
import { type State, USUAL } from './state.ts';
import { HEATMAP, listOf, tabOf } from './url-state.ts';

/** What the days are compared with, as the API takes it. */
interface Compared {
  readonly compare: Compare | null;
  readonly compareFrom: string | null;
}

const NOT_COMPARED: Compared = { compare: null, compareFrom: null };

/** The arguments that all queries of the page share. */
export interface Question {
  readonly days: Days;
  readonly filter: StatFilter | null;
  readonly compared: Compared;
  readonly interval: Interval;
}

/** With a filter, amounts take another look at the visits, and over decades that costs more than one operation may. */
const MOST_DAYS_OF_AMOUNTS = 4_000;

/** Returns whether amounts can be asked for. */
export function canHaveAmounts({ days, filter }: Question): boolean {
  return filter === null || countDays(days) <= MOST_DAYS_OF_AMOUNTS;
}

/** Returns true when the server has to resolve the range or the segment first. */
export function needsBefore({ preset, segment }: State): boolean {
  return preset === 'ALL' || segment !== null;
}

/** Returns the question of a state; null until the server has resolved what it needs. */
export function questionOf(state: State, before: BeforeFragment | null): Question | null {
  if (needsBefore(state) && !before) return null;
  const days = state.days ?? (state.preset && daysOfPreset(state.preset, todayIn(page.timezone))) ?? before?.range;
  if (!days) return null;
  const segment = before?.segments.find(({ id }) => id === state.segment)?.filter as StatFilter | undefined;
  return {
    days: { from: days.from, to: days.to },
    filter: toFilter(state.conditions, segment ?? null),
    // All time has nothing before it.
    compared: state.preset === 'ALL' ? NOT_COMPARED : comparedOf(usedCompare(state, days)),
    interval: state.interval && intervalsFor(days, 1).includes(state.interval) ? state.interval : suitable(days),
  };
}

/** Returns what a range is compared with: the usual, if the chosen day does not lie before it but was left from another. */
export function usedCompare({ compare }: Pick<State, 'compare'>, days: Days | null): State['compare'] {
  const isLeft = compare !== null && typeof compare === 'object' && days !== null && compare.from >= days.from;
  return isLeft ? USUAL : compare;
}

function comparedOf(compare: State['compare']): Compared {
  if (compare === null || typeof compare === 'string') return { compare, compareFrom: null };
  return { compare: null, compareFrom: compare.from };
}

/** Returns the intervals that give no thousands of points, and no single one but for as few days as `fewest`. */
export function intervalsFor(days: Days, fewest = 2): readonly Interval[] {
  const count = countDays(days);
  return INTERVALS.filter(interval => {
    if (interval === 'HOUR') return count <= 7;
    if (interval === 'DAY') return count >= fewest && count <= 1_100;
    return interval === 'WEEK' ? count > 13 : count > 59;
  });
}

function suitable(days: Days): Interval {
  const count = countDays(days);
  return count <= 2 ? 'HOUR' : count <= 100 ? 'DAY' : count <= 750 ? 'WEEK' : 'MONTH';
}

/** Returns the statistic that the list of a group shows; the first one for the heat map, which has no list. */
export function listedIn(state: State, group: string): StatName {
  if (group === 'events' && openProperty(state)) return 'PROPERTY';
  const tab = tabOf(state, group);
  const first = GROUPS.find(({ key }) => key === group)?.statistics[0];
  return (tab === HEATMAP ? first : tab) as StatName;
}

/** Returns the property whose values are listed; null unless one is open. */
export function openProperty({ opened }: State): PropertyRef | null {
  return opened?.key ? { key: opened.key, event: opened.event } : null;
}

/** Returns what a list is about, without its page and its search. */
export function subjectOf(state: State, name: StatName): string {
  return name === 'PROPERTY' ? JSON.stringify(openProperty(state)) : name;
}

/** Returns a key that differs between lists of the same question. */
export function listKey(state: State, name: StatName): string {
  const { search, page: number } = listOf(state, name);
  return `${subjectOf(state, name)} ${number} ${search}`;
}

/** Returns how many rows a panel shows, and their order: hours in that of the day, anything else by count. */
export function orderOf(name: StatName) {
  return statisticOf(name).scope === 'hour'
    ? { sortBy: 'VALUE' as const, sort: 'ASC' as const, perPage: 25 }
    : { sortBy: 'COUNT' as const, sort: 'DESC' as const, perPage: 10 };
}

/** Returns the variables of a query for one list, as its panel shows it. */
export function listVariables(state: State, name: StatName, { days, filter }: Question) {
  const { search, page: number } = listOf(state, name);
  const property = name === 'PROPERTY' ? openProperty(state) : null;
  return { name, ...property, ...days, filter, search: search || null, page: number, ...orderOf(name) };
}

/** Returns the variables of the query that reads the whole page in one request. */
export function overviewOf(state: State, question: Question): Omit<OverviewQueryVariables, 'domain' | 'own'> {
  const { days, filter, compared, interval } = question;
  const lists = Object.fromEntries(
    GROUPS.flatMap(({ key }) => {
      const name = listedIn(state, key);
      const { search, page: number } = listOf(state, name);
      return [
        [key, name],
        [`${key}Search`, search || null],
        [`${key}Page`, number],
      ];
    }),
  ) as Pick<OverviewQueryVariables, 'sources' | 'pages' | 'places' | 'technology' | 'times' | 'events'>;
  const { key: eventsKey = null, event: eventsEvent = null } = openProperty(state) ?? {};
  const money = canHaveAmounts(question);
  const { sortBy, sort, perPage } = orderOf(listedIn(state, 'times'));
  const times = { timesSortBy: sortBy, timesSort: sort, timesPerPage: perPage };
  return { ...days, ...compared, filter, interval, ...lists, ...times, eventsKey, eventsEvent, money };
}

/** A website, as the queries of statistics name it: read as its owner, or as anyone else who may see it. */
export interface Named {
  readonly domain: string;
  readonly own: boolean;
}

/** Runs a query about the website of the page. */
export function askHere<Found, Variables extends Named>(
  operation: StatisticsOf<Found, Variables>,
  variables: Omit<Variables, keyof Named>,
  signal?: AbortSignal,
): Promise<Found | null> {
  return askAbout({ domain: page.domain, own: page.isOwner }, operation, variables, signal);
}

/** Runs a query about a website. */
export async function askAbout<Found, Variables extends Named>(
  { domain, own }: Named,
  operation: StatisticsOf<Found, Variables>,
  variables: Omit<Variables, keyof Named>,
  signal?: AbortSignal,
): Promise<Found | null> {
  const all = { domain, own, ...variables } as unknown as Variables;
  const { website, shared } = await ask(operation, all, signal);
  return website ?? shared ?? null;
}

type StatisticsOf<Found, Variables> = Operation<
  { readonly website?: Found | null; readonly shared?: Found | null },
  Variables
>;

/**
 * Returns the URL of a file of what is shown, which needs the same rights as the page; parameters without a value are
 * left out.
 */
export function exportUrl(
  file: string,
  { days, filter }: Question,
  parameters: Readonly<Record<string, string | null | undefined | false>>,
): string {
  const all = { ...days, filter: filter && JSON.stringify(filter), ...parameters };
  const given = Object.entries(all).filter(([, value]) => value) as [string, string][];
  return worded(`${base}/${page.domain}/export/${file}?${new URLSearchParams(given)}`);
}
