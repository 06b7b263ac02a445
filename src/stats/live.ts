import { LRUCache } from 'lru-cache';
import { readLiveVisits } from '../db/live-rows.ts';
import { reachable } from '../db/open.ts';
import { localDay } from '../domain/day.ts';
import { labelOf } from '../domain/label.ts';
import type { Website } from '../websites/website.ts';
import type { Reading } from './loader.ts';

/** A page that visitors are on. */
export interface LivePage {
  readonly value: string;
  readonly label: string;
  readonly visitors: number;
}

/** Who is there now. */
export interface Live {
  /** Visitors who were active in the last 5 and in the last 30 minutes. */
  readonly visitors5: number;
  readonly visitors30: number;
  /** Of the last 5 minutes: the ten pages that most visitors were on last. */
  readonly pages: readonly LivePage[];
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

const MINUTE = 60_000;
const PAGES = 10;
/** Everybody who looks within so many milliseconds sees the same. */
const LASTS = 2_000;

const seen = new WeakMap<Reading, LRUCache<number, { readonly at: number; readonly live: Promise<Live> }>>();

/** Who is on a website at `now` (milliseconds since 1970), or was up to two seconds before. Throws UNAVAILABLE when the database is away. */
export function readLive(reading: Reading, website: Pick<Website, 'id' | 'timezone'>, now: number): Promise<Live> {
  const lately = seen.get(reading) ?? new LRUCache({ max: 1_000 });
  seen.set(reading, lately);
  const known = lately.get(website.id);
  if (known && now >= known.at && now - known.at < LASTS) return known.live;
  const live = countLive(reading, website, now);
  lately.set(website.id, { at: now, live });
  live.catch(() => lately.delete(website.id));
  return live;
}

async function countLive(
  { database, texts }: Reading,
  { id, timezone }: Pick<Website, 'id' | 'timezone'>,
  now: number,
): Promise<Live> {
  const since = now - 30 * MINUTE;
  const days = [...new Set([localDay(since, timezone).day, localDay(now, timezone).day])];
  return reachable(database, async () => {
    const visits = await readLiveVisits(database.dialect, id, days, since);
    // Of a visitor with several visits the last one tells where they are.
    const latest = new Map<string, { lastAt: number; page: number }>();
    for (const { visitor, lastAt, page } of visits) {
      if (lastAt >= (latest.get(visitor)?.lastAt ?? 0)) latest.set(visitor, { lastAt, page });
    }
    const active = [...latest.values()].filter(({ lastAt }) => lastAt >= now - 5 * MINUTE);
    const visitorsOn = new Map<number, number>();
    for (const { page } of active) visitorsOn.set(page, (visitorsOn.get(page) ?? 0) + 1);
    const values = await texts.of(id, [...visitorsOn.keys()]);
    const pages = [...visitorsOn].map(([page, visitors]) => {
      const value = values.get(page) ?? '';
      return { value, label: labelOf('page', value), visitors };
    });
    pages.sort((a, b) => b.visitors - a.visitors || (a.value < b.value ? -1 : 1));
    return { visitors5: active.length, visitors30: latest.size, pages: pages.slice(0, PAGES), at: now };
  });
}
