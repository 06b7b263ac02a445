/** An event in the form that the collector accepts; what is undefined is not sent. */
export interface NamedEvent {
  name: string;
  value: number | undefined;
  unit: string | undefined;
  props: Props | undefined;
  interactive: boolean | undefined;
}

/** Properties by their keys. */
export type Props = Record<string, string | undefined>;

// Twice what the collector keeps of a property, so that what is too long for the collector still is. Names are shorter.
const LONGEST = 512;

function read(source: unknown, field: string): string | undefined {
  try {
    const text = (source as Record<string, unknown>)[field];
    // Text, numbers and booleans, but no symbols.
    if (/^[snb][^y]/.test(typeof text)) return String(text).trim().slice(0, LONGEST) || undefined;
  } catch {
    // Nothing to read from, or a getter that throws.
  }
  return undefined;
}

/**
 * Returns the event in what a page passes, or undefined without a name. A text is the name; a value that is not a
 * number is dropped, and so is a property that is neither text nor a number nor true or false.
 */
export function readEvent(given: unknown): NamedEvent | undefined {
  const source = typeof given === 'string' ? { name: given } : given;
  const name = read(source, 'name');
  const value = read(source, 'value');
  let props: Props | undefined = name === '404' ? { path: location.pathname } : undefined;
  try {
    const all = (source as { props: object }).props;
    for (const key in all) props = { ...props, [key]: read(all, key) };
  } catch {
    // No properties, or as above.
  }
  const event = name && {
    name,
    // biome-ignore lint/suspicious/noGlobalIsFinite: it converts the text, and undefined is no number.
    value: isFinite(value as unknown as number) ? +(value as string) : undefined,
    unit: read(source, 'unit'),
    props,
    // Anything but false is the default, which is not sent.
    interactive: read(source, 'interactive') !== 'false' && undefined,
  };
  return event as NamedEvent | undefined;
}
