import { dateOf, dayNumber, lastDayOfMonth, monthNumber } from '../../domain/calendar.ts';
import { findMetric, metricValue } from '../../domain/metrics.ts';
import type { Interval } from '../../domain/range.ts';
import { t } from '../messages.ts';
import type { MomentFragment, PointMetricsFragment } from './__generated__/operations.ts';
import type { Values } from './chart-lines.ts';
import type { Days } from './days.ts';
import type { ChartMetric } from './state.ts';

/** A point of the chart, whatever it shows. */
export type Start = Pick<MomentFragment, 'start' | 'partial' | 'begun'>;

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
  { interval, days, today }: { readonly interval: Interval; readonly days: Days; readonly today: string },
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
  { interval, days }: { readonly interval: Interval; readonly days: Days },
): Days | null {
  const first = points[Math.min(one, other)]?.start.slice(0, 10) ?? days.from;
  const last = lastDayOf(points[Math.max(one, other)]?.start.slice(0, 10) ?? days.to, interval);
  const from = first < days.from ? days.from : first;
  const to = last > days.to ? days.to : last;
  return from === days.from && to === days.to ? null : { from, to };
}

/** Returns the index of the point that contains the day, of several hours the first; -1 for a day before the range. */
export function indexOfDay(points: readonly Pick<Start, 'start'>[], day: string, interval: Interval): number {
  const isThere = ({ start }: Pick<Start, 'start'>) => start.slice(0, 10) <= day;
  const last = points.findLastIndex(isThere);
  return interval === 'HOUR' && last >= 0
    ? points.findIndex(({ start }) => start.slice(0, 10) === points[last]?.start.slice(0, 10))
    : last;
}
