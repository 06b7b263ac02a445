import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { parseSync } from 'vite';
import { describe, it } from 'vitest';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { type CatalogueFile, compiledMessages, readCatalogue } from '../../src/messages/catalogues.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILES: readonly CatalogueFile[] = [
  'causes',
  'chart',
  'common',
  'errors',
  'faults',
  'filters',
  'imports',
  'mail',
  'manage',
  'map',
  'names',
  'paths',
  'plain',
  'statistics',
];
/** Catalogues whose keys are sentences that the code writes. */
const SENTENCES: readonly CatalogueFile[] = ['errors', 'faults'];
const TRANSLATIONS = LANGUAGES.filter(({ code }) => code !== 'en');

const SOURCES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path) && !path.includes('__generated__'))
  .map(path => ({ path, text: readFileSync(join(ROOT, 'src', path), 'utf8') }));

describe('The messages in English', () => {
  it('are all used, and each is in one file only', () => {
    const keys = FILES.filter(file => file !== 'names').flatMap(file => Object.keys(readCatalogue('en', file)));
    assert.ok(keys.length > 20);
    assert.deepEqual(
      keys.filter((key, at) => keys.indexOf(key) !== at),
      [],
    );
    const code = SOURCES.map(({ text }) => text).join('\n');
    // Whether code writes the sentence of an error is for errors.test.ts and faults.test.ts to say; another key can be put together, as in t(`range.${preset}`).
    const begun = [...code.matchAll(/`([a-z]\w*(?:\.\w+)*\.\w*)\$\{/g)].map(([, start]) => start as string);
    const isUsed = (key: string) =>
      SENTENCES.some(file => key in readCatalogue('en', file)) ||
      code.includes(`'${key}'`) ||
      begun.some(start => key.startsWith(start));
    assert.deepEqual(
      keys.filter(key => !isUsed(key)),
      [],
    );
  });
});

describe('The messages in another language', () => {
  for (const { code, name } of TRANSLATIONS) {
    it(`are complete, with the placeholders and tags of the English ones: ${name}`, () => {
      for (const file of FILES) {
        const [english, other] = [readCatalogue('en', file), readCatalogue(code, file)];
        // A new entry of a registry is in English until it is translated.
        const missing = file === 'names' ? [] : Object.keys(english).filter(key => !other[key]?.trim());
        assert.deepEqual(missing, [], `${code}/${file}.json lacks messages.`);
        const unknown = Object.keys(other).filter(key => !(key in english));
        assert.deepEqual(unknown, [], `${code}/${file}.json has messages that English lacks.`);
        for (const [key, message] of Object.entries(other)) {
          const [fields, given] = [fieldsOf(message), fieldsOf(english[key] ?? '')];
          // An error stands beside its field, so that it need not repeat the field's name and value.
          const expected = file === 'errors' ? given.filter(field => fields.includes(field)) : given;
          assert.deepEqual(fields, expected, `${code}/${file}.json: ${key}`);
        }
      }
    });

    it(`have the plural forms of the language: ${name}`, () => {
      // A form that only millions have is covered by "other" as well.
      const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories.filter(form => form !== 'many');
      const faults = Object.entries(compiledMessages(code, FILES)).flatMap(([key, message]) =>
        pluralsIn(message).flatMap(options => {
          const missing = forms.filter(form => !(form in options));
          return missing.length === 0 ? [] : [`${key} lacks ${missing.join(', ')}`];
        }),
      );
      assert.deepEqual(faults, []);
    });
  }
});

/** Code that only the build runs, or that reads the English of the audit log. */
const UNSEEN = /\/(build|glyphs|world|audit-details)\.ts$/;

describe('The code of the web app', () => {
  it('contains no text for people', () => {
    const found = SOURCES.filter(({ path }) => path.startsWith('dashboard/') && !UNSEEN.test(path)).flatMap(
      ({ path, text }) => textsIn(path, text).map(one => `${path}: ${one}`),
    );
    assert.deepEqual(found, []);
  });

  it('would be found to contain one', () => {
    const source = `const a = <p title="Two words" class="two words">{t('a.b')}<b>No</b></p>; const b = 'One more';
      throw new Error('Not for readers.');`;
    assert.deepEqual(textsIn('x.tsx', source), ['Two words', 'No', 'One more']);
  });
});

/** Returns the names of placeholders and tags of a message, each once. */
function fieldsOf(message: string): readonly string[] {
  return [...new Set(fieldsIn(compileMessage(message)))].sort();
}

function fieldsIn(message: Compiled): readonly string[] {
  if (typeof message === 'string') return [...message.matchAll(/<(\w+)>/g)].map(([tag]) => tag);
  return (message as readonly unknown[]).flatMap(part => {
    if (!Array.isArray(part)) return fieldsIn(String(part));
    const [name, , options] = part;
    const inner = typeof options === 'object' && options !== null ? Object.values(options) : [];
    // In a plural, `#` is a part of its own; an empty option is undefined.
    const own = name === '#' ? [] : [String(name)];
    return [
      ...own,
      ...inner.flatMap(one => (typeof one === 'number' || one === undefined ? [] : fieldsIn(one as Compiled))),
    ];
  });
}

type Compiled = ReturnType<typeof compiledMessages>[string];

/** Returns the options of every plural of a compiled message. */
function pluralsIn(message: Compiled): readonly object[] {
  if (!Array.isArray(message)) return [];
  return message.flatMap(part => {
    if (!Array.isArray(part)) return [];
    const [, kind, options] = part;
    const own = kind === 'plural' && typeof options === 'object' ? [options as object] : [];
    const inner =
      typeof options === 'object' && options !== null
        ? Object.values(options).flatMap(one => pluralsIn(one as Compiled))
        : [];
    return [...own, ...inner];
  });
}

/** Attributes that no reader sees or hears. */
const SILENT = /^(\w*[cC]lass|d|key|id|for|viewBox|transform|style|rel|sizes|aria-keyshortcuts)$/;
/** What looks like words, but is not in any language: names of products and keys. */
const NAMES =
  /^(Footfall|GraphiQL|DB-IP|Arrow\w+|Enter|Escape|Home|End|Page(Up|Down)|Tab|Delete|Backspace|[A-Z]\w*Error|Range|Content-Type)$/;
/** Functions whose arguments are selectors and prefixes. */
const CODE = /^(closest|querySelector|querySelectorAll|matches|startsWith|endsWith)$/;

const STYLES = join(ROOT, 'src/dashboard/styles');
const CLASSES = new Set(
  readdirSync(STYLES).flatMap(name =>
    [...readFileSync(join(STYLES, name), 'utf8').matchAll(/\.([a-z][\w-]*)/g)].map(([, of]) => of as string),
  ),
);

/** Returns what looks like text for people. */
function textsIn(path: string, source: string): readonly string[] {
  const { program, errors } = parseSync(path, source);
  assert.deepEqual(errors, [], path);
  const found: string[] = [];
  const add = (text: string, isDrawn: boolean) => {
    const shown = text.replace(/\s+/g, ' ').trim();
    const isText = isDrawn ? /\p{L}/u.test(shown) : /\p{L}{2,},? \p{L}|^\p{Lu}\p{Ll}/u.test(shown);
    const isClass = !isDrawn && shown.split(' ').every(word => CLASSES.has(word));
    if (isText && !isClass && !NAMES.test(shown)) found.push(shown);
  };
  visit(program, add);
  return found;
}

interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

function visit(node: unknown, add: (text: string, isDrawn: boolean) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, add);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const { type } = node as Node;
  const { value, name, quasis, callee } = node as Record<string, { name?: string } & { value?: { cooked?: string } }[]>;
  if (/^(Import|Export\w*All|TS)/.test(type)) return;
  if (type === 'JSXAttribute' && SILENT.test((name as { name?: string })?.name ?? '')) return;
  // Errors for developers.
  if (type === 'NewExpression' && (callee as { name?: string })?.name === 'Error') return;
  if (type === 'CallExpression' && CODE.test((callee as { property?: { name: string } }).property?.name ?? '')) return;
  if (type === 'JSXText') add(String(value), true);
  if (type === 'Literal' && typeof value === 'string') add(value, false);
  if (type === 'TemplateLiteral')
    add((quasis as { value: { cooked: string } }[]).map(quasi => quasi.value.cooked).join('…'), false);
  for (const [field, inner] of Object.entries(node)) if (field !== 'value' || type !== 'Literal') visit(inner, add);
}
