import { labelOf } from '../domain/label.ts';
import { dateOf } from '../domain/range.ts';
import type { Metric, Statistic } from '../domain/statistics.ts';
import type { StatPage, StatRow, StatsQuery } from './query.ts';
import { containsText, type Texts } from './texts.ts';
import type { Vector } from './vector.ts';

/** One value of a vector, by its position in it. */
interface Candidate {
  readonly at: number;
  readonly id: number;
  readonly count: number;
}

/** Picks the page that was asked for out of all sums of a statistic. Rows with the same count are in order of their value. */
export async function pageOf(query: StatsQuery, statistic: Statistic, vector: Vector, texts: Texts): Promise<StatPage> {
  const read = (ids: readonly number[]) => valuesOf(query.website, statistic, ids, texts);
  const candidates = await matching(query, statistic, vector, texts);
  const sum = candidates.reduce((total, { count }) => total + count, 0);
  const start = (query.page - 1) * query.perPage;
  const chosen =
    query.sortBy === 'VALUE'
      ? await byValue(candidates, query, start, read)
      : await byCount(candidates, query, start, read);
  return {
    rows: chosen.map(({ at, count, value }) => ({
      value,
      label: labelOf(statistic.labels, value),
      count,
      share: sum === 0 ? 0 : count / sum,
      sums: sumsOf(statistic, vector, at),
    })),
    total: candidates.length,
    sum,
    page: query.page,
    perPage: query.perPage,
    lastPage: Math.max(1, Math.ceil(candidates.length / query.perPage)),
  };
}

type Chosen = Candidate & { readonly value: string };
type ReadValues = (ids: readonly number[]) => Promise<Map<number, string>>;

async function matching(query: StatsQuery, statistic: Statistic, vector: Vector, texts: Texts): Promise<Candidate[]> {
  const counts = vector.columns[vector.metrics.indexOf(statistic.metric)] ?? [];
  const candidates: Candidate[] = [];
  vector.ids.forEach((id, at) => {
    const count = counts[at] ?? 0;
    if (count > 0 && !(statistic.skipEmpty && id === 0)) candidates.push({ at, id, count });
  });
  const { search } = query;
  if (search === null || search === '') return candidates;
  if (statistic.read) {
    const ids = await texts.matching(query.website, search);
    return candidates.filter(({ id }) => ids.has(id));
  }
  return candidates.filter(({ id }) => containsText(calendarValue(statistic, id), search));
}

async function byValue(
  candidates: readonly Candidate[],
  query: StatsQuery,
  start: number,
  read: ReadValues,
): Promise<Chosen[]> {
  const values = await read(candidates.map(({ id }) => id));
  const sorted = withValues(candidates, values).sort((a, b) => compare(a.value, b.value));
  if (query.sort === 'DESC') sorted.reverse();
  return sorted.slice(start, start + query.perPage);
}

async function byCount(
  candidates: readonly Candidate[],
  query: StatsQuery,
  start: number,
  read: ReadValues,
): Promise<Chosen[]> {
  const direction = query.sort === 'DESC' ? -1 : 1;
  const sorted = [...candidates].sort((a, b) => direction * (a.count - b.count));
  const end = Math.min(start + query.perPage, sorted.length);
  if (start >= end) return [];
  // Only rows that tie with the first or last of the page can change places with it: no other text is needed.
  let first = start;
  let last = end - 1;
  while (first > 0 && sorted[first - 1]?.count === sorted[start]?.count) first--;
  while (last < sorted.length - 1 && sorted[last + 1]?.count === sorted[end - 1]?.count) last++;
  const near = sorted.slice(first, last + 1);
  const values = await read(near.map(({ id }) => id));
  return withValues(near, values)
    .sort((a, b) => direction * (a.count - b.count) || compare(a.value, b.value))
    .slice(start - first, end - first);
}

function withValues(candidates: readonly Candidate[], values: ReadonlyMap<number, string>): Chosen[] {
  return candidates.map(candidate => ({ ...candidate, value: values.get(candidate.id) ?? '' }));
}

async function valuesOf(
  website: number,
  statistic: Statistic,
  ids: readonly number[],
  texts: Texts,
): Promise<Map<number, string>> {
  if (statistic.read) return texts.of(website, ids);
  return new Map(ids.map(id => [id, calendarValue(statistic, id)]));
}

function calendarValue(statistic: Statistic, id: number): string {
  return statistic.scope === 'hour' ? String(id).padStart(2, '0') : dateOf(id);
}

/** Which sums a statistic keeps beside its count; the rest is unknown rather than zero. */
function sumsOf(statistic: Statistic, vector: Vector, at: number): StatRow['sums'] {
  const kept = keptMetrics(statistic);
  const of = (metric: Metric) =>
    kept.has(metric) ? (vector.columns[vector.metrics.indexOf(metric)]?.[at] ?? null) : null;
  return {
    pageviews: of('pageviews'),
    visitors: of('visitors'),
    visits: of('visits'),
    bounces: of('bounces'),
    seconds: of('seconds'),
    events: of('events'),
  };
}

/** The sums that mean something for a statistic. */
export function keptMetrics({ scope, metric, column }: Statistic): ReadonlySet<Metric> {
  if (scope === 'pageview' || scope === 'event' || !(column || scope === 'day' || scope === 'hour'))
    return new Set([metric]);
  return new Set(['pageviews', 'visitors', 'visits', 'bounces', 'seconds', 'events']);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
