import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { parseSync } from 'vite';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { type CatalogueFile, readCatalogue } from '../../src/messages/catalogues.ts';
import { findSentence, sentenceIn } from '../../src/messages/errors.ts';

/** A message in English, and its sentence with a value for each placeholder. */
export interface EnglishMessage {
  readonly key: string;
  readonly message: string;
  readonly sentence: string;
}

export const ROOT = join(import.meta.dirname, '../../src');
export const PATHS = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.ts'));

/** Returns the messages of a catalogue in English. */
export function englishMessages(file: CatalogueFile): readonly EnglishMessage[] {
  return Object.entries(readCatalogue('en', file)).map(([key, message]) => ({
    key,
    message,
    sentence: filled(message),
  }));
}

/** Checks that each message has plain placeholders in English, is found by its sentence, and is another one elsewhere. */
export function checkMessages(english: readonly EnglishMessage[]): void {
  for (const { key, message, sentence } of english) {
    assert.doesNotMatch(message, /\{\w+,/, key);
    assert.equal(findSentence(sentence)?.key, key, sentence);
    assert.equal(sentenceIn('en', sentence), sentence, key);
    for (const { code } of LANGUAGES)
      if (code !== 'en') assert.notEqual(sentenceIn(code, sentence), sentence, `${key} in ${code}`);
  }
}

/** Properties whose texts are not errors. */
const DESCRIPTIVE = /^(guide|description|help|label\w*|help\w*|shownDescription|whenNew|meaning|example)$/;

/** Returns the sentence with a value for each placeholder. */
function filled(message: string): string {
  const compiled = compileMessage(message);
  if (typeof compiled === 'string') return compiled;
  return (compiled as readonly (string | readonly string[])[])
    .map((part, at) => (typeof part === 'string' ? part : String(at + 2)))
    .join('');
}

/** Returns whether a literal, with `…` for what it puts in, can be a part of the sentence. */
export function isWithin(literal: string, sentence: string): boolean {
  const parts = literal.split('…').map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(parts.join('.*'), 's').test(sentence);
}

/** Returns whether the literal is what the sentence says, apart from where it is: a line, or a field and its value. */
export function isMostOf(literal: string, sentence: string): boolean {
  const own = literal.replaceAll('…', '').length;
  const said = sentence.replace(/^Line \d+, "\d+", /, '').replace(/^The \w+ "\d+" /, '');
  return own >= said.length / 4 && isWithin(literal, sentence);
}

interface Node {
  readonly type?: string;
  readonly [name: string]: unknown;
}

/** Returns the texts of a file that are sentences, or their ends. */
export function sentencesIn(path: string): readonly string[] {
  const { program, errors } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'));
  assert.deepEqual(errors, [], path);
  const found: string[] = [];
  visit(program, text => {
    if (/^[A-Z]\w*\.$| .*(\.|: …|\. …)$/s.test(text)) found.push(text);
  });
  return found;
}

function visit(node: unknown, add: (text: string) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, add);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const { type = '', key, callee, value, quasis } = node as Node & Record<string, { name?: string }>;
  if (/^(Import|Export\w*All)/.test(type)) return;
  if (type === 'Property' && DESCRIPTIVE.test(key?.name ?? '')) return;
  // Errors for developers.
  if (type === 'NewExpression' && callee?.name === 'Error') return;
  // Descriptions of REST's responses, and of values of GraphQL.
  if (type === 'CallExpression' && /^(described|enumOf)$/.test(callee?.name ?? '')) return;
  if (type === 'Literal' && typeof value === 'string') add(value);
  if (type === 'TemplateLiteral')
    add((quasis as unknown as { value: { cooked: string } }[]).map(quasi => quasi.value.cooked).join('…'));
  for (const [field, inner] of Object.entries(node)) if (field !== 'value' || type !== 'Literal') visit(inner, add);
}
