/** The fields with values of enums, which REST writes in lower case. */
const ENUMS = ['kind', 'fromKind', 'toKind', 'order', 'operator', 'basis'];

/** Returns data of an operation as REST writes it: names in snake case, values of enums in lower case. */
export function inSnakeCase(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(inSnakeCase);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      typeof value === 'string' && ENUMS.includes(name) ? value.toLowerCase() : inSnakeCase(value),
    ]),
  );
}
