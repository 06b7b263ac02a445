import { LANGUAGES, type Language } from './languages.ts';
import type { ChoiceSetting } from './website-setting.ts';

const DESCRIPTIONS: Readonly<Record<Language, string>> = {
  en: 'English.',
  de: 'German.',
  fr: 'French.',
  es: 'Spanish.',
  pt: 'Portuguese.',
  ja: 'Japanese.',
  zh: 'Chinese, simplified.',
};

/** The setting of a website that chooses the language of its e-mails. Each option is called by its own name. */
export const LANGUAGE = {
  name: 'language',
  column: 'language',
  rest: 'language',
  kind: 'choice',
  type: 'Language',
  preset: 'EN',
  called: 'language',
  description: 'The language of reports and of the e-mails of alerts',
  group: 'reports',
  label: 'Language of reports and alerts',
  isMenu: true,
  help: 'E-mails are written in this language; webhooks are always in English.',
  options: LANGUAGES.map(({ code, name }) => ({
    value: code.toUpperCase() as Uppercase<typeof code>,
    description: DESCRIPTIONS[code],
    label: name,
  })),
} as const satisfies ChoiceSetting;
