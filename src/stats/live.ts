import { setTimeout as sleep } from 'node:timers/promises';
import { reachable } from '../db/open.ts';
import { type LiveCount, readLiveCounts } from '../db/visits/visits.ts';
import { labelOf } from '../domain/label.ts';
import { type AskedNow, latelyReader, latestDays, type Zoned } from './lately.ts';
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
  readonly website: Zoned;
}

const MINUTE = 60_000;
const SPAN = 30 * MINUTE;
const ACTIVE = 5 * MINUTE;
const PAGES = 10;
/**
 * Returns the visitors on a website at `now` (milliseconds since 1970, UTC), or up to two seconds before. Throws
 * UNAVAILABLE when the database is unavailable.
 */
export const readLive: (reading: Reading, website: Zoned, now: number) => Promise<Live> = latelyReader(
  async (reading, asked) => {
    const counts = await readCounts(reading, asked);
    return Promise.all(asked.map(({ website, now }) => liveOf(reading, counts.get(website.id) ?? [], website, now)));
  },
);

/** Returns the visitors of the last half hour on their latest pages, by website. */
async function readCounts({ database }: Reading, asked: readonly AskedNow[]) {
  const now = Math.min(...asked.map(one => one.now));
  const days = latestDays(asked, now, SPAN);
  const times = { since: now - SPAN, activeSince: now - ACTIVE };
  const counts = await reachable(database, () => readLiveCounts(database.dialect, days, times, PAGES));
  return Map.groupBy(counts, ({ website }) => website);
}

async function liveOf(
  { database, texts }: Reading,
  counts: readonly LiveCount[],
  website: Zoned,
  at: number,
): Promise<Live> {
  const active = counts.filter(({ visitors }) => visitors > 0);
  const values = await reachable(database, () =>
    texts.of(
      website.id,
      active.map(({ page }) => page),
    ),
  );
  const pages = active.map(({ page, visitors }) => {
    const value = values.get(page) ?? '';
    return { value, label: labelOf('page', value), visitors };
  });
  pages.sort((a, b) => b.visitors - a.visitors || (a.value < b.value ? -1 : 1));
  const [first] = counts;
  return { visitors5: first?.visitors5 ?? 0, visitors30: first?.visitors30 ?? 0, pages, at, website };
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
  look: () => Promise<Zoned>,
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
