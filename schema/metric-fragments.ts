import type { MetricPlace } from '../src/domain/metric.ts';
import { metricsIn } from '../src/domain/metrics.ts';

/** Returns schema/metrics.graphql: one fragment per place that lists metrics, generated from the registry. */
export function renderMetricFragments(): string {
  const fields = (place: MetricPlace, selection = '') =>
    metricsIn(place)
      .map(({ name }) => `  ${name}${selection}\n`)
      .join('');
  return `# Generated from src/domain/metrics.ts by \`npm run generate\`.

fragment SummaryFigures on Summary {
${fields('summary', ' {\n    ...FigureChange\n  }')}}

fragment FigureChange on Figure {
  value
  previous
  change
  difference
  isNoise
}

fragment PointMetrics on TimeseriesPoint {
${fields('points')}}

fragment RowMetrics on StatRow {
${fields('rows')}}
`;
}
