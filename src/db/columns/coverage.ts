import type { DayRange } from '../../domain/range.ts';
import type { DayVersions } from './late-days.ts';
import type { Segment } from './segment.ts';

type Packed = Pick<Segment, 'share' | 'packed'>;

/** A segment and those of its days (since 1970-01-01) that are read from it. */
export interface Covered<Of extends Packed> {
  readonly segment: Of;
  readonly days: readonly number[];
}

/**
 * Returns what to read from segments: each day at most once, as it is now, and a day that is divided among several
 * segments only with all of them. Of two segments with the same day, the first is read.
 */
export function coverageOf<Of extends Packed>(
  segments: readonly Of[],
  { from, to }: DayRange,
  versions: DayVersions,
): Covered<Of>[] {
  const covered = new Set<number>();
  const daysOf = new Map<Of, number[]>();
  /** By day and number of shares. */
  const shares = new Map<string, (Of | undefined)[]>();
  const take = (segment: Of, day: number) => daysOf.set(segment, [...(daysOf.get(segment) ?? []), day]);
  for (const segment of segments)
    for (const { day, version } of segment.packed) {
      if (day < from || day > to || covered.has(day) || version !== (versions.get(day) ?? 0)) continue;
      const { part, of } = segment.share;
      const found = shares.get(`${day} ${of}`) ?? Array.from({ length: of });
      shares.set(`${day} ${of}`, found);
      found[part] ??= segment;
      if (!found.every(one => one !== undefined)) continue;
      covered.add(day);
      for (const one of found) take(one as Of, day);
    }
  return segments.flatMap(segment => {
    const days = daysOf.get(segment);
    return days ? [{ segment, days }] : [];
  });
}
