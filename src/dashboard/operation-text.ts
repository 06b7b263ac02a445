/** Returns an operation as it is sent: on one line, with its fragments. */
export function textOf(operation: { toString(): string }): string {
  return operation.toString().trim().replace(/\s+/g, ' ');
}

/** Returns the name of a query; null for a mutation or a subscription, which are never sent by id. */
export function queryName(text: string): string | null {
  return /^query (\w+)/.exec(text)?.[1] ?? null;
}
