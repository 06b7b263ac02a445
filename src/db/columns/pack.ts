import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chunksOf, type DaySize } from '../../counting/chunks.ts';
import { firstDayOfMonth, lastDayOfMonth, monthNumber } from '../../domain/calendar.ts';
import type { DayRange } from '../../domain/range.ts';
import type { Dialect } from '../dialect.ts';
import { int } from '../sql.ts';
import { readDayVersions } from './late-days.ts';
import { PartBuilder } from './part-builder.ts';
import { readFoldedDays, readSizes } from './read.ts';
import { addRows } from './read-rows.ts';
import { type Segment, writeSegment } from './segment.ts';
import type { ColumnStore } from './store.ts';

const DAY = 86_400_000;
/** Days after its end at which a month is packed as one, in place of its days. */
const MONTH_RESTS = 3;
/** Days of a packed month that may have changed before the month is packed again. */
const MOST_OVERRIDES = 4;
/** The most visits of a segment with several days. */
const MOST_VISITS = 400_000;

export interface PackOptions {
  readonly dialect: Dialect;
  readonly store: ColumnStore;
  /** The database's time in milliseconds since 1970, UTC. */
  readonly now: number;
  readonly signal?: AbortSignal;
  /** Called after each segment, to let others work. */
  readonly rest?: () => Promise<void>;
}

/** Packs what is missing of every website and removes the files of websites that are gone. Returns the number of segments. */
export async function packColumns(options: PackOptions): Promise<number> {
  const websites = await packableWebsites(options.dialect);
  options.store.tidy(websites);
  let packed = 0;
  for (const website of websites) {
    if (options.signal?.aborted) break;
    packed += await packWebsiteColumns(website, options);
  }
  return packed;
}

/** Packs the closed days of a website. Returns the number of segments written. */
export async function packWebsiteColumns(website: number, options: PackOptions): Promise<number> {
  const { dialect, store, now, signal, rest } = options;
  const state = await readFoldedDays(dialect, website);
  if (!state) return 0;
  // A day that a wrong clock closed may be opened again, but not one that is over everywhere.
  const lastDay = Math.min(state.openDay - 1, Math.floor(now / DAY) - 2);
  const firstDay = Math.max(state.keptFrom, (await firstDayOfVisits(dialect, website)) ?? lastDay + 1);
  let written = 0;
  // The newest come first, because they are asked for most.
  for (let month = monthNumber(lastDay); month >= monthNumber(firstDay) && !signal?.aborted; month--) {
    const days = { from: Math.max(firstDay, firstDayOfMonth(month)), to: Math.min(lastDay, lastDayOfMonth(month)) };
    written += await packMonth(website, month, days, lastDayOfMonth(month) + MONTH_RESTS <= lastDay, options);
    await rest?.();
  }
  for (const segment of store.list(website))
    if (segment.firstDay + segment.days <= firstDay) rmSync(segment.path, { force: true });
  return written;
}

/** Packs what is missing of a month: some days, or all of them together once the month is over. */
async function packMonth(
  website: number,
  month: number,
  days: DayRange,
  isOver: boolean,
  options: PackOptions,
): Promise<number> {
  const { dialect, store } = options;
  const segments = store.list(website).filter(({ firstDay }) => monthNumber(firstDay) === month);
  const versions = await readDayVersions(dialect, website, days.from, days.to);
  const covered = new Set(
    segments.flatMap(({ packed }) =>
      packed.filter(one => one.version === (versions.get(one.day) ?? 0)).map(({ day }) => day),
    ),
  );
  const stale: number[] = [];
  for (let day = days.from; day <= days.to; day++) if (!covered.has(day)) stale.push(day);
  if (stale.length === 0 && !(isOver && segments.length > 0 && segments.every(isOfDay))) return 0;
  const filled = (await readSizes(dialect, website, stale)).map(({ day }) => day);
  const overrides = segments.filter(isOfDay).length + filled.length;
  const isPacked = segments.some(segment => !isOfDay(segment));
  let written = 0;
  if (isOver && (isPacked ? overrides > MOST_OVERRIDES : overrides > 0)) {
    const sizes = await readSizes(dialect, website, daysOf(days));
    for (const [place, span] of spansOf(days, sizes).entries()) {
      await writeSpan(website, `m${month}-${place}`, span, options);
      written++;
    }
    for (const { path } of segments) rmSync(path, { force: true });
  } else {
    for (const day of filled) {
      await writeSpan(website, `d${day}`, { from: day, to: day }, options);
      for (const { path, firstDay } of segments.filter(isOfDay)) if (firstDay === day) rmSync(path, { force: true });
      written++;
    }
  }
  return written;
}

/** Writes a segment with the rows of these days at one moment. */
async function writeSpan(website: number, name: string, { from, to }: DayRange, options: PackOptions): Promise<void> {
  const { dialect, store } = options;
  const { part, packed } = await dialect.snapshot(async tx => {
    const versions = await readDayVersions(tx, website, from, to);
    const days = daysOf({ from, to });
    const builder = new PartBuilder(from, days.length);
    for (const chunk of chunksOf({ from, to }, await readSizes(tx, website, days)))
      await addRows(tx, dialect, website, chunk, { firstDay: from, builder, withHits: true });
    return { part: builder.build(), packed: days.map(day => ({ day, version: versions.get(day) ?? 0 })) };
  });
  writeSegment(join(store.makeFolder(website), `${name}-${randomBytes(4).toString('hex')}.seg`), part, packed);
}

/** Splits days into spans with few enough visits for one segment. */
function spansOf({ from, to }: DayRange, sizes: readonly DaySize[]): DayRange[] {
  const spans: DayRange[] = [];
  let first = from;
  let visits = 0;
  for (const size of sizes) {
    if (visits > 0 && visits + size.visits > MOST_VISITS) {
      spans.push({ from: first, to: size.day - 1 });
      first = size.day;
      visits = 0;
    }
    visits += size.visits;
  }
  return [...spans, { from: first, to }];
}

function isOfDay({ path }: Pick<Segment, 'path'>): boolean {
  return basename(path).startsWith('d');
}

function daysOf({ from, to }: DayRange): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

async function firstDayOfVisits(dialect: Dialect, website: number): Promise<number | null> {
  const [row] = await dialect.all<{ day: number | null }>(
    `SELECT MIN(day) AS day FROM visit WHERE website_id = ${int(website)}`,
  );
  return row?.day ?? null;
}

/** Returns the ids of the registered websites that have been folded; the data of deleted ones may stay for hours. */
async function packableWebsites(dialect: Dialect): Promise<number[]> {
  const rows = await dialect.all<{ id: number }>(
    'SELECT f.website_id AS id FROM website_fold f JOIN website w ON w.id = f.website_id ORDER BY f.website_id',
  );
  return rows.map(({ id }) => id);
}
