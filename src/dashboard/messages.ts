import type { ComponentChildren } from 'preact';
import type { Language } from '../domain/languages.ts';
import type { MessageKey } from '../messages/keys.ts';
import { localeOf } from '../messages/locale.ts';
import { type Compiled, partsOf, type Translate, translator, type Values } from '../messages/translator.ts';

const root = globalThis.document?.documentElement;

/** The language of the page, which the server chose. */
export const language = (root?.lang || 'en') as Language;

/** The reader's own variant of the language, such as `de-AT`: for numbers, dates and the first day of the week. */
export const locale = localeOf(language, root ? navigator.languages : []);

let translate: Translate | undefined;

/** Loads the messages that the server names in the page. Nothing can be written before. */
export async function loadMessages(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link#messages');
  if (!link) throw new Error('The page names no messages.');
  const response = await fetch(link.href);
  if (!response.ok) throw new Error(`The messages could not be loaded (status ${response.status}).`);
  setMessages(await response.json());
}

export function setMessages(messages: Compiled): void {
  translate = translator(language, messages, locale);
}

/** Returns a message in the reader's language. Call it while something is drawn, never when a module is loaded. */
export const t: Translate = Object.assign((key: MessageKey, values?: Values) => loaded()(key, values), {
  has: (key: MessageKey) => loaded().has(key),
});

/** Returns a message with tags, such as `Read <link>the guide</link>`; `tags` draws the text inside each. */
export function rich(
  key: MessageKey,
  tags: Readonly<Record<string, (text: string) => ComponentChildren>>,
  values: Values = {},
): ComponentChildren {
  return partsOf(loaded(), key, values).map(({ tag, text }) => (tag === null ? text : (tags[tag]?.(text) ?? text)));
}

function loaded(): Translate {
  if (!translate) throw new Error('The messages are not loaded yet.');
  return translate;
}
