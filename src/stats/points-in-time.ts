import { LRUCache } from 'lru-cache';
import type { Vector } from '../counting/vector.ts';
import { dateOf } from '../domain/calendar.ts';
import { type DayRange, type Earlier, hourText, type Interval, type Slot, slotsOf } from '../domain/range.ts';

/** The slots of a series, and the position among them of each day, or of each hour as `day * 24 + hour`. */
export interface Calendar {
  readonly slots: readonly Slot[];
  readonly placeOf: ReadonlyMap<number, number>;
}

/** Enough slots for a few long series. */
const CALENDARS = 20_000;
/** A page of websites requests the same days again and again. */
const calendars = new LRUCache<string, Calendar>({ maxSize: CALENDARS, sizeCalculation: ({ slots }) => slots.length });

/** Returns the points of a range without counts. */
export function calendarOf(range: DayRange, interval: Interval, timezone: string): Calendar {
  const key = `${range.from} ${range.to} ${interval === 'HOUR' ? timezone : interval}`;
  const known = calendars.get(key);
  if (known) return known;
  const calendar = placed(slotsOf(range, interval, timezone));
  calendars.set(key, calendar);
  return calendar;
}

/** Returns slots with the position of each day or hour. */
export function placed(slots: readonly Slot[]): Calendar {
  const placeOf = new Map<number, number>();
  slots.forEach(({ from, to, hour }, at) => {
    for (let day = from; day <= to; day++) placeOf.set(hour === null ? day : day * 24 + hour, at);
  });
  return { slots, placeOf };
}

/**
 * Adds hours that were counted although the day does not have them, because the website's time zone was different then.
 */
export function withCounted(calendar: Calendar, counted: Vector | null): Calendar {
  const missing = counted?.ids.filter(id => !calendar.placeOf.has(id)) ?? [];
  if (missing.length === 0) return calendar;
  const added = missing.map(id => {
    const day = Math.floor(id / 24);
    return { from: day, to: day, hour: id % 24, start: hourText(dateOf(day), id % 24), cut: false };
  });
  return placed([...calendar.slots, ...added].sort((a, b) => a.from - b.from || (a.hour ?? 0) - (b.hour ?? 0)));
}

/**
 * Returns the same points over the earlier range; each of its days is in exactly one point. Of two points that begin on the
 * same earlier day, as those of February 28 and 29 do a year before, the first has it, and the other is empty.
 */
export function slotsBefore(slots: readonly Slot[], { to, dayBefore }: Earlier): Slot[] {
  /** By the earlier day on which points begin: the first day with such points, which have it and the days up to the next. */
  const owners = new Map<number, number>();
  for (const slot of slots) {
    const from = dayBefore(slot.from);
    if (!owners.has(from)) owners.set(from, slot.from);
  }
  const begins = [...owners.keys()];
  const lasts = new Map(begins.map((from, at) => [from, (begins[at + 1] ?? to + 1) - 1]));
  return slots.map(slot => {
    const from = dayBefore(slot.from);
    const date = dateOf(from);
    const last = owners.get(from) === slot.from ? (lasts.get(from) as number) : from - 1;
    return { ...slot, from, to: last, start: slot.hour === null ? date : hourText(date, slot.hour) };
  });
}

/** Returns the position of the point of a day, or of an hour as `day * 24 + hour`. */
export function placeIn({ slots, placeOf }: Calendar, id: number): number | undefined {
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
