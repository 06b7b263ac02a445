import { columnName, STORED_METRICS, type StoredMetric } from '../../domain/metrics.ts';

/**
 * The columns of rollup_day and rollup_month that hold the stored metrics, each at the index of the metric's number.
 */
export const METRIC_COLUMNS: readonly string[] = STORED_METRICS.map(columnName);

/** Returns the stored metrics as a SELECT list, each under its name. */
export function selectMetrics(expression: (column: string, metric: StoredMetric) => string): string {
  return STORED_METRICS.map(
    (metric, index) => `${expression(METRIC_COLUMNS[index] as string, metric)} AS ${metric}`,
  ).join(', ');
}
