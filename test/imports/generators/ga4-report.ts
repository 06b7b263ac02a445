import { gaTables } from './ga4-tables.ts';
import type { Generator } from './generated.ts';

/** A batch of reports, and the pages of another in two files that overlap. */
export const GA4_REPORT: Generator = {
  name: 'ga4-report',
  source: 'ga4',
  generate(seed) {
    const { tables, truth } = gaTables(seed);
    const reports = Object.values(tables).map(({ dimensions, metrics, rows }) => ({
      dimensionHeaders: [...dimensions, 'date'].map(name => ({ name })),
      metricHeaders: metrics.map(name => ({ name, type: 'TYPE_INTEGER' })),
      rows: rows.map(([date, ...cells]) => ({
        dimensionValues: [...cells.slice(0, dimensions.length), date.replaceAll('-', '')].map(value => ({ value })),
        metricValues: cells.slice(dimensions.length).map(value => ({ value: String(value) })),
      })),
      rowCount: rows.length,
      metadata: { timeZone: 'UTC' },
      kind: 'analyticsData#runReport',
    }));
    const [first, pages, ...others] = reports;
    if (!first || !pages) throw new Error('There are too few reports.');
    const part = (from: number, to?: number) => JSON.stringify({ ...pages, rows: pages.rows.slice(from, to) });
    return {
      files: {
        'reports.json': JSON.stringify({ kind: 'analyticsData#batchRunReports', reports: [first, ...others] }, null, 2),
        'pages-1.json': part(0, 5),
        'pages-2.json': part(3),
      },
      ...truth,
      leftOut: { ...truth.leftOut, repeated: 2 },
    };
  },
};
