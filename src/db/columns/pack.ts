import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type DaySize, MOST_SHARES } from '../../counting/chunks.ts';
import { firstDayOfMonth, lastDayOfMonth, monthNumber } from '../../domain/calendar.ts';
import type { DayRange } from '../../domain/range.ts';
import { type Dialect, isUnavailable } from '../dialect.ts';
import { type Backlog, daysIn, type ListedSegment, type Progress, readBacklogs } from './backlog.ts';
import { readSizes } from './days.ts';
import { readPart } from './read-part.ts';
import { type ColumnStore, isOfDisk } from './store.ts';
import { writeSegment } from './write-segment.ts';

/** Days after its end at which a month is packed as one, in place of its days. */
const MONTH_RESTS = 3;
/** Days of a packed month that may have changed before the month is packed again. */
const MOST_OVERRIDES = 4;
/** The most visits of a segment. */
const MOST_VISITS = 200_000;

export interface PackOptions {
  readonly dialect: Dialect;
  readonly store: ColumnStore;
  /** The most visits of a segment. */
  readonly mostVisits?: number;
  /** Called after each segment, to let others work. */
  readonly rest?: () => Promise<void>;
  /** Called at the beginning and after each month. */
  readonly report?: (progress: Omit<Progress, 'bytes'>) => void;
}

/**
 * Packs what is missing of every website and removes the files that nobody needs any more. Returns the number of
 * segments written. What cannot be packed is thrown once everything else is.
 */
export async function packColumns(options: PackOptions): Promise<number> {
  const { dialect, store, report } = options;
  const backlogs = await readBacklogs(options);
  store.tidy(backlogs.map(({ website }) => website));
  const days = backlogs.reduce((sum, backlog) => sum + daysIn(backlog.days), 0);
  let missing = backlogs.reduce((sum, backlog) => sum + backlog.missing.length, 0);
  const tell = () => report?.({ days, packed: days - missing });
  tell();
  let written = 0;
  const failures: unknown[] = [];
  for (const backlog of backlogs) {
    try {
      for await (const done of packWebsite(backlog, options)) {
        written += done.written;
        missing -= done.days;
        tell();
      }
    } catch (error) {
      // The others would fail as well.
      if (isOfDisk(error) || isUnavailable(dialect.fault(error))) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return written;
}

/** Yields the number of segments written for each month, and the number of days of it that were missing. */
async function* packWebsite(
  { website, days: { from, to }, missing, segments, useless }: Backlog,
  options: PackOptions,
): AsyncGenerator<{ readonly written: number; readonly days: number }> {
  for (const { path } of useless) rmSync(path, { force: true });
  // The newest come first, because they are asked for most.
  for (let month = monthNumber(to); from <= to && month >= monthNumber(from); month--) {
    const isOfMonth = (day: number) => monthNumber(day) === month;
    const stale = missing.filter(isOfMonth);
    const written = await packMonth(
      {
        website,
        month,
        days: { from: Math.max(from, firstDayOfMonth(month)), to: Math.min(to, lastDayOfMonth(month)) },
        missing: stale,
        segments: segments.filter(({ firstDay }) => isOfMonth(firstDay)),
        isOver: lastDayOfMonth(month) + MONTH_RESTS <= to,
      },
      options,
    );
    yield { written, days: stale.length };
  }
}

interface Month extends Omit<Backlog, 'useless'> {
  readonly month: number;
  readonly isOver: boolean;
}

/** Packs what is missing of a month: some days, or all of them together once the month is over. */
async function packMonth(
  { website, month, days, missing, segments, isOver }: Month,
  options: PackOptions,
): Promise<number> {
  const { dialect, mostVisits = MOST_VISITS } = options;
  const filled = await readSizes(dialect, website, missing);
  const overrides = new Set(segments.filter(isOfDay).map(({ firstDay }) => firstDay)).size + filled.length;
  const isPacked = segments.some(segment => !isOfDay(segment));
  // What is older than the stored visits must not stay here either.
  const isTooLong = segments.some(({ firstDay }) => firstDay < days.from);
  if (!(isOver && (isTooLong || (isPacked ? overrides > MOST_OVERRIDES : overrides > 0)))) {
    let written = 0;
    for (const { day, visits } of filled)
      written += await writeSpan(website, `d${day}`, { from: day, to: day, visits }, options);
    return written;
  }
  let written = 0;
  const spans = spansOf(days, await readSizes(dialect, website, daysOf(days)), mostVisits);
  for (const [place, span] of spans.entries()) written += await writeSpan(website, `m${month}-${place}`, span, options);
  for (const { path } of segments) rmSync(path, { force: true });
  return written;
}

/** Days and the number of their visits. */
interface Span extends DayRange {
  readonly visits: number;
}

/** Writes a segment with the rows of these days, or several with a share of their visitors each. Returns the number. */
async function writeSpan(website: number, name: string, span: Span, options: PackOptions): Promise<number> {
  const { dialect, store, rest } = options;
  const of = Math.min(MOST_SHARES, Math.ceil(span.visits / (options.mostVisits ?? MOST_VISITS))) || 1;
  for (let part = 0; part < of; part++) {
    store.checkRoom();
    const share = { part, of };
    const found = await readPart(dialect, website, span, share);
    const unique = `${of === 1 ? name : `${name}-${part}`}-${randomBytes(4).toString('hex')}`;
    writeSegment(join(store.makeFolder(website), `${unique}.seg`), found.part, { packed: found.packed, share });
    await rest?.();
  }
  return of;
}

/** Splits days into spans with few enough visits for one segment; a day with too many is the only filled one of its span. */
function spansOf({ from, to }: DayRange, sizes: readonly DaySize[], mostVisits: number): Span[] {
  const spans: Span[] = [];
  let first = from;
  let visits = 0;
  for (const size of sizes) {
    if (visits > 0 && visits + size.visits > mostVisits) {
      spans.push({ from: first, to: size.day - 1, visits });
      first = size.day;
      visits = 0;
    }
    visits += size.visits;
  }
  return [...spans, { from: first, to, visits }];
}

function isOfDay({ path }: ListedSegment): boolean {
  return basename(path).startsWith('d');
}

function daysOf({ from, to }: DayRange): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
