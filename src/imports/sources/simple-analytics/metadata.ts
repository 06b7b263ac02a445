import { isObject } from '../../../domain/unknown.ts';

const PREFIX = 'metadata.';
/** The types that an export adds to the names of fields. */
const TYPE = /_(?:text|int|bool|date)$/;

/** Returns the properties of a data point; undefined if it has none. */
export function propsOf(point: ReadonlyMap<string, string>): Record<string, unknown> | undefined {
  const props: Record<string, unknown> = objectIn(point.get('metadata') ?? '');
  for (const [name, text] of point) {
    if (!name.startsWith(PREFIX)) continue;
    const key = name.slice(PREFIX.length).replace(TYPE, '');
    if (key !== '' && props[key] === undefined) props[key] = text;
  }
  return Object.keys(props).length > 0 ? props : undefined;
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
