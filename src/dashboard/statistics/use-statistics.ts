import { useEffect, useRef, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { AskError } from '../graphql.ts';
import { useAnswer } from '../parts/answer.tsx';
import { GROUPS } from '../registry.ts';
import {
  BeforeDocument,
  type BeforeFragment,
  type ListFragment,
  OneListDocument,
  OverviewDocument,
  type OverviewFragment,
  type StatName,
} from './__generated__/operations.ts';
import { todayIn } from './days.ts';
import { askHere, listedIn, listKey, needsBefore, overviewOf, type Question, questionOf } from './question.ts';
import type { State } from './state.ts';
import { listOf } from './url-state.ts';

const REFRESH_EVERY = 60_000;
/** Milliseconds without a keystroke before a search is sent. */
const PAUSE = 200;

export interface Statistics {
  /** Null until the first response. */
  readonly overview: OverviewFragment | null;
  /** The question that `overview` answers; while `isLoading`, the newest question can differ. */
  readonly question: Question | null;
  /** Group -> key of the list that came with `overview`. */
  readonly listKeys: Readonly<Record<string, string>>;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly reload: () => void;
}

/** Reads the numbers of the page, again when the question changes, and every minute while the range includes today. */
export function useStatistics(state: State): Statistics {
  const [before, setBefore] = useState<BeforeFragment | null>(null);
  const [answer, setAnswer] = useState<Pick<Statistics, 'overview' | 'question' | 'listKeys'>>({
    overview: null,
    question: null,
    listKeys: {},
  });
  const [isLoading, setLoading] = useState(true);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  const latest = useRef(state);
  latest.current = state;

  const question = questionOf(state, before);
  const key = question === null ? null : JSON.stringify(question);
  const isToBeAsked = question === null && needsBefore(state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads again.
  useEffect(() => {
    if (!isToBeAsked) return;
    const stop = new AbortController();
    askHere(BeforeDocument, {}, stop.signal)
      .then(setBefore)
      .catch(fail(stop.signal, setError, setLoading));
    return () => stop.abort();
  }, [isToBeAsked, round]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers the question; changed lists are read apart.
  useEffect(() => {
    if (!question) return;
    const stop = new AbortController();
    const asked = latest.current;
    const listKeys = Object.fromEntries(GROUPS.map(group => [group.key, listKey(asked, listedIn(asked, group.key))]));
    setLoading(true);
    askHere(OverviewDocument, overviewOf(asked, question), stop.signal)
      .then(overview => {
        setAnswer({ overview, question, listKeys });
        setError(null);
        setLoading(false);
      })
      .catch(fail(stop.signal, setError, setLoading));
    return () => stop.abort();
  }, [key, round]);

  const hasToday = question !== null && question.days.to >= todayIn(page.timezone);
  useEffect(() => {
    if (!hasToday) return;
    const timer = setInterval(
      () => document.visibilityState === 'visible' && setRound(number => number + 1),
      REFRESH_EVERY,
    );
    return () => clearInterval(timer);
  }, [hasToday]);

  const reload = () => {
    // Segments can be among the changes.
    setBefore(null);
    setRound(number => number + 1);
  };
  return { ...answer, isLoading, error, reload };
}

/** Handles an error; reloads a page that is no longer accessible, so that the server shows its form or a 404. */
function fail(signal: AbortSignal, setError: (error: unknown) => void, setLoading: (is: boolean) => void) {
  return (error: unknown) => {
    if (signal.aborted) return;
    if (error instanceof AskError && /^(FORBIDDEN|NOT_FOUND|UNAUTHENTICATED)$/.test(error.code))
      return location.reload();
    setError(error);
    setLoading(false);
  };
}

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
  const key = listKey(state, name);
  const isGiven = key === givenKey;
  const { answer: own, error } = useAnswer(
    signal => (isGiven || isLoading ? null : readList(state, name, question, signal)),
    [key, isGiven, isLoading, question],
    PAUSE,
  );
  const isOwn = own?.key === key && own.about === question;
  if (isGiven) return { list: given, isLoading, error: null };
  const last = [own, { key: givenKey, list: given }].find(one => one?.key.startsWith(`${name} `));
  return { list: last?.list ?? null, isLoading: isLoading || !isOwn, error };
}

async function readList(state: State, name: StatName, question: Question, signal: AbortSignal) {
  const { days, filter, compare } = question;
  const { search, page: number } = listOf(state, name);
  const variables = { name, ...days, filter, compare, search: search || null, page: number };
  const list = (await askHere(OneListDocument, variables, signal))?.stats ?? null;
  return { key: listKey(state, name), about: question, list };
}
