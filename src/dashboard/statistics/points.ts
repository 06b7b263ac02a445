import { dateOf, dayNumber, lastDayOfMonth, monthNumber } from '../../domain/calendar.ts';
import { findMetric, metricValue } from '../../domain/metrics.ts';
import type { Interval } from '../../domain/range.ts';
import { formatPoint, formatRange, formatTick, formatYear } from '../format.ts';
import { t } from '../messages.ts';
import type { MomentFragment, PointMetricsFragment } from './__generated__/operations.ts';
import type { Values } from './chart-lines.ts';
import { addDays, countDays, type Days } from './days.ts';
import type { ChartMetric } from './state.ts';

/** A point of the chart, whatever it shows. */
export type Start = Pick<MomentFragment, 'start' | 'partial' | 'begun'>;

/** The interval of points, and the days of all of them. */
interface Whole {
  readonly interval: Interval;
  readonly days: Days;
}

/**
 * Returns a metric of one point; null if imports do not know it, and for a rate or duration of no visits. A metric that
 * points do not list is computed from those they do.
 */
export function valueAt(point: MomentFragment, name: ChartMetric): number | null {
  const metric = findMetric(name);
  if (metric.unit !== 'count' && point.visits === 0) return null;
  return name in point ? point[name as keyof PointMetricsFragment] : metricValue(metric, point);
}

/**
 * Returns the series of the chart: index, whole points, the line from a partial first point to a whole one, the lines
 * to all other partial points, and the comparison. A point without a value is a gap.
 */
export function dataOf<Point extends Start>(
  points: readonly Point[],
  previous: readonly Point[] | null,
  read: (point: Point) => number | null,
): readonly Values[] {
  const isPartial = (index: number) => points[index]?.partial === true;
  const leadsIn = isPartial(0) && !isPartial(1);
  return [
    points.map((_, index) => index),
    points.map((point, index) => (isPartial(index) ? null : read(point))),
    points.map((point, index) => (leadsIn && index < 2 ? read(point) : null)),
    points.map((point, index) =>
      (isPartial(index) && !(leadsIn && index === 0)) || isPartial(index + 1) ? read(point) : null,
    ),
    points.map((_, index) => {
      const before = previous?.[index];
      return before ? read(before) : null;
    }),
  ];
}

/** Returns the note on a partial point, such as `(so far)`; empty for whole points and those that have not begun. */
export function partOf(
  points: readonly Start[],
  index: number,
  { interval, days, today }: Whole & { readonly today: string },
): string {
  const point = points[index];
  if (!point?.partial) return '';
  const first = point.start.slice(0, 10);
  const last = lastDayOf(first, interval);
  const isUnderWay = first <= today && today <= last;
  const hasAllSoFar = isUnderWay && first >= days.from && today <= days.to;
  if (!hasAllSoFar && (first < days.from || last > days.to))
    return interval === 'MONTH' ? t('chart.partOfMonth') : t('chart.partOfWeek');
  // Future hours are partial, too, but only the first partial hour is under way.
  const isLater = interval === 'HOUR' && points[index - 1]?.partial === true;
  return isUnderWay && !isLater ? t('chart.soFar') : '';
}

/** Returns the last day of the point that begins on this day. */
export function lastDayOf(first: string, interval: Interval): string {
  if (interval === 'WEEK') return dateOf(dayNumber(first) + 6);
  return interval === 'MONTH' ? dateOf(lastDayOfMonth(monthNumber(dayNumber(first)))) : first;
}

/** Returns the days of the points from one to another, as far as they are in the range; null if they are the range. */
export function daysFrom(
  points: readonly Pick<Start, 'start'>[],
  [one, other]: readonly [one: number, other: number],
  whole: Whole,
): Days | null {
  const { from, to } = daysWithin(points, [Math.min(one, other), Math.max(one, other)], whole);
  return from === whole.days.from && to === whole.days.to ? null : { from, to };
}

function daysWithin(
  points: readonly Pick<Start, 'start'>[],
  [one, other]: readonly [one: number, other: number],
  { interval, days }: Whole,
): Days {
  const first = points[one]?.start.slice(0, 10) ?? days.from;
  const last = lastDayOf(points[other]?.start.slice(0, 10) ?? days.to, interval);
  return { from: first < days.from ? days.from : first, to: last > days.to ? days.to : last };
}

/** Names a point. A week is named by its days in the range, since readers' weeks begin on different days. */
export function nameOf(points: readonly Pick<Start, 'start'>[], index: number, whole: Whole): string {
  const { from, to } = daysWithin(points, [index, index], whole);
  return whole.interval === 'WEEK' ? formatRange(from, to) : formatPoint(points[index]?.start ?? from, whole.interval);
}

/**
 * Returns the labels of points below the axis. One says where its point starts: of a cut week, on its first day in the
 * range. If the range has days of several years, the first label has its year, and so has each one of another year.
 */
export function labelsOf(
  points: readonly Pick<Start, 'start'>[],
  indexes: readonly number[],
  { interval, days }: Whole,
): { readonly index: number; readonly text: string; readonly year: string }[] {
  const [first, last] = [formatYear(days.from), formatYear(days.to)];
  let known = first === last ? last : '';
  return indexes.map(index => {
    const { start = '' } = points[index] ?? {};
    const from = interval === 'WEEK' && start < days.from ? days.from : start;
    const year = formatYear(from);
    const isNew = year !== known;
    known = year;
    return { index, text: formatTick(from, interval), year: isNew ? year : '' };
  });
}

/** Names the point that another one is compared with, which has as many days: those of a month seldom are a month. */
export function nameBefore(
  previous: readonly Pick<Start, 'start'>[],
  points: readonly Pick<Start, 'start'>[],
  index: number,
  whole: Whole,
): string {
  const { interval } = whole;
  const start = previous[index]?.start ?? '';
  if (interval === 'HOUR' || interval === 'DAY') return formatPoint(start, interval);
  const next = previous[index + 1]?.start;
  const to = next ? addDays(next, -1) : addDays(start, countDays(daysWithin(points, [index, index], whole)) - 1);
  const isMonth = interval === 'MONTH' && start.endsWith('-01') && to === lastDayOf(start, interval);
  return isMonth ? formatPoint(start, interval) : formatRange(start, to < start ? start : to);
}

/** Returns the index of the point that contains the day, of several hours the first; -1 for a day before the range. */
export function indexOfDay(points: readonly Pick<Start, 'start'>[], day: string, interval: Interval): number {
  const isThere = ({ start }: Pick<Start, 'start'>) => start.slice(0, 10) <= day;
  const last = points.findLastIndex(isThere);
  return interval === 'HOUR' && last >= 0
    ? points.findIndex(({ start }) => start.slice(0, 10) === points[last]?.start.slice(0, 10))
    : last;
}
