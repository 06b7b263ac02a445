import type { DayRange } from '../../domain/range.ts';
import type { Dialect } from '../dialect.ts';
import { chunks, int } from '../sql.ts';
import { coverageOf } from './coverage.ts';
import { readSizes } from './days.ts';
import { readDayVersions } from './late-days.ts';
import { readFoldedDays } from './read.ts';
import type { Segment } from './segment.ts';
import type { ColumnStore } from './store.ts';

const DAYS_AT_ONCE = 10;

/** A segment whose columns are not read. */
export type ListedSegment = Pick<Segment, 'path' | 'firstDay' | 'days' | 'packed' | 'share'>;

interface BacklogOptions {
  readonly dialect: Dialect;
  readonly store: ColumnStore;
}

/** What is packed of a website, and what is not. */
export interface Backlog {
  readonly website: number;
  /** The closed days with stored visits, and those between; `from` is later than `to` when there are none. */
  readonly days: DayRange;
  /** The days that no segment has as they are now, many of which may be empty. */
  readonly missing: readonly number[];
  /** The segments that have a day as it is now. */
  readonly segments: readonly ListedSegment[];
  /** The segments that nobody needs any more. */
  readonly useless: readonly ListedSegment[];
}

/** How much of the closed days is packed on this machine. */
export interface Progress {
  readonly days: number;
  readonly packed: number;
  /** Bytes of the files. */
  readonly bytes: number;
}

/** Returns what is packed; reads only the rows of visits that are not. */
export async function readProgress(options: BacklogOptions): Promise<Progress> {
  let days = 0;
  let packed = 0;
  for (const backlog of await readBacklogs(options)) {
    days += daysIn(backlog.days);
    packed += daysIn(backlog.days);
    // One statement about all days of a large website could take too long.
    for (const some of chunks(backlog.missing, DAYS_AT_ONCE))
      packed -= (await readSizes(options.dialect, backlog.website, some)).length;
  }
  return { days, packed, bytes: options.store.bytes() };
}

/** Returns true if a day with stored visits of any registered website is over. */
export async function isAnyDayOver(dialect: Dialect): Promise<boolean> {
  const found = await dialect.all(
    'SELECT f.website_id FROM website_fold f JOIN website w ON w.id = f.website_id WHERE EXISTS (SELECT 1 FROM visit v WHERE v.website_id = f.website_id AND v.day < f.open_day) LIMIT 1',
  );
  return found.length > 0;
}

/** Returns the backlogs of all registered websites; the data of deleted ones may stay in the database for hours. */
export async function readBacklogs(options: BacklogOptions): Promise<Backlog[]> {
  const websites = await options.dialect.all<{ id: number }>(
    'SELECT f.website_id AS id FROM website_fold f JOIN website w ON w.id = f.website_id ORDER BY f.website_id',
  );
  const backlogs: Backlog[] = [];
  for (const { id } of websites) {
    backlogs.push(await readBacklog(id, options));
  }
  return backlogs;
}

async function readBacklog(website: number, { dialect, store }: BacklogOptions): Promise<Backlog> {
  const { openDay = 0, keptFrom = 0 } = (await readFoldedDays(dialect, website)) ?? {};
  const to = openDay - 1;
  const from = Math.max(keptFrom, (await firstDayOfVisits(dialect, website)) ?? to + 1);
  const versions = from > to ? new Map() : await readDayVersions(dialect, website, { from, to });
  // An interrupted process may have left the days beside their month.
  const listed = store.list(website).toSorted((a, b) => b.days - a.days);
  const covered = coverageOf(listed, { from, to }, versions);
  const segments = covered.map(({ segment }) => segment);
  const isPacked = new Set(covered.flatMap(({ days }) => days));
  const useless = listed.filter(segment => !segments.includes(segment));
  const missing: number[] = [];
  for (let day = from; day <= to; day++) if (!isPacked.has(day)) missing.push(day);
  return { website, days: { from, to }, missing, segments, useless };
}

export function daysIn({ from, to }: DayRange): number {
  return Math.max(0, to - from + 1);
}

async function firstDayOfVisits(dialect: Dialect, website: number): Promise<number | null> {
  const [row] = await dialect.all<{ day: number | null }>(
    `SELECT MIN(day) AS day FROM visit WHERE website_id = ${int(website)}`,
  );
  return row?.day ?? null;
}
