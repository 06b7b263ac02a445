import { type MetricPlace, metricsIn } from '../src/domain/metrics.ts';

/** schema/metrics.graphql: a fragment for each place that lists metrics, with all of them, made of the registry. */
export function renderMetricFragments(): string {
  const fields = (place: MetricPlace, selection = '') =>
    metricsIn(place)
      .map(({ name }) => `  ${name}${selection}\n`)
      .join('');
  return `# Made of src/domain/metrics.ts by \`npm run generate\`.

fragment SummaryFigures on Summary {
${fields('summary', ' {\n    ...FigureChange\n  }')}}

fragment FigureChange on Figure {
  value
  previous
  change
}

fragment PointMetrics on TimeseriesPoint {
${fields('points')}}

fragment RowMetrics on StatRow {
${fields('rows')}}
`;
}
