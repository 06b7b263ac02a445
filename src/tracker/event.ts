/** An event in the form that the collector accepts. */
export interface NamedEvent {
  name: string;
  value?: number;
  unit?: string;
}

// Twice what the collector keeps of a name, so that a cut within a surrogate pair is beyond the collector's own cut.
const LONGEST = 128;

function read(source: unknown, field: string): string {
  try {
    const text = (source as Record<string, unknown>)[field];
    return /^(str|num|big)/.test(typeof text) ? String(text).trim().slice(0, LONGEST) : '';
  } catch {
    return ''; // Nothing to read from, or a getter that throws.
  }
}

/**
 * Returns the event in what a page passes, or undefined without a name. A text is the name; a value that is not a
 * number is dropped.
 */
export function readEvent(given: unknown): NamedEvent | undefined {
  const source = typeof given === 'string' ? { name: given } : given;
  const name = read(source, 'name');
  const value = read(source, 'value');
  const unit = read(source, 'unit');
  if (!name) return undefined;
  const event: NamedEvent = { name };
  if (value && Number.isFinite(+value)) event.value = +value;
  if (unit) event.unit = unit;
  return event;
}
