import { type Messages as Compiled, setupI18n } from '@lingui/core';
import type { Language } from '../domain/languages.ts';
import type { MessageKey } from './keys.ts';

export type { Compiled };

/** Values of the placeholders of a message. */
export type Values = Readonly<Record<string, string | number>>;

/** Returns a message with its values; numbers of plurals are formatted for the locale. */
export interface Translate {
  (key: MessageKey, values?: Values): string;
  /** Returns whether there is a message for a key that is put together of what strangers send. */
  readonly has: (key: MessageKey) => boolean;
}

/** Returns the function that reads compiled messages. `locale` is the reader's own one, such as `de-AT`. */
export function translator(language: Language, messages: Compiled, locale: string = language): Translate {
  const i18n = setupI18n({ locale: language, locales: [locale], messages: { [language]: messages } });
  const has = (key: MessageKey) => Object.hasOwn(messages, key);
  const translate = (key: MessageKey, values?: Values) => {
    if (!has(key)) throw new Error(`There is no message ${key} in ${language}.`);
    const message = messages[key];
    // Most messages have at most plain placeholders, and a page has hundreds.
    if (isPlain(message))
      return message.map(part => (typeof part === 'string' ? part : (values?.[part[0]] ?? ''))).join('');
    return i18n._(key, values && shielded(values)).replaceAll(BACKSLASH, '\\');
  };
  return Object.assign(translate, { has });
}

/** Returns whether a compiled message needs no rules of its language: no plurals and no formats. */
function isPlain(message: unknown): message is readonly (string | readonly [name: string])[] {
  return Array.isArray(message) && message.every(part => typeof part === 'string' || part.length === 1);
}

// Stands for `\` in values: what strangers send would otherwise be read as an escape, such as \x0a for a new line.
const BACKSLASH = '\ue001';

function shielded(values: Values): Values {
  const texts = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\\', BACKSLASH) : value] as const,
  );
  return Object.fromEntries(texts);
}

/** A part of a message: text, or text inside a tag such as `<link>…</link>`. */
export interface Part {
  readonly tag: string | null;
  readonly text: string;
}

// Stands for `<` in values, so that no value is read as a tag.
const LESS = '\ue000';

/** Returns a message in parts, for messages with tags around words that are links, code or emphasized. */
export function partsOf(translate: Translate, key: MessageKey, values: Values = {}): readonly Part[] {
  const safe = Object.entries(values).map(([name, value]) => [name, String(value).replaceAll('<', LESS)] as const);
  const numbers = Object.entries(values).filter(([, value]) => typeof value === 'number');
  const text = translate(key, { ...Object.fromEntries(safe), ...Object.fromEntries(numbers) });
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/s);
  const found: Part[] = [];
  for (let at = 0; at < parts.length; at += 3) {
    found.push({ tag: null, text: parts[at] ?? '' });
    if (at + 1 < parts.length) found.push({ tag: parts[at + 1] ?? '', text: parts[at + 2] ?? '' });
  }
  return found.flatMap(part => (part.text === '' ? [] : [{ ...part, text: part.text.replaceAll(LESS, '<') }]));
}
