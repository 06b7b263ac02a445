import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Language } from '../domain/languages.ts';
import { lazy } from '../domain/lazy.ts';
import { readCatalogue, serverTranslator } from './catalogues.ts';
import type { MessageKey } from './keys.ts';
import { namesIn } from './names-in-sentences.ts';
import type { Values } from './translator.ts';

/** Where a fault is; the code puts these in front of other sentences. */
const PLACES: readonly string[] = ['fault.at.file', 'fault.at.line'] satisfies readonly MessageKey[];

/** A sentence as its catalogue has it in English: the texts around its placeholders, and their names. */
interface Pattern {
  readonly key: MessageKey;
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/** Those with the most text come first, because they fit the fewest sentences. */
const patterns = lazy((): readonly Pattern[] =>
  Object.entries({ ...readCatalogue('en', 'errors'), ...readCatalogue('en', 'faults') })
    .filter(([key]) => !PLACES.includes(key))
    .map(([key, message]) => patternOf(key as MessageKey, message))
    .sort((one, other) => other.texts.join('').length - one.texts.join('').length),
);

/** Returns a sentence that the code writes in English in another language; unchanged if there is no message for it. */
export function sentenceIn(language: Language, sentence: string): string {
  const found = language === 'en' ? null : findSentence(sentence);
  if (!found) return sentence;
  const { key, values } = found;
  const inner = values.sentence === undefined ? {} : { sentence: sentenceIn(language, String(values.sentence)) };
  return serverTranslator(language)(key, { ...namesIn(language, values), ...inner });
}

/** Returns the same for a sentence that can begin with the file that it is about, and the line. */
export function faultIn(language: Language, fault: string): string {
  const whole = sentenceIn(language, fault);
  if (language === 'en' || whole !== fault) return whole;
  const t = serverTranslator(language);
  // The name of a file can have colons as well.
  for (let at = fault.indexOf(': '); at >= 0; at = fault.indexOf(': ', at + 1)) {
    const sentence = fault.slice(at + 2);
    const reason = sentenceIn(language, sentence);
    if (reason === sentence) continue;
    const place = fault.slice(0, at);
    const [, file, line] = /^(.*), line (\d+)$/s.exec(place) ?? [];
    return file === undefined || line === undefined
      ? t('fault.at.file', { file: place, reason })
      : t('fault.at.line', { file, line, reason });
  }
  return fault;
}

/** Returns the message that the sentence is, with its values; null if the catalogue does not have it. */
export function findSentence(sentence: string): { readonly key: MessageKey; readonly values: Values } | null {
  for (const { key, texts, names } of patterns()) {
    const found = textsBetween(texts, sentence);
    if (found) return { key, values: Object.fromEntries(names.map((name, at) => [name, numberIn(found[at] ?? '')])) };
  }
  return null;
}

function patternOf(key: MessageKey, message: string): Pattern {
  const compiled = compileMessage(message);
  const texts = [''];
  const names: string[] = [];
  for (const part of typeof compiled === 'string' ? [compiled] : (compiled as readonly (string | [string])[])) {
    if (typeof part === 'string') texts.push((texts.pop() ?? '') + part);
    else {
      names.push(part[0]);
      texts.push('');
    }
  }
  return { key, texts, names };
}

/** Returns what stands between these texts in the sentence, without backtracking, as it can be long; null if it has others. */
function textsBetween(texts: readonly string[], sentence: string): readonly string[] | null {
  const [first = '', ...others] = texts;
  const last = others.pop();
  if (last === undefined) return sentence === first ? [] : null;
  if (!sentence.startsWith(first)) return null;
  const found: string[] = [];
  let at = first.length;
  for (const text of others) {
    const next = sentence.indexOf(text, at);
    if (next < 0) return null;
    found.push(sentence.slice(at, next));
    at = next + text.length;
  }
  const end = sentence.length - last.length;
  return end >= at && sentence.endsWith(last) ? [...found, sentence.slice(at, end)] : null;
}

/** Numbers choose plural forms; a text such as `007` stays what was typed. */
function numberIn(text: string): string | number {
  return String(Number(text)) === text ? Number(text) : text;
}
