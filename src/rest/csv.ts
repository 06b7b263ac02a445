/** One value of a row; null is unknown, and an empty cell. */
export type Cell = string | number | null;

/** RFC 4180 text with a head line and CRLF after every line; safe to open in a spreadsheet. */
export function toCsv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvLines([head, ...rows]);
}

/** Rows alone, for a text that is written piece by piece. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map(row => `${row.map(cell).join(',')}\r\n`).join('');
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A spreadsheet runs what begins like this as a formula, and values come from strangers; a number it adds up.
  const safe = /^[=+\-@\t\r]/.test(value) && !DECIMAL.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
