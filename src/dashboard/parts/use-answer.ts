import { useCallback, useEffect, useState } from 'preact/hooks';
import { signInAddress } from '../base.ts';
import { AskError } from '../graphql.ts';

/** Returns the result of `read`; reads again when `inputs` change or on `reload`, keeping the last result meanwhile. */
export function useAnswer<Answer>(read: (signal: AbortSignal) => Promise<Answer>, inputs: readonly unknown[]) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the inputs say when to read again.
  useEffect(() => {
    const stop = new AbortController();
    read(stop.signal)
      .then(found => {
        setAnswer(() => found);
        setError(null);
      })
      .catch(fault => {
        if (stop.signal.aborted) return;
        if (fault instanceof AskError && fault.code === 'UNAUTHENTICATED') location.assign(signInAddress());
        else setError(fault);
      });
    return () => stop.abort();
  }, [...inputs, round]);
  const reload = useCallback(() => setRound(number => number + 1), []);
  return { answer, error, reload };
}
