import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import { page, signInUrl } from '../base.ts';
import { AskError } from '../graphql.ts';
import { t } from '../messages.ts';

/**
 * Returns the result of `read`; reads again when `inputs` change or on `reload`, after `pause` milliseconds without
 * another change, keeping the last result meanwhile. A `read` that returns null reads nothing, and `isLoading` stays true.
 */
export function useAnswer<Answer>(
  read: (signal: AbortSignal) => Promise<Answer> | null,
  inputs: readonly unknown[],
  pause = 0,
) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  // Before the next paint, which takes longer than most answers do to arrive.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the inputs say when to read again.
  useLayoutEffect(() => {
    const stop = new AbortController();
    setLoading(true);
    const start = () => {
      read(stop.signal)
        ?.then(found => {
          setAnswer(() => found);
          setError(null);
          setLoading(false);
        })
        .catch(fault => {
          if (stop.signal.aborted) return;
          // A statistics page is reloaded by useStatistics, because strangers may see it, too.
          if (page.domain === '' && fault instanceof AskError && fault.code === 'UNAUTHENTICATED')
            location.assign(signInUrl());
          else setError(fault);
          setLoading(false);
        });
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (pause === 0) start();
    else timer = setTimeout(start, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [...inputs, round]);
  const reload = useCallback(() => setRound(number => number + 1), []);
  return { answer, isLoading, error, reload };
}

/** Returns what went wrong; the server words its errors in the language of the page. */
function faultText(error: unknown): string {
  return error instanceof AskError ? error.message : t('error.unknown');
}

/** An error message with a button to try again, unless that cannot help. */
export function Fault({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  return (
    <div class="fault" role="alert">
      <p>{faultText(error)}</p>
      {retry && (error as Partial<AskError>).code !== 'QUERY_TOO_COMPLEX' && (
        <button type="button" class="button small" onClick={retry}>
          {t('common.tryAgain')}
        </button>
      )}
    </div>
  );
}
