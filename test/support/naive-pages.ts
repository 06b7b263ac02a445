import { pageOf } from './naive-attention.ts';
import type { AttendedVisit } from './naive-folds.ts';

/** The figures in a page's row besides its pageviews; null where nothing is known. */
export interface NaivePage {
  readonly exitRate: number;
  readonly timeOnPage: number | null;
  readonly scrollDepth: number | null;
}

/** Returns the rows of pages with these pageviews, which hits without a visit have as well, from all visits. */
export function naivePages(
  visits: readonly AttendedVisit[],
  pageviews: Readonly<Record<string, number>>,
): Record<string, NaivePage> {
  const rows: Record<string, NaivePage> = {};
  for (const [page, count] of Object.entries(pageviews)) {
    const exits = visits.filter(({ hits }) => lastPageOf(hits) === page).length;
    rows[page] = { exitRate: exits / count, ...attentionOfPage(visits, page) };
  }
  return rows;
}

/** Returns the average seconds and depth of a page in the visits that reported any. */
export function attentionOfPage(visits: readonly AttendedVisit[], page: string): Omit<NaivePage, 'exitRate'> {
  const ofPage = visits.flatMap(visit => visit.pages.get(page) ?? []);
  return {
    timeOnPage: averageOf(ofPage.map(({ seconds }) => seconds)),
    scrollDepth: averageOf(ofPage.map(({ depth }) => depth)),
  };
}

export function averageOf(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter(number => number !== null);
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0) / known.length;
}

/** The pageview of the latest time ends a visit; of two at the same time, the one that counted last. */
function lastPageOf(hits: AttendedVisit['hits']): string | undefined {
  const last = hits.filter(({ kind }) => kind === 'pageview').reduce((a, b) => (b.time >= a.time ? b : a));
  return pageOf(last);
}
