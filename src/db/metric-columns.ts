import { columnName, countingOf, STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';

/** The columns of rollup_day and rollup_month that hold the stored metrics, each at the index of its number. */
export const METRIC_COLUMNS: readonly string[] = STORED_METRICS.map(columnName);

/** The stored metrics as a list to SELECT, each under its name. */
export function selectMetrics(expression: (column: string, metric: StoredMetric) => string): string {
  return STORED_METRICS.map(
    (metric, index) => `${expression(METRIC_COLUMNS[index] as string, metric)} AS ${metric}`,
  ).join(', ');
}

/** What a row of `visit`, whose columns have a prefix such as `v.`, adds to a stored metric; null for visitors, since other visits decide. */
export function addedByVisit(metric: StoredMetric, prefix: string): string | null {
  const counting = countingOf(metric);
  if (counting.by === 'visitor') return null;
  if (counting.column) return `${prefix}${counting.column}`;
  if (!('where' in counting)) return '1';
  const conditions = Object.entries(counting.where ?? {}).map(([column, number]) => `${prefix}${column} = ${number}`);
  return `(CASE WHEN ${conditions.join(' AND ')} THEN 1 ELSE 0 END)`;
}
