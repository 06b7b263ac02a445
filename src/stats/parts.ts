import { addVectors, type Vector } from '../counting/vector.ts';
import type { HoursOf } from '../db/rollups/strays.ts';
import type { Filter } from '../domain/filter.ts';
import type { DayRange, Part } from '../domain/range.ts';

/**
 * Reads the days of a part, the visits that began in its hours and, without a filter, the hits of these hours that belong
 * to no visit, and adds them up.
 */
export async function readPart(
  { days, hours }: Part,
  filter: Filter | null,
  read: (filter: Filter | null, range: DayRange) => Promise<Vector>,
  readStrays: (hours: HoursOf) => Promise<Vector>,
): Promise<Vector> {
  return addVectors(
    await Promise.all([
      ...(days ? [read(filter, days)] : []),
      ...(hours ? [read(begunBefore(hours.until, filter), { from: hours.day, to: hours.day })] : []),
      ...(hours && filter === null ? [readStrays(hours)] : []),
    ]),
  );
}

/** Returns a filter for the matching visits that began before an hour of day. */
export function begunBefore(until: number, filter: Filter | null): Filter {
  const values = Array.from({ length: until }, (_, hour) => String(hour).padStart(2, '0'));
  const begun: Filter = { name: 'visitors_hours', operator: 'IS', values };
  return filter === null ? begun : { and: [filter, begun] };
}
