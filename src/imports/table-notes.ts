import { columnName } from '../domain/metrics.ts';
import type { NoteRow } from './importer.ts';
import { metricOf, type SumsTable } from './sums-table.ts';

/** Returns notes on what a file has that is not counted, and on what it lacks; `known` are columns that need no word. */
export function notesOn(
  file: string,
  columns: readonly string[],
  table: SumsTable,
  known: readonly string[],
): NoteRow[] {
  const read = new Set([...known, ...columnsRead(table)]);
  const unknown = columns.filter(column => column !== '' && !read.has(column));
  const counted = new Set(columns.flatMap(column => table.metrics[column] ?? []));
  const uncounted = table.values.filter(({ name, from: [first = ''], needs = first }) => {
    return columns.includes(needs) && !counted.has(metricOf(name));
  });
  return [
    ...(unknown.length === 1 ? [`The column ${unknown[0]} is not known, and was left out.`] : []),
    ...(unknown.length > 1 ? [`The columns ${unknown.join(', ')} are not known, and were left out.`] : []),
    ...uncounted.map(
      ({ name }) =>
        `The statistic ${name} was left out, because the file does not have its ${columnName(metricOf(name))}.`,
    ),
  ].map(reason => ({ type: 'note', file, line: 0, reason }));
}

/** Returns the columns that a table counts or has values of. */
export function columnsRead({ metrics, averages = [], values, properties = [] }: SumsTable): string[] {
  return [
    ...Object.keys(metrics),
    ...averages.map(({ column }) => column),
    ...values.flatMap(({ from }) => from),
    ...properties.flatMap(({ value, from }) => [value, ...from]),
  ];
}
