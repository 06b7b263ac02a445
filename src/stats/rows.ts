import type { Vector } from '../counting/vector.ts';
import { dateOf } from '../domain/calendar.ts';
import type { Statistic } from '../domain/statistic.ts';
import type { StatsQuery } from './query.ts';
import { containsText, type Texts } from './texts.ts';

/** One value of a vector, by its position in the vector. */
export interface Candidate {
  readonly at: number;
  readonly id: number;
  readonly count: number;
}

/** A value on the page, with its text. */
export type Chosen = Candidate & { readonly value: string };

/** The parts of a query that select a page. */
export type PageQuery = Pick<StatsQuery, 'website' | 'search' | 'sortBy' | 'sort' | 'perPage' | 'page'>;

type ReadValues = (ids: readonly number[]) => Promise<Map<number, string>>;

/** Returns the counted values of a statistic that match the search, in no particular order. */
export async function matching(
  { website, search }: Pick<PageQuery, 'website' | 'search'>,
  statistic: Statistic,
  vector: Vector,
  texts: Texts,
): Promise<Candidate[]> {
  const counts = vector.columns[vector.metrics.indexOf(statistic.metric)] ?? [];
  const candidates: Candidate[] = [];
  vector.ids.forEach((id, at) => {
    const count = counts[at] ?? 0;
    if (count > 0 && !(statistic.skipEmpty && id === 0)) candidates.push({ at, id, count });
  });
  if (search === null || search === '') return candidates;
  if (statistic.read) {
    const ids = await texts.matching(website, search);
    return candidates.filter(({ id }) => ids.has(id));
  }
  return candidates.filter(({ id }) => containsText(calendarValue(statistic, id), search));
}

/** Returns the candidates on the requested page, in order. Rows with the same count are ordered by value. */
export async function choosePage(
  candidates: readonly Candidate[],
  query: PageQuery,
  statistic: Statistic,
  texts: Texts,
): Promise<Chosen[]> {
  const read = (ids: readonly number[]) => valuesOf(query.website, statistic, ids, texts);
  const start = (query.page - 1) * query.perPage;
  return query.sortBy === 'VALUE' ? byValue(candidates, query, start, read) : byCount(candidates, query, start, read);
}

async function byValue(
  candidates: readonly Candidate[],
  query: PageQuery,
  start: number,
  read: ReadValues,
): Promise<Chosen[]> {
  const values = await read(candidates.map(({ id }) => id));
  const sorted = withValues(candidates, values).sort((a, b) => compareTexts(a.value, b.value));
  if (query.sort === 'DESC') sorted.reverse();
  return sorted.slice(start, start + query.perPage);
}

async function byCount(
  candidates: readonly Candidate[],
  query: PageQuery,
  start: number,
  read: ReadValues,
): Promise<Chosen[]> {
  const direction = query.sort === 'DESC' ? -1 : 1;
  const end = Math.min(start + query.perPage, candidates.length);
  if (start >= end) return [];
  // Sorting plain numbers is many times faster than sorting rows, and shows which counts are on the page.
  const counts = Float64Array.from(candidates, ({ count }) => direction * count).sort();
  const first = counts[start] as number;
  const last = counts[end - 1] as number;
  // Only rows that tie with the first or last row of the page can move on or off it, so no other text is needed.
  const near = candidates.filter(({ count }) => direction * count >= first && direction * count <= last);
  const before = counts.indexOf(first);
  const values = await read(near.map(({ id }) => id));
  return withValues(near, values)
    .sort((a, b) => direction * (a.count - b.count) || compareTexts(a.value, b.value))
    .slice(start - before, end - before);
}

function withValues(candidates: readonly Candidate[], values: ReadonlyMap<number, string>): Chosen[] {
  return candidates.map(candidate => ({ ...candidate, value: values.get(candidate.id) ?? '' }));
}

/** Returns the texts of a statistic's ids; those of the calendar are computed, the others are in the dictionary. */
export async function valuesOf(
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

/** Compares code unit by code unit, the order of values everywhere. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
