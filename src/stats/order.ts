import type { Statistic } from '../domain/statistic.ts';
import { type Candidate, type Chosen, choosePage, compareTexts, type PageQuery, valuesOf } from './rows.ts';
import type { Texts } from './texts.ts';

/** Returns pages of the same candidates, in any order. */
export type Order = (page: number, perPage: number) => Promise<Chosen[]>;

/**
 * Sorts candidates only as far as the requested pages need it. A caller that requests a second page may read all pages,
 * so from then on the sorted result is kept: all pages together cost little more than sorting once.
 */
export function createOrder(
  candidates: readonly Candidate[],
  query: Omit<PageQuery, 'page' | 'perPage'>,
  statistic: Statistic,
  texts: Texts,
): Order {
  const direction = query.sort === 'DESC' ? -1 : 1;
  const values = (some: readonly Candidate[]) =>
    valuesOf(
      query.website,
      statistic,
      some.map(({ id }) => id),
      texts,
    );
  let asked = 0;
  let byValue: Promise<Candidate[]> | undefined;
  let byCount: Candidate[] | undefined;
  /** The starts of runs of equal counts that are already sorted by value. */
  const settled = new Set<number>();

  async function sortByValue(some: readonly Candidate[], factor: number): Promise<Candidate[]> {
    const textOf = await values(some);
    const text = ({ id }: Candidate) => textOf.get(id) ?? '';
    return [...some].sort((a, b) => factor * compareTexts(text(a), text(b)));
  }

  async function settle(sorted: Candidate[], start: number, end: number): Promise<void> {
    let at = start;
    while (at > 0 && sorted[at - 1]?.count === sorted[start]?.count) at--;
    while (at < end) {
      let next = at + 1;
      while (next < sorted.length && sorted[next]?.count === sorted[at]?.count) next++;
      if (next - at > 1 && !settled.has(at)) {
        const run = await sortByValue(sorted.slice(at, next), 1);
        for (const [index, candidate] of run.entries()) sorted[at + index] = candidate;
        settled.add(at);
      }
      at = next;
    }
  }

  return async (page, perPage) => {
    if (asked++ === 0) return choosePage(candidates, { ...query, page, perPage }, statistic, texts);
    const start = (page - 1) * perPage;
    const end = Math.min(start + perPage, candidates.length);
    if (start >= end) return [];
    if (query.sortBy === 'VALUE') byValue ??= sortByValue(candidates, direction);
    else byCount ??= [...candidates].sort((a, b) => direction * (a.count - b.count));
    if (byCount) await settle(byCount, start, end);
    const chosen = (byCount ?? (await byValue) ?? []).slice(start, end);
    const textOf = await values(chosen);
    return chosen.map(candidate => ({ ...candidate, value: textOf.get(candidate.id) ?? '' }));
  };
}
