/** Returns whether a value is an object of JSON, which is neither a list nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a text as it is, and an empty one for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
