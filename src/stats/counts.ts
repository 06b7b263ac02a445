import type { AmountOf } from '../counting/amounts-by.ts';
import { countedRollup, ROLLUP_DAY, type RollupQuery } from '../counting/rollups.ts';
import type { Vector } from '../counting/vector.ts';
import { type Filter, isCountedFiltered } from '../domain/filter.ts';
import { countingOf, findMetric, metricWith, STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';
import type { DayRange, Earlier, Part, Parts, Running } from '../domain/range.ts';
import type { Statistic } from '../domain/statistic.ts';
import { findStatistic, type StatName } from '../domain/statistics.ts';
import { badInput } from '../errors.ts';
import { hasSeveralHosts, isOfPages } from './hosts-of-pages.ts';
import { readPart } from './parts.ts';
import type { Ratios, SortField, StatRow, StatsQuery, Sums } from './query.ts';
import type { SumReader } from './sum-reader.ts';
import { lacking, NOTHING_UNPAIRED, readLacking, readUnpaired, type Unpaired } from './unpaired.ts';

/** The counts; the same objects as long as nothing has changed. */
export interface Counted {
  readonly vector: Vector;
  /** The compared range. */
  readonly earlier: Earlier | null;
  /** The counts of the compared range. */
  readonly before: Vector | null;
  /** The part of the counts that is compared; null unless the range is still running. */
  readonly compared: Vector | null;
  /** What imports have added to the counts; null if nothing. */
  readonly imported: Vector | null;
  /** What the ratios leave out. */
  readonly unpaired: Unpaired;
  /** What exit rates leave out: pageviews, and visits by the page they ended on. */
  readonly unpairedExits: readonly [pages: Vector | null, exits: Vector | null];
  /** The visits by the page they ended on, for a list of pages that asks for them. */
  readonly exits: Vector | null;
  /** Whether the pages of a list that asks for their hosts can have different ones. */
  readonly hasHosts: boolean;
  /** The amounts of all events, for a filtered list of events that asks for them; null otherwise. */
  readonly amounts: readonly AmountOf[] | null;
}

/**
 * Reads the sums of a statistic. Rejects with BAD_USER_INPUT when there is a filter and the statistic cannot be
 * filtered.
 */
export async function readCounted(reader: SumReader, query: StatsQuery): Promise<Counted> {
  const statistic = statisticOf(query);
  const filter = query.filter ?? null;
  const { property } = query;
  if (filter && !property && !isCountedFiltered(statistic)) {
    const name = query.name.toUpperCase();
    throw badInput({ filter: [`The statistic ${name} cannot be filtered; leave the filter out.`] });
  }
  const found = await reader.earlier(query.website, filter, query, query.compare ?? null);
  const { running = null } = query;
  const parts = found && running ? await partsOf(found, running) : null;
  const earlier = running && !parts ? null : found;
  const wantsExits = query.exits === true && statistic.name === 'page';
  const readMatching = (matching: Filter | null, range: DayRange, sums: boolean) =>
    property
      ? reader.property(query.website, matching, property, range)
      : reader.read(
          query.website,
          matching,
          rollupQuery({ ...query, from: range.from, to: range.to }, statistic, sums),
        );
  const read = (range: DayRange, sums: boolean) => readMatching(filter, range, sums);
  const readOf = (part: Part) =>
    readPart(
      part,
      filter,
      (matching, range) => readMatching(matching, range, false),
      hours =>
        property
          ? reader.strays.property(query.website, hours, property)
          : reader.strays.read(query.website, hours, rollupQuery(query, statistic, false)),
    );
  const wantsHosts = query.hosts === true && isOfPages(statistic.name);
  const countsAmounts = query.amounts === true && statistic.scope === 'event' && !property;
  const [vector, before, compared, exits, hosts, amounts] = await Promise.all([
    read(query, query.sums === true),
    earlier && (parts ? readOf(parts.before) : read(earlier, false)),
    parts && readOf(parts.now),
    wantsExits ? reader.read(query.website, filter, rollupQuery(query, EXITS, false)) : null,
    wantsHosts ? reader.read(query.website, null, rollupQuery(query, HOSTS, false)) : null,
    filter && countsAmounts
      ? reader.amounts(query.website, filter, { from: query.from, to: query.to, by: 'event' })
      : null,
  ]);
  const imported = filter === null ? await readImported() : null;
  const unpaired =
    query.sums === true && !property
      ? await readUnpaired(reader, query.website, filter, rollupQuery(query, statistic, true))
      : NOTHING_UNPAIRED;
  const unpairedExits = exits && filter === null ? await readUnpairedExits() : ([null, null] as const);
  const hasHosts = hosts !== null && hasSeveralHosts(hosts);
  return { vector, earlier, before, compared, exits, imported, unpaired, unpairedExits, hasHosts, amounts };

  /** Without a column, visits have no hour, so only whole days are compared. */
  async function partsOf(earlier: Earlier, running: Running): Promise<Parts | null> {
    const hour = property || isCountedFiltered(statistic) ? running.hour : 0;
    return reader.parts(query.website, query, earlier, { ...running, hour });
  }

  async function readUnpairedExits(): Promise<Counted['unpairedExits']> {
    const { website } = query;
    const both = [rollupQuery(query, statistic, false), rollupQuery(query, EXITS, false)] as const;
    const sums = both.map(({ rollup, metrics: [metric] }) => ({ rollup, metric: metric as StoredMetric }));
    const imports = lacking(await reader.knownMetrics(website), sums);
    return Promise.all([
      readLacking(reader, website, imports, both[0]),
      readLacking(reader, website, imports, both[1]),
    ]);
  }

  function readImported(): Promise<Vector | null> {
    const { website } = query;
    if (property) return reader.importedProperty(website, property, query);
    return reader.imported(website, rollupQuery(query, statistic, query.sums === true));
  }
}

const EXITS = statisticOf({ name: 'exit_page' });
const HOSTS = statisticOf({ name: 'host' });

/** Returns the entry of the statistic. */
export function statisticOf({ name }: Pick<StatsQuery, 'name'>): Statistic {
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

/**
 * Returns the numbers to sort values by, NaN where a ratio is unknown; null for their texts. Without the metric, the
 * counts take its place. `ratiosOf` returns the ratios of an id that are not simply one sum divided by the other.
 */
export function sortKeys(
  sortBy: SortField,
  { ids, metrics, columns }: Vector,
  counts: ArrayLike<number>,
  ratiosOf: (sums: Sums, id: number) => Ratios,
): ArrayLike<number> | null {
  if (sortBy === 'VALUE') return null;
  if (sortBy === 'COUNT') return counts;
  const metric = findMetric(sortBy);
  const columnOf = (name: string) => columns[metrics.indexOf(name as StoredMetric)];
  if ('stored' in metric) return columnOf(metric.name) ?? counts;
  const [part, whole] = metric.ratio;
  const [parts, wholes] = [columnOf(part), columnOf(whole)];
  if (!parts || !wholes) return counts;
  return Float64Array.from(ids, (id, at) => {
    const sums = { [part]: parts[at], [whole]: wholes[at] } as unknown as Sums;
    return metricWith(metric, sums, ratiosOf(sums, id)) ?? Number.NaN;
  });
}

const UNKNOWN = Object.fromEntries(STORED_METRICS.map(metric => [metric, null])) as Sums;

/** Returns the total of these positions; sums that the statistic does not store are unknown rather than zero. */
export function sumsOf(statistic: Statistic, vector: Vector, positions: Iterable<number>): Sums {
  const sums: Record<StoredMetric, number | null> = { ...UNKNOWN };
  const kept = keptMetrics(statistic).flatMap(metric => {
    const column = vector.columns[vector.metrics.indexOf(metric)];
    return column ? [{ metric, column, sum: 0 }] : [];
  });
  for (const at of positions) for (const one of kept) one.sum += one.column[at] ?? 0;
  for (const { metric, sum } of kept) sums[metric] = sum;
  return sums;
}

/** Returns the metrics of days and hours, with or without those of the attention that pages got. */
export function periodMetrics(attention = false): readonly StoredMetric[] {
  const { ofVisit, ofHit } = countedRollup(ROLLUP_DAY);
  return STORED_METRICS.filter(
    metric => (ofVisit.includes(metric) || ofHit.includes(metric)) && (attention || countingOf(metric).by !== 'page'),
  );
}

/** Returns the averages of the attention for a page; null for any other statistic. */
export function attentionOf(name: StatName, sums: Sums, ratios: Ratios): Pick<StatRow, 'timeOnPage' | 'scrollDepth'> {
  if (name !== 'page') return { timeOnPage: null, scrollDepth: null };
  return {
    timeOnPage: metricWith(findMetric('timeOnPage'), sums, ratios),
    scrollDepth: metricWith(findMetric('scrollDepth'), sums, ratios),
  };
}

/** Returns the metrics that are meaningful for a statistic, in stored order. */
function keptMetrics({ name, rollup, metric }: Statistic): readonly StoredMetric[] {
  if (name === 'property') return [metric];
  const { ofVisit, ofHit } = countedRollup(rollup);
  return STORED_METRICS.filter(metric => ofVisit.includes(metric) || ofHit.includes(metric));
}
