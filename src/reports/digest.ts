import type { Database } from '../db/open.ts';
import { dateOf } from '../domain/calendar.ts';
import { METRICS, type MetricName, type StoredMetric } from '../domain/metrics.ts';
import { type Period, periodBefore } from '../domain/report.ts';
import type { StatName } from '../domain/statistics.ts';
import type { AnswerLoader } from '../stats/answers.ts';
import type { GoalResult } from '../stats/goals.ts';
import type { StatPage, StatsQuery } from '../stats/query.ts';
import { goalsOf } from '../websites/goals.ts';
import type { Website } from '../websites/website.ts';

/** A number of a period and of the period before. */
export interface Compared {
  readonly now: number;
  readonly before: number;
}

/** By metric; null for a ratio that imports do not know. */
type Figures = {
  readonly [Name in MetricName]: Name extends StoredMetric ? Compared : PartlyKnown;
};

interface PartlyKnown {
  readonly now: number | null;
  readonly before: number | null;
}

/** One value of a list. `before` is null when unknown: the list of the period before was too long to read whole. */
export interface DigestRow {
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
  /** Every metric of the whole period. */
  readonly figures: Figures;
  /** One bar per day in order; for a single day, one per hour. */
  readonly bars: readonly DigestBar[];
  /** One sentence for each cause of the change of visitors, the clearest first; often none. */
  readonly causes: readonly string[];
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

/** Reads the numbers of a period and of the period before. Throws UNAVAILABLE when the database is away. */
export async function readDigest(
  database: Database,
  stats: AnswerLoader,
  website: Website,
  period: Period,
): Promise<Digest> {
  const goals = (await goalsOf(database, [website.id])).flat();
  const before = periodBefore(period);
  const first = { website: website.id, search: null, page: 1 };
  const top = { sortBy: 'COUNT', sort: 'DESC' } as const;
  const ask = (
    name: StatName,
    { from, to }: Period,
    perPage: number,
    order: Pick<StatsQuery, 'sortBy' | 'sort'> = top,
  ) => stats.load({ ...first, name, from, to, perPage, ...order });
  const days = { sortBy: 'VALUE', sort: 'ASC' } as const;
  // Requested in the same tick, each period takes one statement.
  const whole = ({ from, to }: Period) =>
    ({ website: website.id, timezone: website.timezone, filter: null, compare: null, from, to }) as const;
  // Goals read individual visits, which can take too long; a report without goals is better than none.
  const reach = (of: Period) => stats.goals({ ...whole(of), goals }).catch(() => []);
  const [now, then, bars, pages, compared, reached, reachedBefore, causes] = await Promise.all([
    stats.summary(whole(period)),
    stats.summary(whole(before)),
    ask(period.from === period.to ? 'visitors_hours' : 'visitors', period, 31, days),
    Promise.all(LISTS.map(({ name, rows }) => ask(name, period, rows))),
    Promise.all(LISTS.map(({ name }) => ask(name, before, COMPARED))),
    reach(period),
    reach(before),
    causesOf(stats, website, period, before),
  ]);
  const lists = LISTS.map(({ name }, index) => listOf(name, pages[index] as StatPage, compared[index] as StatPage));
  const reachedGoals = goalList(reached, reachedBefore);
  return {
    website,
    period,
    figures: Object.fromEntries(
      METRICS.map(({ name }) => [name, { now: now.figures[name].value, before: then.figures[name].value }]),
    ) as Figures,
    bars: barsOf(bars, period),
    causes,
    lists: lists
      .flatMap(list => (list.name === 'event' ? [reachedGoals, list] : [list]))
      .filter(({ rows }) => rows.length > 0),
  };
}

/** Single visits can be too many to read, or no longer stored. */
async function causesOf(
  stats: AnswerLoader,
  { id: website, timezone, createdAt }: Website,
  { from, to }: Period,
  before: Period,
): Promise<readonly string[]> {
  const query = { website, timezone, filter: null, compare: 'PREVIOUS_PERIOD', metric: 'visitors', from, to } as const;
  // The period was over when its report was due.
  const now = (to + 2) * 86_400_000;
  const against = { from: before.from, to: before.to };
  return stats.explain({ ...query, against, now, registeredAt: createdAt }).then(
    ({ causes }) => causes.map(({ sentence }) => sentence),
    () => [],
  );
}

function listOf(name: ListName, page: StatPage, before: StatPage): DigestList {
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

/** Lists goals in the order of their creation; the share of a goal is that of the single visits that reached it. */
function goalList(reached: readonly GoalResult[], before: readonly GoalResult[]): DigestList {
  const rows = reached.map(({ goal, conversions, visits }, index) => ({
    label: goal.name,
    count: conversions,
    before: before[index]?.conversions ?? 0,
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
