/** What databases write for no value. */
const NULL = '\\N';

/** Returns a cell, empty for none and for a column that is missing. */
export function cellAt(cells: readonly string[], at: number): string {
  const cell = at < 0 ? '' : (cells[at] ?? '').trim();
  return cell === NULL ? '' : cell;
}

/** Counts rows about which people should know. */
export interface Watch {
  readonly from: readonly string[];
  readonly isSuch: (...cells: string[]) => boolean;
  readonly say: (rows: number) => string;
}

export interface Watched {
  see(cells: readonly string[], line: number): void;
  /** Returns what to say, and the line of the first such row; null if there is none. */
  note(): { readonly line: number; readonly reason: string } | null;
}

/** Returns a counter of such rows. */
export function watchRows(columns: readonly string[], { from, isSuch, say }: Watch): Watched {
  const places = from.map(column => columns.indexOf(column));
  let [rows, first] = [0, 0];
  return {
    see(cells, line) {
      if (!isSuch(...places.map(at => cellAt(cells, at)))) return;
      if (rows++ === 0) first = line;
    },
    note: () => (rows === 0 ? null : { line: first, reason: say(rows) }),
  };
}
