import { page } from '../base.ts';
import { formatCount, formatDuration, formatNumber, formatPoint, formatRate } from '../format.ts';
import { Table } from '../parts/table.tsx';
import type { OverviewFragment } from './__generated__/operations.ts';
import { type Days, todayIn } from './days.ts';
import { partOf, valueAt } from './points.ts';
import type { Interval } from './state.ts';

const NUMBERS = ['Visitors', 'Visits', 'Pageviews', 'Pages per visit', 'Events', 'Bounce rate', 'Visit duration'];

/** The numbers behind the chart, for whoever cannot see it or wants to read on. */
export function ChartTable({
  series,
  interval,
  days,
}: {
  readonly series: OverviewFragment['timeseries'];
  readonly interval: Interval;
  readonly days: Days;
}) {
  const today = todayIn(page.timezone);
  return (
    <details class="numbers">
      <summary>Show as a table</summary>
      <Table name="Numbers of the chart" columns={['Time', ...NUMBERS.map(number => ({ number }))]}>
        {series.points.map((point, index) => (
          <tr key={point.start}>
            <th scope="row">
              {formatPoint(point.start, interval)}
              {partOf(series.points, index, { interval, days, today })}
            </th>
            <td class="number">{formatCount(point.visitors)}</td>
            <td class="number">{formatCount(point.visits)}</td>
            <td class="number">{formatCount(point.pageviews)}</td>
            <td class="number">{formatNumber(valueAt(point, 'pagesPerVisit'))}</td>
            <td class="number">{formatCount(point.events)}</td>
            <td class="number">{formatRate(point.bounceRate)}</td>
            <td class="number">{formatDuration(point.visitDuration)}</td>
          </tr>
        ))}
      </Table>
    </details>
  );
}
