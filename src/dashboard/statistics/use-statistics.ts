import { useCallback, useEffect } from 'preact/hooks';
import { page } from '../base.ts';
import { AskError } from '../graphql.ts';
import { useAnswer } from '../parts/answer.tsx';
import type { Group } from '../registry.ts';
import {
  BeforeDocument,
  type ListFragment,
  OneListDocument,
  OverviewDocument,
  type OverviewFragment,
  type StatName,
} from './__generated__/operations.ts';
import { todayIn } from './days.ts';
import {
  askHere,
  canHaveAmounts,
  listedIn,
  listKey,
  listVariables,
  needsBefore,
  overviewOf,
  type Question,
  questionOf,
  subjectOf,
} from './question.ts';
import { useRetries } from './retries.ts';
import type { State } from './state.ts';
import { stateNow } from './url-state.ts';

const REFRESH_EVERY = 60_000;
/** Milliseconds without a keystroke before a search is sent. */
const PAUSE = 200;

/** The numbers of the page with the question that they answer; while they load again, the newest question can differ. */
export interface Shown {
  readonly overview: OverviewFragment;
  readonly question: Question;
  /** The state that the lists in `overview` belong to. */
  readonly asked: State;
  /** When they arrived (milliseconds since 1970, UTC). */
  readonly at: number;
}

/** The numbers that were asked for before the page was drawn, with the key of their question; null once it is drawn. */
let ahead: { readonly key: string; readonly numbers: Promise<Shown | null> } | null | undefined;

/** Asks for the numbers of the page, unless it is drawn already: they can come while its texts do. */
export function readAhead(): void {
  if (ahead === null) return;
  const state = stateNow();
  const question = needsBefore(state) ? null : questionOf(state, null);
  if (!question) return;
  ahead = { key: JSON.stringify(question), numbers: readNumbers(state, question) };
  ahead.numbers.catch(() => undefined);
}

/** Reads the numbers of the page, again when the question changes, and every minute while the range includes today. */
export function useStatistics(state: State) {
  const isAsked = needsBefore(state);
  const before = useAnswer(signal => (isAsked ? askHere(BeforeDocument, {}, signal).catch(leave) : null), [isAsked]);
  const question = questionOf(state, before.answer);
  // Changed lists are read apart, so the key covers only the question.
  const key = question && JSON.stringify(question);
  const numbers = useAnswer(
    signal => question && firstOr(key, () => readNumbers(state, question, signal)).catch(leave),
    [key],
  );

  const today = todayIn(page.timezone);
  const hasToday = question !== null && question.days.to >= today;
  useEffect(() => {
    // At midnight, ranges such as yesterday become others.
    const isDue = () => document.visibilityState === 'visible' && (hasToday || todayIn(page.timezone) !== today);
    const timer = setInterval(() => isDue() && numbers.reload(), REFRESH_EVERY);
    return () => clearInterval(timer);
  }, [hasToday, today, numbers.reload]);

  const reload = useCallback(() => {
    // Segments can be among the changes.
    before.reload();
    numbers.reload();
  }, [before.reload, numbers.reload]);
  const shown = numbers.answer;
  const error = before.error ?? numbers.error;
  useRetries(error, reload);
  // A refresh has the same question, and what it replaces is not out of date.
  const isOther = shown === null || JSON.stringify(shown.question) !== key;
  return { shown, isLoading: isOther && (error !== null || numbers.isLoading), error, reload };
}

/** Returns the numbers that were read ahead, once and if the question is the same, or those that `read` reads. */
function firstOr(key: string | null, read: () => Promise<Shown | null>): Promise<Shown | null> {
  const first = ahead?.key === key ? ahead.numbers : null;
  ahead = null;
  // An error has no words before the texts are there.
  return first ? first.catch(read) : read();
}

async function readNumbers(state: State, question: Question, signal?: AbortSignal): Promise<Shown | null> {
  const overview = await askHere(OverviewDocument, overviewOf(state, question), signal);
  return overview && { overview, question, asked: state, at: Date.now() };
}

/** Throws the error again, unless the page is no longer accessible: then reloads it, for the server's form or 404. */
function leave(error: unknown): Promise<never> {
  if (!(error instanceof AskError && /^(FORBIDDEN|NOT_FOUND|UNAUTHENTICATED)$/.test(error.code))) throw error;
  location.reload();
  return new Promise(() => {});
}

/**
 * Returns the list of a statistic: the one that came with the page, or one read separately once search, page or tab
 * differ. The list is null while no list of this statistic has arrived.
 */
export function useList(
  { state, isLoading, overview, question, asked }: Shown & { readonly state: State; readonly isLoading: boolean },
  group: Group['key'],
): { readonly list: ListFragment | null; readonly isLoading: boolean; readonly error: unknown } {
  const name = listedIn(state, group);
  const given = overview[group];
  const givenKey = listKey(asked, listedIn(asked, group));
  const key = listKey(state, name);
  const isGiven = key === givenKey;
  const {
    answer: own,
    error,
    reload,
  } = useAnswer(
    signal => (isGiven || isLoading ? null : readList(state, name, question, signal)),
    [key, isGiven, isLoading, question],
    PAUSE,
  );
  useRetries(error, reload);
  const isOwn = own?.key === key && own.about === question;
  if (isGiven) return { list: given, isLoading, error: null };
  const last = [own, { key: givenKey, list: given }].find(one => one?.key.startsWith(`${subjectOf(state, name)} `));
  return { list: last?.list ?? null, isLoading: isLoading || !isOwn, error };
}

async function readList(state: State, name: StatName, question: Question, signal: AbortSignal) {
  const money = (name === 'EVENT' || name === 'PROPERTY') && canHaveAmounts(question);
  const variables = { ...listVariables(state, name, question), ...question.compared, money };
  const list = (await askHere(OneListDocument, variables, signal))?.stats ?? null;
  return { key: listKey(state, name), about: question, list };
}
