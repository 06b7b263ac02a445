import type { Cell } from '../domain/csv.ts';
import { amountsCell } from '../domain/csv-cells.ts';
import { columnName, metricsIn } from '../domain/metrics.ts';
import type { Export, ExportedRow } from '../graphql/export.ts';

/** Fields of a row, each with its name in CSV; JSON uses the names of GraphQL. */
type Columns = readonly (readonly [keyof ExportedRow, string])[];

const COLUMNS: Columns = [
  ...(['value', 'label', 'count', 'share'] as const).map(name => [name, name] as const),
  ...metricsIn('rows').map(({ name }) => [name, columnName(name)] as const),
];
const OF_PAGES: Columns = [
  ['exitRate', 'exit_rate'],
  ['timeOnPage', 'time_on_page'],
  ['scrollDepth', 'scroll_depth'],
];

/** Returns the columns that the file of a statistic has. */
export function columnsOf({ name, money }: Export): Columns {
  return [...COLUMNS, ...(name === 'PAGE' ? OF_PAGES : []), ...(money ? [['amounts', 'amounts'] as const] : [])];
}

/** Yields the rows as cells, page by page. */
export async function* cellsOf(pages: AsyncGenerator<readonly ExportedRow[], void>, columns: Columns) {
  for await (const rows of pages) yield rows.map(row => columns.map(([column]) => cellOf(row[column])));
}

function cellOf(value: ExportedRow[keyof ExportedRow]): Cell {
  if (typeof value !== 'object' || value === null) return value ?? null;
  return amountsCell(value);
}
