import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { isLanguage, LANGUAGES, type Language } from '../domain/languages.ts';
import { serverTranslator } from '../messages/catalogues.ts';
import { sentenceIn } from '../messages/errors.ts';
import type { Translate } from '../messages/translator.ts';
import { readCookies } from './cookies.ts';
import { queryIn } from './incoming.ts';

/** The cookie of readers who chose a language themselves; the app writes it, and it holds nothing secret. */
const LANGUAGE_COOKIE = 'footfall_language';

/** The languages of requests that ask for none of ours, where it is not English. */
const fallbacks = new WeakMap<IncomingMessage, Language>();

/** Sets the language of the page that answers a request, if the request itself asks for none of ours. */
export function fallBackTo(language: Language, request: IncomingMessage): void {
  fallbacks.set(request, language);
}

/**
 * Returns the language of a page: of `?lang=`, else of the cookie, else the one that the browser likes best, else that of
 * `fallBackTo`.
 */
export function languageOf(request: IncomingMessage): Language {
  const chosen = [askedIn(request), readCookies(request).get(LANGUAGE_COOKIE)].find(isLanguage);
  if (chosen) return chosen;
  const fallback = fallbacks.get(request) ?? 'en';
  // Of languages that a browser likes equally, which may be all, the first is taken.
  const best = new Negotiator(request).language([fallback, ...LANGUAGES.map(({ code }) => code)]);
  return isLanguage(best) ? best : fallback;
}

/** Returns what writes the texts of a page in its language. */
export function textsFor(request: IncomingMessage): Translate {
  return serverTranslator(languageOf(request));
}

/**
 * Returns the language of `?lang=` for errors and for labels that are searched, also in files. Nothing else counts, so that
 * clients that ask for no language always get the same answers.
 */
export function askedLanguage(request: IncomingMessage): Language {
  const asked = askedIn(request);
  return isLanguage(asked) ? asked : 'en';
}

/** Returns a function that translates the English sentence of an error into the language that is asked for. */
export function errorWords(request: IncomingMessage): (sentence: string) => string {
  const language = askedLanguage(request);
  return sentence => sentenceIn(language, sentence);
}

function askedIn(request: IncomingMessage): string | null {
  return new URLSearchParams(queryIn(request.url)).get('lang');
}
