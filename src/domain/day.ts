const MINUTE = 60_000;
const DAY = 86_400_000;
/** Since 1970, time zones have changed their offset only at multiples of this. */
const BLOCK = 15 * MINUTE;
const MAX_BLOCKS = 20_000;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly offsets: Map<number, number>;
}
const zones = new Map<string, Zone>();

/**
 * Returns how many milliseconds `timeZone` (IANA) is ahead of UTC at `time`. Throws RangeError for an unknown time
 * zone.
 */
export function zoneOffset(time: number, timeZone: string): number {
  let zone = zones.get(timeZone);
  if (!zone) {
    zone = { format: zoneFormat(timeZone), offsets: new Map() };
    zones.set(timeZone, zone);
  }
  const block = Math.floor(time / BLOCK);
  let offset = zone.offsets.get(block);
  if (offset === undefined) {
    offset = readOffset(block * BLOCK, zone.format);
    if (zone.offsets.size >= MAX_BLOCKS) zone.offsets.clear();
    zone.offsets.set(block, offset);
  }
  return offset;
}

/** Returns the calendar day (days since 1970-01-01) and hour (0 to 23) of an instant in a time zone. */
export function localDay(time: number, timeZone: string): { day: number; hour: number } {
  const local = time + zoneOffset(time, timeZone);
  const day = Math.floor(local / DAY);
  return { day, hour: Math.floor((local - day * DAY) / 3_600_000) };
}

/** Returns the first instant of a local day: its midnight, or the end of the clock change that skips it. */
export function startOfDay(day: number, timeZone: string): number {
  const utc = day * DAY;
  // Two steps suffice for every zone: the first offset can be that of the day before a clock change.
  let start = utc - zoneOffset(utc, timeZone);
  start = utc - zoneOffset(start, timeZone);
  while (localDay(start, timeZone).day < day) start += BLOCK;
  while (localDay(start - BLOCK, timeZone).day === day) start -= BLOCK;
  return start;
}

/** Returns the first day (days since 1970-01-01) whose hits are kept at `now`; older hits count only in the rollups. */
export function keptFrom(now: number, retentionDays: number): number {
  return Math.floor(now / DAY) - retentionDays;
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
