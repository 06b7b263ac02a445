import { DIMENSIONS } from '../../src/domain/statistics.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';

/** What a page got in a visit; null for what no hit reported. */
export interface NaiveAttention {
  seconds: number | null;
  depth: number | null;
}

const PAGE = DIMENSIONS.find(({ name }) => name === 'page')?.rollup ?? 0;

/**
 * Returns the attention that each page got in a visit, by the page, from the hits of the visit in the order in which they
 * count. A page that was not viewed in the visit before gets none.
 */
export function attentionOf(hits: readonly Hit[]): Map<string, NaiveAttention> {
  const viewed = new Set<string>();
  const pages = new Map<string, NaiveAttention>();
  secondsThatCount(hits).forEach((counted, at) => {
    const { kind, seconds, depth } = hits[at] as Hit;
    const page = pageOf(hits[at] as Hit);
    if (kind === 'pageview') viewed.add(page);
    if (kind === 'pageview' || (seconds === 0 && depth === null) || !viewed.has(page)) return;
    const known = pages.get(page) ?? { seconds: null, depth: null };
    if (seconds > 0) known.seconds = (known.seconds ?? 0) + counted;
    if (depth !== null) known.depth = Math.max(depth, known.depth ?? 0);
    pages.set(page, known);
  });
  return pages;
}

/** Returns the engaged seconds of a visit, whichever page they are of. */
export function engagedOf(hits: readonly Hit[]): number {
  return secondsThatCount(hits).reduce((sum, seconds) => sum + seconds, 0);
}

/** A visit can be engaged for at most a day, and for at most a minute more than since it began. */
function secondsThatCount(hits: readonly Hit[]): number[] {
  let sum = 0;
  return hits.map(({ time }, at) => {
    const began = Math.min(
      ...hits
        .slice(0, at + 1)
        .filter(({ kind }) => kind === 'pageview')
        .map(hit => hit.time),
    );
    const most = Math.min(86_400, Math.floor((time - began) / 1000) + 60);
    const counted = Math.max(0, Math.min((hits[at] as Hit).seconds, most - sum));
    sum += counted;
    return counted;
  });
}

export function pageOf({ values }: Hit): string {
  return values[PAGE] || '';
}
