/** One value of a row; null is unknown and becomes an empty cell, and texts by key, or a list of them, become JSON. */
export type Cell = string | number | null | Texts | readonly Texts[];

type Texts = Readonly<Record<string, string>>;

/** Returns RFC 4180 text with a header line and CRLF after every line; safe to open in a spreadsheet. */
export function toCsv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvLines([head, ...rows]);
}

/** Returns rows without a header line, for text that is written piece by piece. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map(row => `${row.map(cell).join(',')}\r\n`).join('');
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return `"${JSON.stringify(value).replaceAll('"', '""')}"`;
  // Spreadsheets run text that begins like this as a formula, and anyone can send values; numbers are safe.
  const safe = /^[=+\-@\t\r]/.test(value) && !DECIMAL.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
