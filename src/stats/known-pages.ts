import { LRUCache } from 'lru-cache';
import type { Vector } from '../counting/vector.ts';
import type { StatsQuery } from './query.ts';
import type { Counted, Page } from './stat-page.ts';

/** Pages that were picked already: of what has not changed since, the same page is the same. */
export interface Pages {
  /** What `make` has answered for the same query of the same counts, or answers now. */
  of(counted: Counted, query: StatsQuery, make: () => Promise<Page>): Promise<Page>;
}

/** A page of a hundred rows takes about 26 kB. */
const MOST = 1_000;

/** What a page was picked from is not kept for its sake: it can be many times as large. */
interface Kept {
  readonly vector: WeakRef<Vector>;
  readonly before: WeakRef<Vector> | null;
  readonly page: Promise<Page>;
}

/** Keeps the pages that were asked for last, each for as long as somebody keeps the counts it was picked from. */
export function createPages(): Pages {
  const kept = new LRUCache<string, Kept>({ max: MOST });

  return {
    of({ vector, before }, query, make) {
      const key = JSON.stringify(query);
      const known = kept.get(key);
      if (known?.vector.deref() === vector && (known.before?.deref() ?? null) === before) return known.page;
      const page = make();
      kept.set(key, { vector: new WeakRef(vector), before: before && new WeakRef(before), page });
      page.catch(() => {
        if (kept.peek(key)?.page === page) kept.delete(key);
      });
      return page;
    },
  };
}
