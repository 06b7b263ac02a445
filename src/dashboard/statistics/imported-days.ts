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

/** Returns the first to the last imported day of a website without hits; null for any other. */
export function onlyImported({
  firstHitAt,
  importedDays,
}: Pick<OverviewFragment, 'firstHitAt' | 'importedDays'>): Days | null {
  const all = importedDays.flatMap(({ from, to }) => [from, to]).toSorted();
  const [from, to] = [all[0], all.at(-1)];
  return firstHitAt === null && from && to ? { from, to } : null;
}

/** Returns true for hours of which nothing is known, because all that was counted in their days is imported as sums. */
export function lacksHours(interval: Interval, { timeseries, summary }: OverviewFragment): boolean {
  const { withoutHours } = timeseries;
  return interval === 'HOUR' && withoutHours > 0 && withoutHours === summary.pageviews.value;
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
