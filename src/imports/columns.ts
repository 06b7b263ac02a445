import type { ImportMapping } from '../domain/import.ts';
import { FileFault } from './fault.ts';
import { mappedValue } from './mapped.ts';

/** Returns the cell of a row. */
export type Cell = (cells: readonly string[]) => string;

/**
 * Returns, by our name, how to read each column that a head has, in any case and order, or that the mapping gives a
 * fixed value. Throws FileFault when the mapping names a column that is missing.
 */
export function columnsOf(
  file: string,
  head: readonly string[],
  names: readonly string[],
  mapping: ImportMapping = {},
): ReadonlyMap<string, Cell> {
  const places = new Map(head.map((name, at) => [name.trim().toLowerCase(), at]));
  const lookup = (name: string): Cell | undefined => {
    const at = places.get(name.trim().toLowerCase());
    return at === undefined ? undefined : cells => cells[at] ?? '';
  };
  const columns = new Map<string, Cell>();
  for (const name of names) {
    const given = mapping[name];
    const cell = given === undefined ? lookup(name) : mappedValue(given, lookup);
    if (typeof cell === 'function') columns.set(name, cell);
    else if (cell)
      throw new FileFault(
        file,
        1,
        `The mapping says that ${name} is in the column ${JSON.stringify(cell.missing)}, which the file does not have; it has ${head.join(', ')}.`,
      );
  }
  return columns;
}
