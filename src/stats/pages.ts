import type { StatsQuery } from './query.ts';
import type { Counted, Page } from './stat-page.ts';
import type { Vector } from './vector.ts';

/** Pages that were picked already: of what has not changed since, the same page is the same. */
export interface Pages {
  /** What `make` has answered for the same query of the same counts, or answers now. */
  of(counted: Counted, query: StatsQuery, make: () => Promise<Page>): Promise<Page>;
}

/** Searches and pages of one list can be as many as anyone likes to ask for. */
const MOST = 20;

/** Keeps pages for as long as somebody keeps the counts they were picked from. */
export function createPages(): Pages {
  const pagesOf = new WeakMap<Vector, Map<string, { before: Vector | null; page: Promise<Page> }>>();

  return {
    of({ vector, before }, query, make) {
      const pages = pagesOf.get(vector) ?? new Map();
      pagesOf.set(vector, pages);
      const key = JSON.stringify(query);
      const known = pages.get(key);
      if (known && known.before === before) return known.page;
      if (pages.size >= MOST) pages.clear();
      const page = make();
      pages.set(key, { before, page });
      page.catch(() => pages.delete(key));
      return page;
    },
  };
}
