import type { NaiveVisit } from './naive-visits.ts';

/** Returns the number of visits of each visitor and day, and the seconds between the visits. */
export function naiveReturns(visits: readonly NaiveVisit[]): { visits: number[]; pauses: number[] } {
  const ofVisitors = [...Map.groupBy(visits, ({ day, visitor }) => `${day} ${visitor}`).values()];
  const pauses = ofVisitors.flatMap(own => {
    const spans = own
      .map(({ hits }) => hits.map(({ second }) => second))
      .map(seconds => ({ first: Math.min(...seconds), last: Math.max(...seconds) }))
      .sort((a, b) => a.first - b.first);
    return spans.slice(1).map(({ first }, at) => Math.max(0, first - (spans[at]?.last ?? 0)));
  });
  return { visits: ofVisitors.map(({ length }) => length), pauses };
}
