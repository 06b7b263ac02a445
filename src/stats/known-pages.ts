import type { Vector } from '../counting/vector.ts';
import { latestUsed } from '../domain/latest-used.ts';
import type { Counted } from './counts.ts';
import type { StatsQuery } from './query.ts';
import type { Page } from './stat-page.ts';

/** Cached pages: while counts have not changed, a page selected from them stays the same. */
export interface Pages {
  /**
   * Returns the page that `make` returned for the same query on the same counts, or calls `make` now. A page that is
   * still being made is not shared, because it may wait its turn behind reads of another caller.
   */
  of(counted: Pick<Counted, 'vector' | 'before'>, query: StatsQuery, make: () => Promise<Page>): Promise<Page>;
}

/** A page of a hundred rows takes about 26 kB. */
const MOST = 1_000;

/**
 * References are weak, so that the cache does not keep the counts, which can be many times as large as the page, in
 * memory.
 */
interface Kept {
  readonly vector: WeakRef<Vector>;
  readonly before: WeakRef<Vector> | null;
  readonly page: Page;
}

/** Caches the most recently requested pages, each for as long as other code keeps the counts it was selected from. */
export function createPages(): Pages {
  const kept = latestUsed<string, Kept>(MOST);

  return {
    async of({ vector, before }, query, make) {
      const key = JSON.stringify(query);
      const known = kept.get(key);
      if (known?.vector.deref() === vector && (known.before?.deref() ?? null) === before) return known.page;
      const page = await make();
      kept.set(key, { vector: new WeakRef(vector), before: before && new WeakRef(before), page });
      return page;
    },
  };
}
