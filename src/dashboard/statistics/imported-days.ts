import type { Interval } from '../../domain/range.ts';
import type { OverviewFragment } from './__generated__/operations.ts';
import type { Run } from './chart-lines.ts';
import type { Days } from './days.ts';
import { lastDayOf, type Start } from './points.ts';

export type ImportedDays = OverviewFragment['importedDays'][number];

/** Returns the imports that have days in a range, each with these days only. */
export function importedWithin(imported: readonly ImportedDays[], { from, to }: Days): ImportedDays[] {
  return imported
    .filter(one => one.from <= to && one.to >= from)
    .map(one => ({ ...one, from: one.from < from ? from : one.from, to: one.to > to ? to : one.to }));
}

/** Returns the runs of points with imported days: the index of the first and of the last point of each. */
export function importedRuns(
  points: readonly Pick<Start, 'start'>[],
  interval: Interval,
  imported: readonly Days[],
): Run[] {
  const runs: [number, number][] = [];
  points.forEach(({ start }, index) => {
    const first = start.slice(0, 10);
    const last = lastDayOf(first, interval);
    if (!imported.some(({ from, to }) => from <= last && to >= first)) return;
    const run = runs.at(-1);
    if (run?.[1] === index - 1) run[1] = index;
    else runs.push([index, index]);
  });
  return runs;
}

/** Returns true for an hour of a day of which imports know only the sums, so that nothing is known of the hour. */
export function isUnknownHour({ start }: Pick<Start, 'start'>, imported: readonly ImportedDays[]): boolean {
  const day = start.slice(0, 10);
  return start.length > 10 && imported.some(({ kind, from, to }) => kind === 'SUMS' && from <= day && to >= day);
}

/** Returns true for a point before the first day from which single visits are there; null if they always are. */
export function isBeforeHits({ start }: Pick<Start, 'start'>, interval: Interval, countsFrom: string | null): boolean {
  return countsFrom !== null && lastDayOf(start.slice(0, 10), interval) < countsFrom;
}
