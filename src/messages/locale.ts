import type { Language } from '../domain/languages.ts';

/**
 * Returns the locale of numbers and dates in a language, such as `de-AT`: the first of the reader's that is a variant of it.
 * Without one, as in mails, whose readers send none, it is the language itself, which is American for English.
 */
export function localeOf(language: Language, ofReader: readonly string[] = []): string {
  return ofReader.find(tag => tag === language || tag.startsWith(`${language}-`)) ?? language;
}
