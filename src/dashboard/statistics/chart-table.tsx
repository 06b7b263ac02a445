import { metricsIn } from '../../domain/metrics.ts';
import { page } from '../base.ts';
import { formatMetric, formatPoint } from '../format.ts';
import { Table } from '../parts/table.tsx';
import type { OverviewFragment } from './__generated__/operations.ts';
import { type Days, todayIn } from './days.ts';
import { partOf, valueAt } from './points.ts';
import type { Interval } from './state.ts';

const METRICS = metricsIn('summary');

/** The numbers behind the chart as a table, for readers who cannot see it or want exact values. */
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
      <Table name="Chart data" columns={['Time', ...METRICS.map(({ label }) => ({ number: label }))]}>
        {series.points.map((point, index) => (
          <tr key={point.start}>
            <th scope="row">
              {formatPoint(point.start, interval)}
              {partOf(series.points, index, { interval, days, today })}
            </th>
            {METRICS.map(metric => (
              <td class="number" key={metric.name}>
                {formatMetric(metric, valueAt(point, metric.name))}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </details>
  );
}
