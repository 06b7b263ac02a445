/** One thing that was looked at. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  /** What was found, as a sentence. */
  readonly text: string;
  /** What to do, as a sentence; null when all is well. */
  readonly fix: string | null;
}

/** The findings about one thing, by how bad they are. */
export function findings(check: string) {
  const make = (state: Finding['state']) => (text: string, fix: string) => ({ check, state, text, fix });
  return {
    ok: (text: string): Finding => ({ check, state: 'ok', text, fix: null }),
    warn: make('warn'),
    fail: make('fail'),
  };
}

/** What a library or the system says, for the middle of a sentence. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  if (cause instanceof Error) return reasonOf(cause);
  return (message || code || String(error)).replace(/\.$/, '');
}

export function size(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** A number with its noun, which takes an s behind any number but one. */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
