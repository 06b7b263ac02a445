import { createContext } from 'preact';
import type { Days } from './days.ts';
import type { Named } from './question.ts';

/** The website and the days whose values the forms of filters list; without days, none. */
export interface Suggesting extends Named {
  readonly days: Days | null;
}

export const SuggestingContext = createContext<Suggesting>({ domain: '', own: false, days: null });
