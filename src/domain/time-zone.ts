import { DAY } from './calendar.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Of the days that are remembered. */
const MOST = 20_000;
const ALL_HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** A clock change: the offsets before it and from it on. */
interface Change {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** The offset of a UTC day, or how it changes on it. Since 1970, changes of a zone have been a week apart or more. */
  readonly days: Map<number, number | Change>;
}
const zones = new Map<string, Zone>();

/** Returns the IANA name of a time zone as Intl writes it; null for unknown names and offsets such as `+02:00`. */
export function canonicalTimeZone(name: string): string | null {
  if (name.length > 64 || !/^[a-z][a-z0-9_+/-]*$/i.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Intl returns Asia/Calcutta for Asia/Kolkata; users expect the name they chose.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
}

/** Returns how many milliseconds `timeZone` is ahead of UTC at `time`. Throws RangeError for an unknown one. */
function zoneOffset(time: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const found = offsetOn(Math.floor(time / DAY), timeZone);
  if (typeof found === 'number') return found;
  return time < found.at ? found.before : found.after;
}

function offsetOn(day: number, timeZone: string): number | Change {
  let zone = zones.get(timeZone);
  if (!zone) {
    zone = { format: zoneFormat(timeZone), days: new Map() };
    zones.set(timeZone, zone);
  }
  const { format, days } = zone;
  let found = days.get(day);
  if (found === undefined) {
    found = readDay(day, format);
    if (days.size >= MOST) days.clear();
    days.set(day, found);
  }
  return found;
}

function readDay(day: number, format: Intl.DateTimeFormat): number | Change {
  let [from, to] = [day * DAY, (day + 1) * DAY];
  const [before, after] = [readOffset(from, format), readOffset(to, format)];
  if (before === after) return before;
  // Clocks change at whole seconds, and the format has no smaller ones.
  while (to - from > SECOND) {
    const middle = Math.floor((from + to) / 2 / SECOND) * SECOND;
    if (readOffset(middle, format) === before) from = middle;
    else to = middle;
  }
  return { at: to, before, after };
}

/** Returns the calendar day (days since 1970-01-01) and hour (0 to 23) of an instant in a time zone. */
export function localDay(time: number, timeZone: string): { day: number; hour: number } {
  const local = time + zoneOffset(time, timeZone);
  const day = Math.floor(local / DAY);
  return { day, hour: Math.floor((local - day * DAY) / 3_600_000) };
}

/**
 * Returns the instant at which clocks of a zone show a time, which is given as if it were UTC: the earlier one if they show it twice.
 * A time that a clock change skips is as much later.
 */
export function instantOf(clock: number, timeZone: string): number {
  if (Number.isNaN(clock)) return clock;
  const before = clock - zoneOffset(clock - DAY, timeZone);
  if (before + zoneOffset(before, timeZone) === clock) return before;
  const after = clock - zoneOffset(clock + DAY, timeZone);
  return after + zoneOffset(after, timeZone) === clock ? after : before;
}

/** Returns the first instant of a local day: its midnight, or the clock change that skips it. */
export function startOfDay(day: number, timeZone: string): number {
  const midnight = day * DAY;
  const start = instantOf(midnight, timeZone);
  if (start + zoneOffset(start, timeZone) === midnight) return start;
  const utcDay = Math.floor(start / DAY);
  const change = [offsetOn(utcDay, timeZone), offsetOn(utcDay - 1, timeZone)].find(found => typeof found !== 'number');
  return change?.at ?? start;
}

/** Returns the hours of a local day in order; a clock change skips one, or repeats one that is listed once. */
export function hoursOfDay(day: number, timeZone: string): readonly number[] {
  const start = startOfDay(day, timeZone);
  const end = startOfDay(day + 1, timeZone);
  if (end - start === DAY && zoneOffset(start, timeZone) === zoneOffset(end - 1, timeZone)) return ALL_HOURS;
  const hours = new Set<number>();
  for (let time = start; time < end; time += MINUTE) hours.add(localDay(time, timeZone).hour);
  return [...hours].sort((a, b) => a - b);
}

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

function readOffset(time: number, format: Intl.DateTimeFormat): number {
  const part: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(time)) part[type] = value;
  const local = Date.UTC(
    Number(part.year),
    Number(part.month) - 1,
    Number(part.day),
    Number(part.hour),
    Number(part.minute),
    Number(part.second),
  );
  return local - time;
}
