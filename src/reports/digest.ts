import type { Database } from '../db/open.ts';
import { DAY, dateOf } from '../domain/calendar.ts';
import { METRICS } from '../domain/metrics.ts';
import type { DayRange } from '../domain/range.ts';
import { daysBefore, type Period } from '../domain/report.ts';
import type { StatName } from '../domain/statistics.ts';
import type { Log } from '../log.ts';
import type { AnswerLoader } from '../stats/answers.ts';
import type { Cause } from '../stats/explain.ts';
import { firstDaysOf } from '../stats/first-hit.ts';
import type { GoalResult } from '../stats/goals.ts';
import type { StatPage, StatsQuery } from '../stats/query.ts';
import { goalsOf } from '../websites/goals.ts';
import type { Website } from '../websites/website.ts';
import { causesOf } from './causes.ts';
import { explainedIn, type Figures } from './figures.ts';

/**
 * One value of a list. `before` is null if nothing is compared, and when unknown: the list of the period before was too
 * long to read whole.
 */
export interface DigestRow {
  readonly value: string;
  /** The value for display, in English. */
  readonly label: string;
  readonly count: number;
  readonly before: number | null;
  /** Share of the total, 0 to 1. */
  readonly share: number;
}

export type ListName = (typeof LISTS)[number]['name'] | 'goals';

/** The first rows of a statistic, or the goals. */
export interface DigestList {
  readonly name: ListName;
  readonly rows: readonly DigestRow[];
  /** Number of values that are not in `rows`. */
  readonly more: number;
}

/** One bar of the chart: a day, or an hour of the one day. */
export interface DigestBar {
  /** Days since 1970-01-01, or the hour of the day. */
  readonly at: number;
  readonly visitors: number;
}

/** The numbers of a report; they count the hits that were folded when it was made. */
export interface Digest {
  readonly website: Website;
  readonly period: Period;
  /** What it is compared with; null if that begins before there was anything to count. */
  readonly before: DayRange | null;
  /** The first day with anything to count (since 1970-01-01); null before there is any. */
  readonly firstDay: number | null;
  /** Every metric of the whole period. */
  readonly figures: Figures;
  /** One bar per day in order; for a single day, one per hour. */
  readonly bars: readonly DigestBar[];
  /** The causes of the change of `explainedIn(figures)`, the clearest first, often none; null if they are not known. */
  readonly causes: readonly Cause[] | null;
  /** Lists with rows, in the order of the report. */
  readonly lists: readonly DigestList[];
}

const LISTS = [
  { name: 'page', rows: 7 },
  { name: 'referrer', rows: 7 },
  { name: 'country', rows: 5 },
  { name: 'campaign', rows: 5 },
  { name: 'event', rows: 5 },
] as const;
const MOST_GOALS = 10;
/** Rows of the period before that are read for comparison. */
const COMPARED = 1_000;

interface DigestSources {
  readonly database: Database;
  readonly stats: AnswerLoader;
  readonly log: Log;
}

/** Reads the numbers of a period and of the period before. Throws UNAVAILABLE when the database is away. */
export async function readDigest(sources: DigestSources, website: Website, period: Period): Promise<Digest> {
  const { database, stats, log } = sources;
  const [goals, [firstDay = null]] = await Promise.all([
    goalsOf(database, [website.id]).then(found => found.flat()),
    firstDaysOf(database, [website.id]),
  ]);
  const previous = daysBefore(period);
  // As on the page, nothing is compared with days before the first hit.
  const before = previous !== null && firstDay !== null && previous.from >= firstDay ? previous : null;
  const first = { website: website.id, search: null, page: 1 };
  const top = { sortBy: 'COUNT', sort: 'DESC' } as const;
  const ask = (
    name: StatName,
    { from, to }: DayRange,
    perPage: number,
    order: Pick<StatsQuery, 'sortBy' | 'sort'> = top,
  ) => stats.load({ ...first, name, from, to, perPage, ...order });
  const days = { sortBy: 'VALUE', sort: 'ASC' } as const;
  // Requested in the same tick, each period takes one statement.
  const whole = ({ from, to }: DayRange) =>
    ({ website: website.id, timezone: website.timezone, filter: null, compare: null, from, to }) as const;
  // Goals read individual visits, which can take too long; a report without goals is better than none.
  const reach = (of: DayRange) =>
    stats.goals({ ...whole(of), goals }).catch(error => {
      log.warn({ err: error, website: website.id }, 'Goals could not be counted; a report leaves them out.');
      return null;
    });
  const [now, then, bars, pages, compared, reached, reachedBefore] = await Promise.all([
    stats.summary(whole(period)),
    before && stats.summary(whole(before)),
    ask(period.from === period.to ? 'visitors_hours' : 'visitors', period, 31, days),
    Promise.all(LISTS.map(({ name, rows }) => ask(name, period, rows))),
    before && Promise.all(LISTS.map(({ name }) => ask(name, before, COMPARED))),
    reach(period),
    before && reach(before),
  ]);
  const lists = LISTS.map(({ name }, index) => listOf(name, pages[index] as StatPage, compared?.[index] ?? null));
  const reachedGoals = goalList(reached ?? [], reachedBefore);
  const figures = Object.fromEntries(
    METRICS.map(({ name }) => [name, { now: now.figures[name].value, before: then?.figures[name].value ?? null }]),
  ) as Figures;
  return {
    website,
    period,
    before,
    firstDay,
    figures,
    bars: barsOf(bars, period),
    causes: before && (await explain(sources, website, { period, before, figures })),
    lists: lists
      .flatMap(list => (list.name === 'event' ? [reachedGoals, list] : [list]))
      .filter(({ rows }) => rows.length > 0),
  };
}

function explain(
  { stats, log }: DigestSources,
  website: Website,
  { period: { from, to }, before, figures }: { period: Period; before: DayRange; figures: Figures },
): Promise<readonly Cause[] | null> {
  const { id, timezone, createdAt } = website;
  const query = { website: id, timezone, filter: null, compare: 'PREVIOUS_WEEKDAYS', from, to } as const;
  // The period was over when its report was due.
  const now = (to + 2) * DAY;
  const against = { from: before.from, to: before.to };
  const metric = explainedIn(figures);
  return causesOf(stats.explain({ ...query, metric, against, now, registeredAt: createdAt }), website, log);
}

function listOf(name: ListName, page: StatPage, before: StatPage | null): DigestList {
  const counts = new Map(before?.rows.map(({ value, count }) => [value, count]));
  const isWhole = before !== null && before.total <= before.rows.length;
  return {
    name,
    rows: page.rows.map(({ value, label, count, share }) => ({
      value,
      label,
      count,
      share,
      before: counts.get(value) ?? (isWhole ? 0 : null),
    })),
    more: page.total - page.rows.length,
  };
}

/** Lists goals in the order of their creation; the share of a goal is that of the single visits that reached it. */
function goalList(reached: readonly GoalResult[], before: readonly GoalResult[] | null): DigestList {
  const rows = reached.map(({ goal, conversions, visits }, index) => ({
    value: goal.id,
    label: goal.name,
    count: conversions,
    before: before?.[index]?.conversions ?? null,
    share: visits === 0 ? 0 : conversions / visits,
  }));
  return { name: 'goals', rows: rows.slice(0, MOST_GOALS), more: Math.max(0, rows.length - MOST_GOALS) };
}

function barsOf({ rows }: StatPage, { from, to }: Period): DigestBar[] {
  const counts = new Map(rows.map(({ value, count }) => [value, count]));
  const bar = (at: number, value: string) => ({ at, visitors: counts.get(value) ?? 0 });
  if (from === to) return Array.from({ length: 24 }, (_, hour) => bar(hour, String(hour).padStart(2, '0')));
  return Array.from({ length: to - from + 1 }, (_, index) => bar(from + index, dateOf(from + index)));
}
