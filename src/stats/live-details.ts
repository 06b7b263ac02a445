import { reachable } from '../db/open.ts';
import {
  type LiveEventRow,
  type LiveMinuteRow,
  type LiveVisitorsRow,
  readLiveEvents,
  readLiveMinutes,
  readLiveVisitors,
} from '../db/visits/live.ts';
import { labelOf } from '../domain/label.ts';
import { type AskedNow, latelyReader, latestDays, type Zoned } from './lately.ts';
import type { Reading } from './loader.ts';

/** What was counted in one minute. */
export interface LiveMinute {
  /** Milliseconds since 1970, UTC. */
  readonly start: number;
  readonly visitors: number;
  readonly pageviews: number;
  readonly events: number;
}

/** A value with the visitors who have it. */
export interface LiveValue {
  readonly value: string;
  readonly label: string;
  readonly visitors: number;
}

/** An event, how often it happened, and the start of the minute in which it happened last. */
export interface LiveEvent {
  readonly value: string;
  readonly label: string;
  readonly count: number;
  readonly latest: number;
}

/** What happened on a website in the last 30 minutes. */
export interface LiveDetails {
  /** 30 minutes in their order; the last one is under way. */
  readonly minutes: readonly LiveMinute[];
  readonly sources: readonly LiveValue[];
  readonly countries: readonly LiveValue[];
  /** Those that happened last come first. */
  readonly events: readonly LiveEvent[];
}

const MINUTE = 60_000;
const MINUTES = 30;
const LISTED = 10;

/**
 * Returns what happened on a website in the last 30 whole minutes before `now` (milliseconds since 1970, UTC), the one
 * under way included, or up to two seconds before. Throws UNAVAILABLE when the database is unavailable.
 */
export const readLiveDetails: (reading: Reading, website: Zoned, now: number) => Promise<LiveDetails> = latelyReader(
  async (reading, asked) => {
    const rows = await readRows(reading, asked);
    return Promise.all(asked.map(one => detailsOf(reading, rows, one)));
  },
);

const firstMinute = (now: number): number => now - (now % MINUTE) - (MINUTES - 1) * MINUTE;

async function readRows({ database }: Reading, asked: readonly AskedNow[]) {
  const now = Math.min(...asked.map(one => one.now));
  const since = firstMinute(now);
  const days = latestDays(asked, now, MINUTES * MINUTE);
  const { dialect } = database;
  const [minutes, sources, countries, events] = await reachable(database, () =>
    Promise.all([
      readLiveMinutes(dialect, days, since),
      readLiveVisitors(dialect, days, 'source', since, LISTED),
      readLiveVisitors(dialect, days, 'country', since, LISTED),
      readLiveEvents(dialect, days, since, LISTED),
    ]),
  );
  return {
    minutes: byWebsite(minutes),
    sources: byWebsite(sources),
    countries: byWebsite(countries),
    events: byWebsite(events),
  };
}

type Rows = Awaited<ReturnType<typeof readRows>>;

async function detailsOf(
  { database, texts }: Reading,
  rows: Rows,
  { website: { id }, now }: AskedNow,
): Promise<LiveDetails> {
  const [sources, countries, events] = [rows.sources.get(id), rows.countries.get(id), rows.events.get(id)];
  const ids = [...(sources ?? []), ...(countries ?? [])].map(({ value }) => value);
  const values = await reachable(database, () => texts.of(id, [...ids, ...(events ?? []).map(({ event }) => event)]));
  const valued = (kind: 'source' | 'place') => (row: LiveVisitorsRow) => {
    const value = values.get(row.value) ?? '';
    return { value, label: labelOf(kind, value), visitors: row.visitors };
  };
  const eventOf = ({ event, count, minute }: LiveEventRow): LiveEvent => {
    const value = values.get(event) ?? '';
    return { value, label: labelOf('plain', value), count, latest: minute };
  };
  return {
    minutes: everyMinute(rows.minutes.get(id) ?? [], now),
    sources: (sources ?? []).map(valued('source')),
    countries: (countries ?? []).map(valued('place')),
    events: (events ?? []).map(eventOf),
  };
}

function everyMinute(rows: readonly LiveMinuteRow[], now: number): LiveMinute[] {
  const known = new Map(rows.map(row => [row.minute, row]));
  return Array.from({ length: MINUTES }, (_, index) => {
    const start = firstMinute(now) + index * MINUTE;
    const { visitors = 0, pageviews = 0, events = 0 } = known.get(start) ?? {};
    return { start, visitors, pageviews, events };
  });
}

function byWebsite<Row extends { readonly website: number }>(rows: readonly Row[]): Map<number, Row[]> {
  return Map.groupBy(rows, ({ website }) => website);
}
