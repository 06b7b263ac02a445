import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { AskError } from '../graphql.ts';

/** Milliseconds before the first attempt to reach the server again, and at most between two of them. */
const FIRST = 1_000;
const LONGEST = 60_000;

/** Returns true if the request did not reach the server, or its response did not reach the page. */
export function isCut(error: unknown): boolean {
  return error instanceof AskError && error.code === 'OFFLINE';
}

/** Returns true for an error that passes by itself: the server or its database cannot be reached now. */
function isPassing(error: unknown): boolean {
  return isCut(error) || (error instanceof AskError && error.code === 'UNAVAILABLE');
}

/** Reads again while the server or its database cannot be reached, ever less often, and at once when the device is online again. */
export function useRetries(error: unknown, reload: () => void): void {
  const failures = useRef(0);
  // Each failure is another error.
  useEffect(() => {
    if (!isPassing(error)) {
      failures.current = 0;
      return;
    }
    const pause = Math.min(LONGEST, FIRST * 2 ** failures.current++);
    // Readers who lost the same server do not all come back at once.
    const timer = setTimeout(reload, pause * (1 + Math.random() / 2));
    return () => clearTimeout(timer);
  }, [error, reload]);
  useEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [reload]);
}

/** Returns a part of the app once its code is loaded; loads again while the server cannot be reached. `load` never changes. */
export function usePart<Part>(load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  const [error, setError] = useState<unknown>(null);
  const failed = useRef<string | undefined>(undefined);
  const read = useCallback(() => {
    // Some browsers, such as Chromium 150, never ask again for the URL of an import that has failed; the error names it.
    const loading = failed.current
      ? (import(/* @vite-ignore */ `${failed.current}?${Date.now()}`) as Promise<Part>)
      : load();
    loading.then(setPart, fault => {
      failed.current ??= /http\S+/.exec(fault)?.[0];
      setError(new AskError('OFFLINE', ''));
    });
  }, [load]);
  useEffect(read, [read]);
  useRetries(part ? null : error, read);
  return part;
}
