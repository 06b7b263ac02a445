/** The result of one check. */
export interface Finding {
  /** The name of the check, a word or two. */
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  /** The finding, as a sentence. */
  readonly text: string;
  /** The remedy, as a sentence; null if nothing is wrong. */
  readonly fix: string | null;
}

/** Returns functions that make the findings of one check, one function per state. */
export function findings(check: string) {
  const make = (state: Finding['state']) => (text: string, fix: string) => ({ check, state, text, fix });
  return {
    ok: (text: string): Finding => ({ check, state: 'ok', text, fix: null }),
    warn: make('warn'),
    fail: make('fail'),
  };
}

/** Returns an error's innermost message without its full stop, for use inside a sentence. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  if (cause instanceof Error) return reasonOf(cause);
  return (message || code || String(error)).replace(/\.$/, '');
}

type Found = Finding | readonly Finding[];

/** Checks by name. */
type Checks = Readonly<Record<string, () => Found | Promise<Found>>>;

/** Returns the findings of several checks, in their order, each as `findingsOf` does. */
export async function findingsOfAll(checks: Checks, fixOf: (error: unknown) => string): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const [check, work] of Object.entries(checks)) found.push(...(await findingsOf(check, work, fixOf)));
  return found;
}

/**
 * Returns the findings of a check. If it throws, that is its finding, because the others are still worth reading; `fixOf`
 * names the remedy.
 */
export async function findingsOf(
  check: string,
  work: () => Found | Promise<Found>,
  fixOf: (error: unknown) => string,
): Promise<readonly Finding[]> {
  try {
    return [await work()].flat();
  } catch (error) {
    return [findings(check).fail(`It could not be checked (${reasonOf(error)}).`, fixOf(error))];
  }
}

export function size(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
