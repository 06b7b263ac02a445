import { type Html, html } from '../domain/html.ts';
import type { MessageKey } from './keys.ts';
import { partsOf, type Translate, type Values } from './translator.ts';

/** Returns a message with tags as HTML; `tags` draws the text inside each, such as that of `<link>the guide</link>`. */
export function richHtml(
  t: Translate,
  key: MessageKey,
  tags: Readonly<Record<string, (text: string) => Html>>,
  values: Values = {},
): readonly Html[] {
  return partsOf(t, key, values).map(({ tag, text }) => tags[tag ?? '']?.(text) ?? html`${text}`);
}
