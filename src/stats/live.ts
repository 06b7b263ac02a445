import { setTimeout as sleep } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { reachable } from '../db/open.ts';
import { type LiveRow, readLiveVisits } from '../db/visits/visits.ts';
import { labelOf } from '../domain/label.ts';
import { localDay } from '../domain/time-zone.ts';
import { AppError } from '../errors.ts';
import type { Website } from '../websites/website.ts';
import type { Reading } from './loader.ts';

/** A page with visitors on it. */
export interface LivePage {
  readonly value: string;
  readonly label: string;
  readonly visitors: number;
}

/** The visitors on a website right now. */
export interface Live {
  /** Visitors who were active in the last 5 and in the last 30 minutes. */
  readonly visitors5: number;
  readonly visitors30: number;
  /** The ten pages that most visitors of the last 5 minutes were last on. */
  readonly pages: readonly LivePage[];
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

const MINUTE = 60_000;
const SPAN = 30 * MINUTE;
const PAGES = 10;
/** All readers within this many milliseconds get the same result. */
const LASTS = 2_000;

type Zoned = Pick<Website, 'id' | 'timezone'>;

interface Lately {
  readonly kept: LRUCache<number, { readonly at: number; readonly live: Promise<Live> }>;
  readonly loader: DataLoader<{ readonly website: Zoned; readonly now: number }, Live>;
}

const latelyOf = new WeakMap<Reading, Lately>();

/**
 * Returns the visitors on a website at `now` (milliseconds since 1970, UTC), or up to two seconds before. Throws
 * UNAVAILABLE when the database is unavailable.
 */
export function readLive(reading: Reading, website: Zoned, now: number): Promise<Live> {
  const { kept, loader } = latelyOf.get(reading) ?? beginLately(reading);
  const known = kept.get(website.id);
  if (known && now >= known.at && now - known.at < LASTS) return known.live;
  const live = loader.load({ website, now });
  kept.set(website.id, { at: now, live });
  live.catch(() => kept.delete(website.id));
  return live;
}

function beginLately(reading: Reading): Lately {
  const loader: Lately['loader'] = new DataLoader(
    async asked => {
      const visits = await readVisits(reading, asked);
      return Promise.all(
        asked.map(({ website, now }) => countLive(reading, visits.get(website.id) ?? [], website, now)),
      );
    },
    { cache: false },
  );
  const lately = { kept: new LRUCache<number, { at: number; live: Promise<Live> }>({ max: 10_000 }), loader };
  latelyOf.set(reading, lately);
  return lately;
}

/** Returns the visits active within the last half hour, by website. */
async function readVisits({ database }: Reading, asked: readonly { readonly website: Zoned; readonly now: number }[]) {
  const since = Math.min(...asked.map(({ now }) => now)) - SPAN;
  // Websites in nearby time zones have the same days.
  const alike = Map.groupBy(asked, ({ website: { timezone }, now }) =>
    [...new Set([localDay(since, timezone).day, localDay(now, timezone).day])].join(),
  );
  const days = [...alike].map(([days, some]) => ({
    websites: [...new Set(some.map(({ website }) => website.id))],
    days: days.split(',').map(Number),
  }));
  const visits = await reachable(database, () => readLiveVisits(database.dialect, days, since));
  return Map.groupBy(visits, ({ website }) => website);
}

async function countLive(
  { database, texts }: Reading,
  visits: readonly LiveRow[],
  { id }: Zoned,
  now: number,
): Promise<Live> {
  // A visitor with several visits is on the page of the latest one.
  const latest = new Map<string, { lastAt: number; page: number }>();
  for (const { visitor, lastAt, page } of visits) {
    if (lastAt >= now - SPAN && lastAt >= (latest.get(visitor)?.lastAt ?? 0)) latest.set(visitor, { lastAt, page });
  }
  const active = [...latest.values()].filter(({ lastAt }) => lastAt >= now - 5 * MINUTE);
  const visitorsOn = new Map<number, number>();
  for (const { page } of active) visitorsOn.set(page, (visitorsOn.get(page) ?? 0) + 1);
  const values = await reachable(database, () => texts.of(id, [...visitorsOn.keys()]));
  const pages = [...visitorsOn].map(([page, visitors]) => {
    const value = values.get(page) ?? '';
    return { value, label: labelOf('page', value), visitors };
  });
  pages.sort((a, b) => b.visitors - a.visitors || (a.value < b.value ? -1 : 1));
  return { visitors5: active.length, visitors30: latest.size, pages: pages.slice(0, PAGES), at: now };
}

const EVERY = 5_000;
/** Milliseconds after which a subscription ends. */
const WATCHED_FOR = 3_600_000;
/** A gateway could not serve more every five seconds. */
const MOST = 2_000;

let watching = 0;

/**
 * Yields the live visitors of a website, at once and then every five seconds for an hour. `look` loads the website each
 * time, and an error it throws ends the subscription, because permissions may change meanwhile. Throws UNAVAILABLE when
 * too many subscriptions are open.
 */
export async function* watchLive(
  reading: Reading,
  look: () => Promise<Pick<Website, 'id' | 'timezone'>>,
  now: () => number,
): AsyncGenerator<Live, void> {
  if (watching >= MOST)
    throw new AppError('UNAVAILABLE', 'Too many live subscriptions are open at the moment. Query `live` instead.');
  watching++;
  try {
    const until = performance.now() + WATCHED_FOR;
    while (performance.now() < until) {
      yield await readLive(reading, await look(), now());
      await sleep(EVERY, undefined, { ref: false });
    }
  } finally {
    watching--;
  }
}
