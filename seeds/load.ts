import type { Database } from '../src/db/open.ts';
import { lockFold } from '../src/db/rollups/fold-state.ts';
import { localDay } from '../src/domain/time-zone.ts';
import { storeHits } from '../src/fold/fold.ts';
import { KnownValues } from '../src/fold/known-values.ts';
import { TextTable } from '../src/fold/text-table.ts';
import type { Website } from '../src/websites/website.ts';
import { traffic } from './traffic.ts';

export interface LoadOptions {
  readonly hits: number;
  readonly days: number;
  readonly pages: number;
  readonly referrers: number;
  /** Number of copies of the listed cities. */
  readonly places: number;
  /** Called with the part that is done, 0 to 1. */
  readonly progress?: (done: number) => void;
}

/**
 * Loads generated hits of the last `days` days into the real tables, one transaction per day, through the whole fold
 * except the spool and the lookup of visitors, who are new each day. For a website without hits. Returns the number of
 * stored hits.
 */
export async function loadTraffic(database: Database, website: Website, options: LoadOptions): Promise<number> {
  const { hits, days, pages, referrers, places, progress } = options;
  const { dialect } = database;
  const now = Date.now();
  const to = localDay(now, website.timezone).day;
  const known = new KnownValues();
  const fold = {
    known,
    maxNewValues: Number.MAX_SAFE_INTEGER,
    retentionDays: days + 1,
    now: () => now,
    databaseTime: () => now,
    unseen: true,
  };
  const shape = {
    website: website.id,
    host: website.domain,
    timezone: website.timezone,
    from: to - days + 1,
    to,
    hitsPerDay: hits / days,
    pages,
    referrers,
    places,
    seed: website.id,
    until: now,
  };
  let stored = 0;
  let done = 0;
  for (const ofDay of traffic(shape)) {
    if (ofDay.length > 0) {
      const remember = await dialect.transaction(async tx =>
        storeHits(tx, dialect, website.id, await lockFold(tx, dialect, website.id), TextTable.of(ofDay), fold),
      );
      remember();
      stored += ofDay.length;
    }
    progress?.(++done / days);
  }
  return stored;
}
