import { setTimeout as sleep } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { reachable } from '../db/open.ts';
import { type LiveCount, readLiveCounts } from '../db/visits/visits.ts';
import { labelOf } from '../domain/label.ts';
import { localDay } from '../domain/time-zone.ts';
import type { Website } from '../websites/website.ts';
import type { Reading } from './loader.ts';
import { Seats, type Watcher } from './seats.ts';

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
  /** The ten pages that most visitors of the last 5 minutes were last on; of equal ones, those that came first. */
  readonly pages: readonly LivePage[];
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

const MINUTE = 60_000;
const SPAN = 30 * MINUTE;
const ACTIVE = 5 * MINUTE;
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
      const counts = await readCounts(reading, asked);
      return Promise.all(asked.map(({ website, now }) => liveOf(reading, counts.get(website.id) ?? [], website, now)));
    },
    { cache: false },
  );
  const lately = { kept: new LRUCache<number, { at: number; live: Promise<Live> }>({ max: 10_000 }), loader };
  latelyOf.set(reading, lately);
  return lately;
}

/** Returns the visitors of the last half hour on their latest pages, by website. */
async function readCounts({ database }: Reading, asked: readonly { readonly website: Zoned; readonly now: number }[]) {
  const now = Math.min(...asked.map(one => one.now));
  // Websites in nearby time zones have the same days.
  const alike = Map.groupBy(asked, ({ website: { timezone }, now: at }) =>
    [...new Set([localDay(now - SPAN, timezone).day, localDay(at, timezone).day])].join(),
  );
  const days = [...alike].map(([days, some]) => ({
    websites: [...new Set(some.map(({ website }) => website.id))],
    days: days.split(',').map(Number),
  }));
  const times = { since: now - SPAN, activeSince: now - ACTIVE };
  const counts = await reachable(database, () => readLiveCounts(database.dialect, days, times, PAGES));
  return Map.groupBy(counts, ({ website }) => website);
}

async function liveOf(
  { database, texts }: Reading,
  counts: readonly LiveCount[],
  { id }: Zoned,
  at: number,
): Promise<Live> {
  const active = counts.filter(({ visitors }) => visitors > 0);
  const values = await reachable(database, () =>
    texts.of(
      id,
      active.map(({ page }) => page),
    ),
  );
  const pages = active.map(({ page, visitors }) => {
    const value = values.get(page) ?? '';
    return { value, label: labelOf('page', value), visitors };
  });
  pages.sort((a, b) => b.visitors - a.visitors || (a.value < b.value ? -1 : 1));
  const [first] = counts;
  return { visitors5: first?.visitors5 ?? 0, visitors30: first?.visitors30 ?? 0, pages, at };
}

const EVERY = 5_000;
/** Milliseconds after which a subscription ends. */
const WATCHED_FOR = 3_600_000;

const seats = new Seats();

/**
 * Yields the live visitors of a website, at once and then every five seconds for an hour. `look` loads the website each
 * time, and an error it throws ends the subscription, because permissions may change meanwhile. Throws UNAVAILABLE when
 * too many subscriptions are open, in all or for this watcher or website.
 */
export async function* watchLive(
  reading: Reading,
  watcher: Watcher,
  look: () => Promise<Pick<Website, 'id' | 'timezone'>>,
  now: () => number,
): AsyncGenerator<Live, void> {
  const until = performance.now() + WATCHED_FOR;
  let website = await look();
  const leave = seats.take(watcher, website.id);
  try {
    while (performance.now() < until) {
      yield await readLive(reading, website, now());
      await sleep(EVERY, undefined, { ref: false });
      website = await look();
    }
  } finally {
    leave();
  }
}
