import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Language } from '../domain/languages.ts';
import { registryNames } from './names.ts';
import { type Compiled, type Translate, translator } from './translator.ts';

/** The files of a language: its messages by what shows them. `names` has the texts of the registries. */
export type CatalogueFile =
  | 'causes'
  | 'chart'
  | 'common'
  | 'errors'
  | 'faults'
  | 'filters'
  | 'imports'
  | 'mail'
  | 'manage'
  | 'map'
  | 'names'
  | 'paths'
  | 'plain'
  | 'statistics';

/** What each part of the web app loads. */
export const APP_FILES = {
  statistics: ['common', 'names', 'statistics', 'filters', 'chart', 'map', 'paths', 'causes'],
  manage: ['common', 'names', 'manage', 'imports', 'filters'],
} as const satisfies Readonly<Record<string, readonly CatalogueFile[]>>;

/** What the server itself writes: pages without the app, e-mails, errors, and faults of imports. */
const SERVER_FILES: readonly CatalogueFile[] = ['common', 'names', 'plain', 'mail', 'causes', 'errors', 'faults'];

/** Returns the messages of a file as they are written; a language can lack some. */
export function readCatalogue(language: Language, file: CatalogueFile): Readonly<Record<string, string>> {
  if (language === 'en' && file === 'names') return registryNames();
  const path = join(import.meta.dirname, language, `${file}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** Returns the compiled messages of some files; those that a language lacks are in English. */
export function compiledMessages(language: Language, files: readonly CatalogueFile[]): Compiled {
  const written = files.flatMap(file => [
    ...Object.entries(readCatalogue('en', file)),
    ...Object.entries(language === 'en' ? {} : readCatalogue(language, file)),
  ]);
  return Object.fromEntries(written.map(([key, message]) => [key, compileMessage(message)]));
}

const made = new Map<Language, Translate>();

/** Returns what the server translates with; read once a language. */
export function serverTranslator(language: Language): Translate {
  const known = made.get(language);
  if (known) return known;
  const translate = translator(language, compiledMessages(language, SERVER_FILES));
  made.set(language, translate);
  return translate;
}
