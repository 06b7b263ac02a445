/** Returns what a row has under the name of a column or field; undefined if it has none. */
export type Lookup<Row, Value> = (name: string) => ((row: Row) => Value) | undefined;

const PLACEHOLDER = /\{([^{}]+)\}/g;

/**
 * Returns how to read what one line of a mapping says: a column or field, or after `=` a text, in which `{name}` stands
 * for a column or field. Returns the name that the file does not have instead.
 */
export function mappedValue<Row, Value>(
  given: string,
  lookup: Lookup<Row, Value>,
): ((row: Row) => Value | string) | { readonly missing: string } {
  if (!given.startsWith('=')) return lookup(given) ?? { missing: given };
  const text = given.slice(1);
  // Every second part is a name.
  const parts = text.split(PLACEHOLDER);
  const readers: ((row: Row) => unknown)[] = [];
  for (const [at, part] of parts.entries()) {
    const reader = at % 2 === 0 ? () => part : lookup(part);
    if (!reader) return { missing: part };
    readers.push(reader);
  }
  return parts.length === 1 ? () => text : row => readers.map(read => textOf(read(row))).join('');
}

/** Lists and objects, which can be nested too deeply to be written, are no text. */
export function textOf(value: unknown): string {
  return value === undefined || typeof value === 'object' ? '' : String(value);
}
