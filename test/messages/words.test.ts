import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { Language } from '../../src/domain/languages.ts';
import { type CatalogueFile, readCatalogue } from '../../src/messages/catalogues.ts';

const FILES: readonly CatalogueFile[] = [
  'chart',
  'common',
  'imports',
  'mail',
  'manage',
  'names',
  'plain',
  'statistics',
];

/** The other names that a thing has had. */
const OTHER_WORDS = {
  en: /tracking script|\b(?:a|the) note\b|(?<!\b(?:IP|IPv4|IPv6|e-mail) )\baddress/i,
  de: /Was ist passiert|(?<![-\w])Adresse/,
  fr: /l[’']adresse (?!IP|e-mail)|Cette adresse (?!IP)/i,
  es: /\buna nota\b|[Ee]sta dirección (?!IP)|cuya dirección/,
  pt: /\b(?:a|uma) nota\b|[Ee]ste endereço (?!IP)|cujo endereço/,
  ja: /(?<!IP|メール)アドレス/,
  zh: /网址|此地址/,
} as const satisfies Readonly<Record<Language, RegExp>>;

/** What e-mails call the tracker where they mean the snippet, which people have put on their pages. */
const TRACKER = /script de suivi|script de seguimiento|script de rastreamento|トラッキングスクリプト|跟踪脚本/i;

describe('The texts of a language', () => {
  for (const [language, words] of Object.entries(OTHER_WORDS) as [Language, RegExp][])
    it(`have one name for a thing, in ${language}`, () => {
      const found = FILES.flatMap(file =>
        Object.entries(readCatalogue(language, file))
          .filter(([, text]) => words.test(text) || (file === 'mail' && TRACKER.test(text)))
          .map(([key, text]) => `${key}: ${text}`),
      );
      assert.deepEqual(found, []);
    });
});
