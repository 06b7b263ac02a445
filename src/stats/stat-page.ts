import type { RollupQuery } from '../counting/tally.ts';
import type { Vector } from '../counting/vector.ts';
import { type Database, reachable } from '../db/open.ts';
import { dateOf } from '../domain/calendar.ts';
import { isCountedFiltered } from '../domain/filter.ts';
import { labelOf } from '../domain/label.ts';
import { STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';
import type { DayRange, Earlier } from '../domain/range.ts';
import type { Statistic } from '../domain/statistic.ts';
import { findStatistic, OTHER } from '../domain/statistics.ts';
import { badInput } from '../errors.ts';
import { type AmountLoader, readAmounts } from './amounts.ts';
import type { FilteredSums } from './filtered.ts';
import { createOrder, type Order } from './order.ts';
import type { Source, StatPage, StatRow, StatsQuery, Sums, UnitSum } from './query.ts';
import { type Candidate, type Chosen, matching } from './rows.ts';
import type { SumReader } from './sum-reader.ts';
import { containsText, type Texts } from './texts.ts';

/** The sources that a page is read from. */
export interface PageSources {
  readonly database: Database;
  readonly reader: SumReader;
  readonly filtered: FilteredSums;
  readonly texts: Texts;
  readonly amounts: AmountLoader;
}

/** A page without information on its source. */
export type Page = Omit<StatPage, keyof Source>;

/** The matching values of a statistic, from which pages are selected. */
export interface Listing {
  readonly total: number;
  readonly sum: number;
  readonly totals: StatPage['totals'];
  readonly other: Chosen | null;
  readonly order: Order;
  readonly rowOf: (chosen: Chosen) => Omit<StatRow, 'amounts'>;
}

/** The counts; the same objects as long as nothing has changed. */
export interface Counted {
  readonly vector: Vector;
  /** The counts of the compared range. */
  readonly before: Vector | null;
}

/**
 * Reads the sums of a statistic. Rejects with BAD_USER_INPUT when there is a filter and the statistic cannot be
 * filtered.
 */
export async function readCounted({ reader }: PageSources, query: StatsQuery): Promise<Counted> {
  const statistic = statisticOf(query);
  const filter = query.filter ?? null;
  if (filter && !isCountedFiltered(statistic)) {
    const name = query.name.toUpperCase();
    throw badInput({ filter: [`The statistic ${name} cannot be filtered; leave the filter out.`] });
  }
  const earlier = reader.earlier(query, query.compare ?? null, filter);
  const [vector, before] = await Promise.all([
    reader.read(query.website, filter, rollupQuery(query, statistic, query.sums === true)),
    earlier && reader.read(query.website, filter, rollupQuery({ ...query, ...earlier }, statistic, false)),
  ]);
  return { vector, before };
}

/** Finds the values that match the search. */
export async function readListing(
  { database, reader, texts }: PageSources,
  query: StatsQuery,
  { vector, before }: Counted,
): Promise<Listing> {
  const statistic = statisticOf(query);
  const earlier = reader.earlier(query, query.compare ?? null, query.filter ?? null);
  return reachable(database, async () => {
    const candidates = await matching(query, statistic, vector, texts);
    const previous = earlier && before && (await countsBefore(query, statistic, { earlier, before }, texts));
    const sum = candidates.reduce((total, { count }) => total + count, 0);
    const positions = candidates.map(({ at }) => at);
    return {
      total: candidates.length,
      sum,
      totals: { sums: sumsOf(statistic, vector, positions), previous: previous ? previous.sum : null },
      other: query.other && statistic.read ? await findOther(query.website, candidates, texts) : null,
      order: createOrder(candidates, query, statistic, texts),
      rowOf: ({ at, id, count, value }) => ({
        value,
        label: labelOf(statistic.labels, value),
        count,
        share: sum === 0 ? 0 : count / sum,
        sums: sumsOf(statistic, vector, [at]),
        previous: previous ? previous.of(id) : null,
      }),
    };
  });
}

/** Returns the requested page. */
export async function readPage(
  sources: PageSources,
  { total, sum, totals, other, order, rowOf }: Listing,
  query: StatsQuery,
): Promise<Page> {
  const { page, perPage } = query;
  return reachable(sources.database, async () => {
    const chosen = await order(page, perPage);
    const amounts = await amountsOf(sources, query, other ? [...chosen, other] : chosen);
    const withAmounts = (row: Chosen): StatRow => ({ ...rowOf(row), amounts: amounts.get(row.id) ?? [] });
    return {
      rows: chosen.map(withAmounts),
      total,
      sum,
      page,
      perPage,
      lastPage: Math.max(1, Math.ceil(total / perPage)),
      totals,
      other: other && withAmounts(other),
    };
  });
}

async function amountsOf(
  sources: PageSources,
  query: StatsQuery,
  rows: readonly Chosen[],
): Promise<Map<number, UnitSum[]>> {
  if (!query.amounts || statisticOf(query).scope !== 'event') return new Map();
  return readAmounts(sources, { ...query, filter: query.filter ?? null, events: rows.map(({ id }) => id) });
}

async function findOther(website: number, candidates: readonly Candidate[], texts: Texts): Promise<Chosen | null> {
  const id = (await texts.idsOf(website, [OTHER])).get(OTHER);
  const found = id === undefined ? undefined : candidates.find(candidate => candidate.id === id);
  return found ? { ...found, value: OTHER } : null;
}

/** Returns the earlier counts by current id: a day is compared with its counterpart in the earlier range. */
async function countsBefore(
  query: StatsQuery,
  statistic: Statistic,
  { earlier, before }: { earlier: Earlier; before: Vector },
  texts: Texts,
): Promise<{ of: (id: number) => number; sum: number }> {
  const isDay = statistic.scope === 'day';
  // Days are searched by their current date; the text of the earlier date is irrelevant.
  const found = await matching(isDay ? { ...query, search: null } : query, statistic, before, texts);
  const days = isDay && query.search ? daysBefore(query, query.search, earlier) : null;
  const sum = found.reduce((total, { id, count }) => (days && !days.has(id) ? total : total + count), 0);
  const counts = new Map(found.map(({ id, count }) => [id, count]));
  return { of: id => counts.get(isDay ? earlier.dayBefore(id) : id) ?? 0, sum };
}

/** Returns the earlier counterparts of the days of the range whose date contains the text. */
function daysBefore({ from, to }: DayRange, search: string, { dayBefore }: Earlier): ReadonlySet<number> {
  const days = new Set<number>();
  for (let day = from; day <= to; day++) if (containsText(dateOf(day), search)) days.add(dayBefore(day));
  return days;
}

function statisticOf({ name }: Pick<StatsQuery, 'name'>): Statistic {
  const statistic = findStatistic(name);
  if (!statistic) throw new Error(`No statistic is named ${name}.`);
  return statistic;
}

function rollupQuery({ from, to }: StatsQuery, statistic: Statistic, sums: boolean): RollupQuery {
  const calendar = statistic.scope === 'day' || statistic.scope === 'hour';
  return {
    rollup: statistic.rollup,
    by: statistic.scope === 'day' ? 'day' : 'value',
    from,
    to,
    metrics: sums || calendar ? keptMetrics(statistic) : [statistic.metric],
  };
}

const UNKNOWN = Object.fromEntries(STORED_METRICS.map(metric => [metric, null])) as Sums;

/** Returns the total of these positions; sums that the statistic does not store are unknown rather than zero. */
function sumsOf(statistic: Statistic, vector: Vector, positions: readonly number[]): Sums {
  const sums: Record<StoredMetric, number | null> = { ...UNKNOWN };
  for (const metric of keptMetrics(statistic)) {
    const column = vector.columns[vector.metrics.indexOf(metric)];
    if (column) sums[metric] = positions.reduce((sum, at) => sum + (column[at] ?? 0), 0);
  }
  return sums;
}

/** Returns the metrics that are meaningful for a statistic, in stored order. */
function keptMetrics({ scope, metric, column }: Statistic): readonly StoredMetric[] {
  const isAlone = scope === 'pageview' || scope === 'event' || !(column || scope === 'day' || scope === 'hour');
  return isAlone ? [metric] : STORED_METRICS;
}
