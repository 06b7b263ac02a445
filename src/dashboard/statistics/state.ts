import { parseDate } from '../../domain/calendar.ts';
import { JOURNEYS_BY } from '../../domain/journey.ts';
import { columnName, metricsIn, type ShownMetric } from '../../domain/metrics.ts';
import { isAskedKey } from '../../domain/properties.ts';
import { type Compare, INTERVALS, type Interval, RANGE_PRESETS, type RangePreset } from '../../domain/range.ts';
import type { JourneyBy, StatName, StatSortField, StatSortMetric } from './__generated__/operations.ts';
import type { Days } from './days.ts';
import { joinedParts } from './filter-merge.ts';
import { type Part, readPart, writePart } from './filters.ts';

/** A metric that the chart can show: any figure of the summary. */
export type ChartMetric = ShownMetric<'summary'>;
export const CHART_METRICS = metricsIn('summary').map(({ name }) => name);

export type SortField = StatSortField | StatSortMetric;

/** The view of one list. */
export interface ListState {
  readonly search: string;
  readonly page: number;
  /** Null for the statistic's default, the only order that panels use. */
  readonly sortBy: SortField | null;
  /** Whether the order is the other way round: counts from the smallest on, values from Z to A. */
  readonly isReversed: boolean;
}

/** Everything that decides what the page shows; all of it is in the URL. */
export interface State {
  readonly preset: RangePreset | null;
  /** Set only without a preset. */
  readonly days: Days | null;
  /** Whether the URL names the default preset, as it has to where the page would open on another one. */
  readonly isNamed: boolean;
  /** Whether the URL has days, or a preset, that could not be read. */
  readonly areDaysUnread: boolean;
  /** A named earlier period, or as many days from this one on; null for no comparison. */
  readonly compare: Compare | { readonly from: string } | null;
  /** Null for the interval that suits the range. */
  readonly interval: Interval | null;
  readonly metric: ChartMetric;
  /** The unit of the amounts that the chart shows in place of the metric; empty for amounts without a unit. */
  readonly unit: string | null;
  /** The filters, all of which must match. */
  readonly conditions: readonly Part[];
  readonly segment: string | null;
  /** Whether the URL has conditions that could not be read, or a segment that is not there. */
  readonly isUnread: boolean;
  /** Group -> the tab its panel shows, unless it is the first. */
  readonly tabs: Readonly<Record<string, string>>;
  /** Statistic -> the view of its list, if it was ever changed. */
  readonly lists: Readonly<Record<string, ListState>>;
  /** The event, or the pageviews, whose properties the events show; null for all events. */
  readonly opened: Opened | null;
  /** The id of the funnel that is shown; null for the first. */
  readonly funnel: string | null;
  readonly journeys: JourneyState;
  /** What fills the whole page; null for the overview. */
  readonly view: ViewName | null;
}

/** A statistic, or what is happening now. */
export type ViewName = StatName | 'LIVE';

/** The properties that are shown: those of an event, or of pageviews if it is null; with a key, the values of this one. */
export interface Opened {
  readonly event: string | null;
  readonly key: string | null;
}

/** Which journeys are shown. */
export interface JourneyState {
  readonly by: JourneyBy;
  /** What they begin with, or end with if `isBack`; null for whole visits. */
  readonly node: string | null;
  readonly isBack: boolean;
}

export const NO_LIST: ListState = { search: '', page: 1, sortBy: null, isReversed: false };
/** What the rows of a detail can be sorted by. */
const SORTS: readonly SortField[] = ['COUNT', 'VALUE', ...metricsIn('rows').map(({ name }) => sortFieldOf(name))];

/** Returns what sorts rows by a metric. */
export function sortFieldOf(metric: ShownMetric<'rows'>): StatSortMetric {
  return columnName(metric).toUpperCase() as StatSortMetric;
}

/** More filters than people set. */
const MOST_PARTS = 20;
const DEFAULT_PRESET: RangePreset = 'LAST_30_DAYS';
/** The comparison that the URL does not name. */
export const USUAL: Compare = 'PREVIOUS_WEEKDAYS';
/** The comparisons that the URL names. */
const COMPARES: readonly (readonly [Compare, string])[] = [
  ['PREVIOUS_PERIOD', 'exact'],
  ['PREVIOUS_YEAR', 'year'],
];

/** The names that URLs of the page can contain. */
export interface Names {
  readonly statistics: readonly StatName[];
  readonly filterable: readonly StatName[];
  /** The statistics of which each visit has one value. */
  readonly single: readonly StatName[];
  /** Group -> its tabs; the first is shown when the URL names none. */
  readonly tabs: Readonly<Record<string, readonly string[]>>;
}

/** Reads the state from the query of the URL; ignores what it does not understand, but keeps in mind whether that would filter. */
export function readState(query: URLSearchParams, names: Names): State {
  const preset = RANGE_PRESETS.find(name => name.toLowerCase() === query.get('period')) ?? null;
  const [from, to] = [parseDate(query.get('from') ?? ''), parseDate(query.get('to') ?? '')];
  const days = preset === null && from && to && from <= to ? { from, to } : null;
  const tabs: Record<string, string> = {};
  for (const [group, choices] of Object.entries(names.tabs)) {
    const found = choices.find(choice => choice.toLowerCase() === query.get(group));
    if (found !== undefined && found !== choices[0]) tabs[group] = found;
  }
  const lists: Record<string, ListState> = {};
  for (const name of names.statistics) {
    const search = query.get(`${name.toLowerCase()}.search`) ?? '';
    const page = Number(query.get(`${name.toLowerCase()}.page`) ?? 1);
    const [, minus, sort] = /^(-?)(\w+)$/.exec(query.get(`${name.toLowerCase()}.sort`) ?? '') ?? [];
    const sortBy = SORTS.find(one => one.toLowerCase() === sort) ?? null;
    const isReversed = sortBy !== null && minus === '-';
    const list = { search, page: Number.isSafeInteger(page) && page > 0 && page < 1e6 ? page : 1, sortBy, isReversed };
    if (search !== '' || list.page !== 1 || sortBy) lists[name] = list;
  }
  const opened = readOpened(query);
  const filters = query.getAll('filter');
  const conditions = filters.map(text => readPart(text, names.filterable)).filter(part => part !== null);
  const chosen = query.get('segment');
  const segment = chosen !== null && /^[\w-]{1,64}$/.test(chosen) ? chosen : null;
  const view = (['LIVE', ...names.statistics] as const).find(name => name.toLowerCase() === query.get('view')) ?? null;
  return {
    preset: days ? null : (preset ?? DEFAULT_PRESET),
    days,
    isNamed: preset === DEFAULT_PRESET,
    areDaysUnread: !preset && !days && ['from', 'to', 'period'].some(name => query.get(name)),
    compare: readCompare(query.get('compare')),
    interval: INTERVALS.find(interval => interval.toLowerCase() === query.get('interval')) ?? null,
    metric: CHART_METRICS.find(metric => metric.toLowerCase() === query.get('metric')?.toLowerCase()) ?? 'visitors',
    unit: query.get('amount'),
    conditions: joinedParts(conditions.slice(0, MOST_PARTS), names.single),
    segment,
    isUnread: filters.length > Math.min(conditions.length, MOST_PARTS) || Boolean(chosen && !segment),
    tabs,
    lists,
    opened,
    funnel: /^\w{1,64}$/.test(query.get('funnel') ?? '') ? query.get('funnel') : null,
    journeys: readJourneys(query),
    // Only the values of one property can be listed.
    view: view === 'PROPERTY' && !opened?.key ? null : view,
  };
}

/** Returns whether the days are those that the page shows unless others were chosen. */
export function isUnasked({ preset, isNamed }: State): boolean {
  return preset === DEFAULT_PRESET && !isNamed;
}

function readCompare(text: string | null): State['compare'] {
  if (text === 'none') return null;
  const from = parseDate(text ?? '');
  return from ? { from } : (COMPARES.find(([, name]) => name === text)?.[0] ?? USUAL);
}

/** Returns undefined for the usual comparison. */
function writeCompare(compare: State['compare']): string | undefined {
  if (compare === null) return 'none';
  return typeof compare === 'object' ? compare.from : COMPARES.find(([name]) => name === compare)?.[1];
}

function readOpened(query: URLSearchParams): Opened | null {
  const [event, key] = [query.get('event'), query.get('key')];
  if (event === null) return null;
  return { event: event || null, key: key !== null && isAskedKey(key) ? key : null };
}

function readJourneys(query: URLSearchParams): JourneyState {
  const by = JOURNEYS_BY.find(name => name.toLowerCase() === query.get('by')) ?? 'PAGE';
  const [start, end] = [query.get('start'), query.get('end')];
  return { by, node: start ?? end, isBack: start === null && end !== null };
}

/** Writes what a list is sorted by, as URLs have it. */
export const sortText = (sortBy: SortField, isReversed: boolean): string =>
  `${isReversed ? '-' : ''}${sortBy.toLowerCase()}`;

/** Writes the query of the URL; initial values are left out. */
export function writeState(state: State): string {
  const query: [string, string][] = [];
  if (state.days) query.push(['from', state.days.from], ['to', state.days.to]);
  else if (state.preset && !isUnasked(state)) query.push(['period', state.preset.toLowerCase()]);
  const compare = writeCompare(state.compare);
  if (compare) query.push(['compare', compare]);
  if (state.interval) query.push(['interval', state.interval.toLowerCase()]);
  if (state.metric !== 'visitors') query.push(['metric', state.metric.toLowerCase()]);
  if (state.unit !== null) query.push(['amount', state.unit]);
  for (const part of state.conditions) query.push(['filter', writePart(part)]);
  if (state.segment) query.push(['segment', state.segment]);
  for (const [group, tab] of Object.entries(state.tabs)) query.push([group, tab.toLowerCase()]);
  for (const [name, { search, page, sortBy, isReversed }] of Object.entries(state.lists)) {
    if (search !== '') query.push([`${name.toLowerCase()}.search`, search]);
    if (page !== 1) query.push([`${name.toLowerCase()}.page`, String(page)]);
    if (sortBy) query.push([`${name.toLowerCase()}.sort`, sortText(sortBy, isReversed)]);
  }
  if (state.opened) query.push(['event', state.opened.event ?? '']);
  if (state.opened?.key) query.push(['key', state.opened.key]);
  if (state.funnel) query.push(['funnel', state.funnel]);
  const { by, node, isBack } = state.journeys;
  if (by !== 'PAGE') query.push(['by', by.toLowerCase()]);
  if (node !== null) query.push([isBack ? 'end' : 'start', node]);
  if (state.view) query.push(['view', state.view.toLowerCase()]);
  // A query can contain these characters unescaped, and people read URLs.
  return query
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%(3A|2F|2C|7C|28|29)/g, decodeURIComponent)}`)
    .join('&');
}
