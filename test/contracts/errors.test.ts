import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { parseSync } from 'vite';
import { it } from 'vitest';
import { readCatalogue } from '../../src/messages/catalogues.ts';
import { findSentence, sentenceIn } from '../../src/messages/errors.ts';
import { LANGUAGES } from '../../src/messages/languages.ts';

/** The code whose errors people meet on the pages. The files of imports have faults of their own, which are stored. */
const FILES =
  /^(errors|domain\/(hostname|ip-addresses|lines|page-groups|shields|time-zone|website-hosts|website-settings|inputs\/[\w-]+)|(accounts|forget|websites)\/[\w-]+|db\/open|graphql\/(complexity|error-responses|request)|http\/rate-limit|imports\/(begin-undo|import-fields|imports|upload|upload-parts|upload-room)|reports\/(recipients|test-report)|rest\/refusal|stats\/(budget|counts|explained-days|line|seats))\.ts$/;

/** Code whose errors no page shows: commands, collecting, and operations that no page sends. */
const OTHER_FILES =
  /^(backup|cli|collect|jobs|service|spool)\/|^(graphql\/limits|http\/caller|http\/collect-endpoints|imports\/sources\/.*|rest\/handler)\.ts$/;

/** Sentences, by how they begin, that only calls of the API can meet, because the pages cannot send what they refuse. */
const ONLY_API = [
  'The input is not valid.',
  // Keys of the API.
  'This API key has the scope',
  'API keys may not change',
  'The scope must be',
  'Something went wrong on our side; try again later.',
  // Values that no field of a form sends: it has a default, a choice or a type of its own.
  'The setting "…" is neither on nor off',
  'The … is not valid; send … or …',
  'The … is not a string',
  'The … are not a list of strings',
  'The domain is not a string',
  'The … is missing; …',
  'The … … is not a time of day',
  'The … … …; send another value',
  'The password cannot be cleared',
  'Neither id nor domain was sent',
  'Both id and domain were sent',
  'contains a line break; send one parameter name per entry.',
  'is not an instant with an offset',
  'is not a decimal number',
  'is not a count',
  'is not a number of levels',
  'is not a number of nodes',
  'Both start and end were sent',
  'Journeys by … have no',
  // The dialog for what the preview does not show any more has words of its own.
  'The choice has … hits now',
  // Filters and conditions that no form makes.
  'The operator … of',
  'The values of the filter are not a list',
  'The filter names the statistic PROPERTY',
  'The statistic … cannot be filtered on',
  'The name … of the filter',
  'The filter is not valid JSON',
  'The … of the filter is not a list',
  'The list … of the filter is empty',
  'The filter has the unknown key',
  'A part of the filter is not an object',
  'Each part of a filter has exactly one',
  'A condition of the filter has',
  'The condition on … has no values',
  'The values of a condition are not a list',
  'A condition is not an object',
  'The conditions are not a list',
  'The property of the filter is not an object',
  'The statistic property counts by',
  'Only the statistic property has',
  'A step of the funnel has',
  '…; send a list of them',
  'send one of ….',
  // Requests and uploads that no page sends.
  'The method … is not supported',
  'The content type … is not supported',
  'The content encoding … is not supported',
  'The request comes from a page of another site',
  'The request has … operations',
  'The body is not',
  '… is not valid JSON',
  '… is nested deeper',
  'The field … does not exist',
  'The source … does not exist',
  'The dry run is',
  '… was sent as',
  'The field file was sent as text',
  // The page has a sentence of its own for it.
  'Unauthenticated.',
  'More than … fields were sent.',
  'Files are sent as multipart/form-data',
  'No file was sent',
];

/** What no literal of the code has, because graphql-js writes it. */
const FOREIGN = ['error.number.whole', 'error.number.large'];

/** Properties whose texts are not errors. */
const DESCRIPTIVE = /^(description|help|label\w*|help\w*|shownDescription|whenNew|meaning|example)$/;

const ROOT = join(import.meta.dirname, '../../src');
const PATHS = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.ts'));
const LITERALS = PATHS.filter(path => FILES.test(path)).flatMap(path => sentencesIn(path));
const ENGLISH = Object.entries(readCatalogue('en', 'errors')).map(([key, message]) => ({
  key,
  message,
  sentence: filled(message),
}));

it('the code that makes errors is looked at, or is known to be met by no page', () => {
  const unknown = PATHS.filter(path => !FILES.test(path) && !OTHER_FILES.test(path)).filter(path =>
    /\b(new AppError|badInput)\(\s*[^\s)]*['"`{[]/.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  assert.deepEqual(unknown, []);
});

it('a sentence of an error that people can meet on a page is in the catalogue of every language', () => {
  assert.ok(LITERALS.length > 150);
  const found = LITERALS.filter(text => !ONLY_API.some(start => text.startsWith(start)));
  const missing = found.filter(text => !ENGLISH.some(({ sentence }) => isWithin(text, sentence)));
  assert.deepEqual(missing, [], 'Add it to errors.json of every language, or here if only the API can meet it.');
});

it('every message for an error is a sentence of the code, and every exception above is one, too', () => {
  const unknown = ENGLISH.filter(
    ({ key, sentence }) => !FOREIGN.includes(key) && !LITERALS.some(text => isMostOf(text, sentence)),
  );
  assert.deepEqual(
    unknown.map(({ message }) => message),
    [],
  );
  const idle = ONLY_API.filter(start => !LITERALS.some(text => text.startsWith(start)));
  assert.deepEqual(idle, []);
});

it('every message for an error has plain placeholders in English, and is found by its sentence', () => {
  for (const { key, message, sentence } of ENGLISH) {
    assert.doesNotMatch(message, /\{\w+,/, key);
    assert.equal(findSentence(sentence)?.key, key, sentence);
    assert.equal(sentenceIn('en', sentence), sentence, key);
    for (const { code } of LANGUAGES)
      if (code !== 'en') assert.notEqual(sentenceIn(code, sentence), sentence, `${key} in ${code}`);
  }
});

/** Returns the sentence with a value for each placeholder. */
function filled(message: string): string {
  const compiled = compileMessage(message);
  if (typeof compiled === 'string') return compiled;
  return (compiled as readonly (string | readonly string[])[])
    .map((part, at) => (typeof part === 'string' ? part : String(at + 2)))
    .join('');
}

/** Returns whether a literal, with `…` for what it puts in, can be a part of the sentence. */
function isWithin(literal: string, sentence: string): boolean {
  const parts = literal.split('…').map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(parts.join('.*'), 's').test(sentence);
}

/** Returns whether the literal is what the sentence says, apart from where it is: a line, or a field and its value. */
function isMostOf(literal: string, sentence: string): boolean {
  const own = literal.replaceAll('…', '').length;
  const said = sentence.replace(/^Line \d+, "\d+", /, '').replace(/^The \w+ "\d+" /, '');
  return own >= said.length / 4 && isWithin(literal, sentence);
}

interface Node {
  readonly type?: string;
  readonly [name: string]: unknown;
}

/** Returns the texts of a file that are sentences, or their ends. */
function sentencesIn(path: string): readonly string[] {
  const { program, errors } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'));
  assert.deepEqual(errors, [], path);
  const found: string[] = [];
  visit(program, text => {
    if (/^[A-Z]\w*\.$| .*(\.|: …)$/s.test(text)) found.push(text);
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
  // Descriptions of REST's responses.
  if (type === 'CallExpression' && callee?.name === 'described') return;
  if (type === 'Literal' && typeof value === 'string') add(value);
  if (type === 'TemplateLiteral')
    add((quasis as unknown as { value: { cooked: string } }[]).map(quasi => quasi.value.cooked).join('…'));
  for (const [field, inner] of Object.entries(node)) if (field !== 'value' || type !== 'Literal') visit(inner, add);
}
