import { useEffect, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { ask } from '../graphql.ts';
import type { StatName } from '../registry.ts';
import { type ListFragment, OneListDocument } from './__generated__/operations.ts';
import { listKey, type Question } from './question.ts';
import type { State } from './state.ts';
import { listOf } from './use-address.ts';

/** Milliseconds without a keystroke before a search is sent. */
const PAUSE = 200;

/**
 * Returns the list of a statistic: the one that came with the page, or one read separately once search, page or tab
 * differ. The list is null while no list of this statistic has arrived.
 */
export function useList(options: {
  readonly state: State;
  readonly name: StatName;
  readonly question: Question;
  readonly given: ListFragment;
  readonly givenKey: string;
  /** True while the whole page is read; no separate list is read then. */
  readonly isLoading: boolean;
}): { readonly list: ListFragment | null; readonly isLoading: boolean; readonly error: unknown } {
  const { state, name, question, given, givenKey, isLoading } = options;
  const [own, setOwn] = useState<{ key: string; about: Question; list: ListFragment } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const key = listKey(state, name);
  const isGiven = key === givenKey;
  const isOwn = own !== null && own.key === key && own.about === question;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers search and page.
  useEffect(() => {
    if (isGiven || isOwn || isLoading) return;
    const stop = new AbortController();
    const { search, page: number } = listOf(state, name);
    const timer = setTimeout(() => {
      const { days, filter, compare } = question;
      const variables = { name, ...days, filter, compare, search: search || null, page: number };
      ask(OneListDocument, { domain: page.domain, own: page.website !== '', ...variables }, stop.signal)
        .then(({ website, shared }) => {
          const list = (website ?? shared)?.stats;
          if (list) setOwn({ key, about: question, list });
          setError(null);
        })
        .catch(fault => stop.signal.aborted || setError(fault));
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, isGiven, isOwn, isLoading, question]);

  if (isGiven) return { list: given, isLoading, error: null };
  const last = [own && { key: own.key, list: own.list }, { key: givenKey, list: given }].find(one =>
    one?.key.startsWith(`${name} `),
  );
  return { list: last?.list ?? null, isLoading: isLoading || !isOwn, error };
}
