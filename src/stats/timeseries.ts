import { LRUCache } from 'lru-cache';
import type { AmountOf } from '../counting/amounts-by.ts';
import { ROLLUP_DAY, ROLLUP_HOUR, type RollupQuery } from '../counting/rollups.ts';
import { type AllSums, addAt, NO_SUMS, sumOf, type Vector } from '../counting/vector.ts';
import { dateOf } from '../domain/calendar.ts';
import { type DayRange, type Earlier, hourText, type Interval, type Slot, slotsOf } from '../domain/range.ts';
import { localDay } from '../domain/time-zone.ts';
import { sumByUnit } from './amounts.ts';
import { type PeriodSources, readAmountsOverTime } from './amounts-over-time.ts';
import { periodMetrics } from './counts.ts';
import type { ImportedShare, Ratios, TimeseriesQuery, UnitSum } from './query.ts';
import type { Texts } from './texts.ts';
import { ratiosOf, readUnpaired, type Unpaired } from './unpaired.ts';
import { pageviewsWithoutHours } from './without-hours.ts';

/** One point; its sums are zero where nothing was counted. */
export interface Point {
  /**
   * `2026-01-31`, or `2026-01-31T07` for hours, in the website's time zone; weeks by their Monday, months by their
   * first day.
   */
  readonly start: string;
  /** True when the range cuts off the period, or when the period is not over yet. */
  readonly partial: boolean;
  readonly sums: AllSums;
  /** The ratios of which imports know only one metric in this period. */
  readonly ratios: Ratios;
  /** The amounts of events by unit, the empty one first. */
  readonly amounts: readonly UnitSum[];
  /** The pageviews that imports have added as sums. */
  readonly imported: number;
}

/** The points of a range, and as many points of the compared range, which together cover everything counted in it. */
export interface Series {
  readonly interval: Interval;
  readonly points: readonly Point[];
  readonly previous: readonly Point[] | null;
  readonly share: ImportedShare;
  /** For hours, the pageviews of the range that are in no point; otherwise 0. */
  readonly withoutHours: number;
}

/**
 * Reads a time series without gaps: hours that a day does not have are missing, hours that occur twice are one point.
 */
export async function readSeries(sources: PeriodSources, query: TimeseriesQuery): Promise<Series> {
  const { reader } = sources;
  const { website, filter, interval, timezone, attention } = query;
  const hourly = interval === 'HOUR';
  const earlier = await reader.earlier(website, filter, query, query.compare);
  const ofPeriod = ({ from, to }: DayRange): RollupQuery => ({
    rollup: hourly ? ROLLUP_HOUR : ROLLUP_DAY,
    by: hourly ? 'hour' : 'day',
    from,
    to,
    metrics: periodMetrics(attention),
  });
  const read = (range: DayRange) => reader.read(website, filter, ofPeriod(range));
  const importedIn = (range: DayRange) => (filter ? null : reader.imported(website, ofPeriod(range)));
  const unpairedIn = (range: DayRange) => readUnpaired(reader, website, filter, ofPeriod(range));
  const amountsIn = (range: DayRange) =>
    query.amounts ? readAmountsOverTime(sources, query, range, hourly ? 'hour' : 'day') : [];
  const [vector, before, amounts, amountsBefore] = await Promise.all([
    read(query),
    earlier && read(earlier),
    amountsIn(query),
    earlier && amountsIn(earlier),
  ]);
  const [imported, importedBefore] = await Promise.all([importedIn(query), earlier && importedIn(earlier)]);
  const today = localDay(query.now, timezone);
  const calendar = withCounted(calendarOf(query, interval, timezone), hourly ? vector : null);
  const points = async (
    of: Calendar,
    [sums, part, unpaired]: readonly [Vector, Vector | null, Unpaired],
    money: readonly AmountOf[],
  ) => pointsOf(of, [sums, part, unpaired], await amountsByPlace(of, website, money, sources.texts), today);
  const [now, then] = await Promise.all([
    points(calendar, [vector, imported, await unpairedIn(query)], amounts),
    earlier && before
      ? points(
          placed(slotsBefore(calendar.slots, earlier)),
          [before, importedBefore, await unpairedIn(earlier)],
          amountsBefore ?? [],
        )
      : null,
  ]);
  return {
    interval,
    points: now,
    previous: then,
    share: { imported: imported ? addUp(imported) : 0, all: addUp(vector) },
    withoutHours: hourly && !filter ? await pageviewsWithoutHours(reader, website, query) : 0,
  };
}

function addUp(vector: Vector): number {
  return Object.values(sumOf(vector)).reduce((sum, count) => sum + count, 0);
}

/** The slots of a series, and the position among them of each day, or of each hour as `day * 24 + hour`. */
interface Calendar {
  readonly slots: readonly Slot[];
  readonly placeOf: ReadonlyMap<number, number>;
}

/** Enough slots for a few long series. */
const CALENDARS = 20_000;
/** A page of websites requests the same days again and again. */
const calendars = new LRUCache<string, Calendar>({ maxSize: CALENDARS, sizeCalculation: ({ slots }) => slots.length });

function calendarOf(range: DayRange, interval: Interval, timezone: string): Calendar {
  const key = `${range.from} ${range.to} ${interval === 'HOUR' ? timezone : interval}`;
  const known = calendars.get(key);
  if (known) return known;
  const calendar = placed(slotsOf(range, interval, timezone));
  calendars.set(key, calendar);
  return calendar;
}

function placed(slots: readonly Slot[]): Calendar {
  const placeOf = new Map<number, number>();
  slots.forEach(({ from, to, hour }, at) => {
    for (let day = from; day <= to; day++) placeOf.set(hour === null ? day : day * 24 + hour, at);
  });
  return { slots, placeOf };
}

/**
 * Adds hours that were counted although the day does not have them, because the website's time zone was different then.
 */
function withCounted(calendar: Calendar, counted: Vector | null): Calendar {
  const missing = counted?.ids.filter(id => !calendar.placeOf.has(id)) ?? [];
  if (missing.length === 0) return calendar;
  const added = missing.map(id => {
    const day = Math.floor(id / 24);
    return { from: day, to: day, hour: id % 24, start: hourText(dateOf(day), id % 24), cut: false };
  });
  return placed([...calendar.slots, ...added].sort((a, b) => a.from - b.from || (a.hour ?? 0) - (b.hour ?? 0)));
}

/** Returns the same points over the earlier range, with each day of it in exactly one of them. */
function slotsBefore(slots: readonly Slot[], { to, dayBefore }: Earlier): Slot[] {
  const before: Slot[] = [];
  let last = to;
  let later = Number.POSITIVE_INFINITY;
  for (const slot of slots.toReversed()) {
    // All hours of a day refer to the same earlier days.
    if (slot.from < later && before.length > 0) last = dayBefore(later) - 1;
    later = slot.from;
    const from = dayBefore(slot.from);
    const date = dateOf(from);
    before.push({ ...slot, from, to: last, start: slot.hour === null ? date : hourText(date, slot.hour) });
  }
  return before.reverse();
}

/** Returns the amounts of each point by its position. */
function amountsByPlace(
  calendar: Calendar,
  website: number,
  amounts: readonly AmountOf[],
  texts: Texts,
): Promise<Map<number, UnitSum[]>> {
  const placed = amounts.flatMap(amount => {
    const of = placeIn(calendar, amount.of);
    return of === undefined ? [] : { ...amount, of };
  });
  return sumByUnit(website, placed, texts);
}

function pointsOf(
  calendar: Calendar,
  [vector, part, unpaired]: readonly [all: Vector, imported: Vector | null, unpaired: Unpaired],
  amounts: ReadonlyMap<number, readonly UnitSum[]>,
  today: { day: number; hour: number },
): Point[] {
  const { slots } = calendar;
  const sums = sumsByPlace(calendar, vector);
  const imported = part && sumsByPlace(calendar, part);
  const leftOut = new Map([...unpaired.values()].map(one => [one, sumsByPlace(calendar, one)]));
  return slots.map(({ to, hour, start, cut }, at) => ({
    start,
    partial: cut || to > today.day || (to === today.day && (hour === null || hour >= today.hour)),
    sums: sums[at] ?? NO_SUMS,
    ratios: ratiosOf(unpaired, sums[at] ?? NO_SUMS, one => leftOut.get(one)?.[at]),
    amounts: amounts.get(at) ?? [],
    imported: imported?.[at]?.pageviews ?? 0,
  }));
}

/** Returns the sums of each point by its position; undefined where nothing was counted. */
function sumsByPlace(calendar: Calendar, vector: Vector): (AllSums | undefined)[] {
  const sums: (AllSums | undefined)[] = calendar.slots.map(() => undefined);
  vector.ids.forEach((id, at) => {
    const place = placeIn(calendar, id);
    if (place === undefined) return;
    const ofSlot = sums[place] ?? { ...NO_SUMS };
    sums[place] = ofSlot;
    addAt(ofSlot, vector, at);
  });
  return sums;
}

/** Returns the position of the point of a day, or of an hour as `day * 24 + hour`. */
function placeIn({ slots, placeOf }: Calendar, id: number): number | undefined {
  return placeOf.get(slots[0]?.hour === null ? id : hourWithPoint(id, placeOf));
}

/** An hour that the later day does not have is counted with the hour before it, or with the first hour of its day. */
function hourWithPoint(id: number, placeOf: ReadonlyMap<number, number>): number {
  const midnight = id - (id % 24);
  let hour = id;
  while (hour > midnight && !placeOf.has(hour)) hour--;
  while (hour < midnight + 24 && !placeOf.has(hour)) hour++;
  return hour;
}
