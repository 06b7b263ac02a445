import { dateOf } from '../domain/calendar.ts';
import { METRICS, type MetricName } from '../domain/metrics.ts';
import { type Period, periodBefore } from '../domain/report.ts';
import type { StatName } from '../domain/statistics.ts';
import type { AnswerLoader } from '../stats/loader.ts';
import type { StatPage, StatsQuery } from '../stats/query.ts';
import type { Goal } from '../websites/goals.ts';
import type { Website } from '../websites/website.ts';

/** A number of a period and of the period before. */
export interface Compared {
  readonly now: number;
  readonly before: number;
}

/** One value of a list. `before` is null when unknown: the list of the period before was too long to read whole. */
export interface DigestRow {
  readonly label: string;
  readonly count: number;
  readonly before: number | null;
  /** Share of the total, 0 to 1. */
  readonly share: number;
}

/** A goal with the visits that reached it. */
export interface DigestGoal {
  readonly name: string;
  readonly conversions: Compared;
}

/** The first rows of a statistic, or the goals. */
export interface DigestList {
  readonly name: StatName | 'goals';
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
  readonly before: Period;
  /** Every metric of the whole period. */
  readonly figures: Readonly<Record<MetricName, Compared>>;
  /** One bar per day in order; for a single day, one per hour. */
  readonly bars: readonly DigestBar[];
  readonly lists: readonly DigestList[];
  /** In the order of their creation. */
  readonly goals: readonly DigestGoal[];
}

const LISTS: readonly { readonly name: StatName; readonly rows: number }[] = [
  { name: 'page', rows: 7 },
  { name: 'referrer', rows: 7 },
  { name: 'country', rows: 5 },
  { name: 'campaign', rows: 5 },
  { name: 'event', rows: 5 },
];
/** Rows of the period before that are read for comparison. */
const COMPARED = 1_000;

/** Reads the numbers of a period and of the period before. Throws UNAVAILABLE when the database is away. */
export async function readDigest(
  stats: AnswerLoader,
  website: Website,
  period: Period,
  goals: readonly Goal[],
): Promise<Digest> {
  const before = periodBefore(period);
  const ask = (name: StatName, { from, to }: Period, perPage: number, more: Partial<StatsQuery> = {}) =>
    stats.load({
      website: website.id,
      name,
      from,
      to,
      search: null,
      sortBy: 'COUNT',
      sort: 'DESC',
      perPage,
      page: 1,
      ...more,
    });
  const days = { sortBy: 'VALUE', sort: 'ASC' } as const;
  const one = period.from === period.to;
  // Requested in the same tick, each period takes one statement.
  const whole = ({ from, to }: Period) =>
    ({ website: website.id, timezone: website.timezone, filter: null, compare: null, from, to }) as const;
  const reach = (of: Period) =>
    stats
      .goals({ ...whole(of), goals })
      // Goals read individual visits, which can take too long; a report without goals is better than none.
      .catch(() => []);
  const [now, then, bars, lists, compared, reached, reachedBefore] = await Promise.all([
    stats.summary(whole(period)),
    stats.summary(whole(before)),
    one ? ask('visitors_hours', period, 24, days) : ask('visitors', period, 31, days),
    Promise.all(LISTS.map(({ name, rows }) => ask(name, period, rows))),
    Promise.all(LISTS.map(({ name }) => ask(name, before, COMPARED))),
    goals.length === 0 ? [] : reach(period),
    goals.length === 0 ? [] : reach(before),
  ]);
  return {
    website,
    period,
    before,
    figures: Object.fromEntries(
      METRICS.map(({ name }) => [name, { now: now.figures[name].value, before: then.figures[name].value }]),
    ) as Record<MetricName, Compared>,
    bars: one ? hours(bars) : dayBars(bars, period),
    goals: reached.map(({ goal, conversions }, index) => ({
      name: goal.name,
      conversions: { now: conversions, before: reachedBefore[index]?.conversions ?? 0 },
    })),
    lists: LISTS.map(({ name }, index) => listOf(name, lists[index] as StatPage, compared[index] as StatPage)),
  };
}

function listOf(name: StatName, page: StatPage, before: StatPage): DigestList {
  const counts = new Map(before.rows.map(({ value, count }) => [value, count]));
  const isWhole = before.total <= before.rows.length;
  return {
    name,
    rows: page.rows.map(({ value, label, count, share }) => ({
      label,
      count,
      share,
      before: counts.get(value) ?? (isWhole ? 0 : null),
    })),
    more: page.total - page.rows.length,
  };
}

function hours(page: StatPage): DigestBar[] {
  const counts = new Map(page.rows.map(({ value, count }) => [Number(value), count]));
  return Array.from({ length: 24 }, (_, at) => ({ at, visitors: counts.get(at) ?? 0 }));
}

function dayBars(page: StatPage, { from, to }: Period): DigestBar[] {
  const counts = new Map(page.rows.map(({ value, count }) => [value, count]));
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    at: from + index,
    visitors: counts.get(dateOf(from + index)) ?? 0,
  }));
}
