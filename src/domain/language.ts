import type { ChoiceSetting } from './website-setting.ts';

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
  options: [
    { value: 'EN', description: 'English.', label: 'English' },
    { value: 'DE', description: 'German.', label: 'Deutsch' },
    { value: 'FR', description: 'French.', label: 'Français' },
    { value: 'ES', description: 'Spanish.', label: 'Español' },
    { value: 'PT', description: 'Portuguese.', label: 'Português' },
    { value: 'JA', description: 'Japanese.', label: '日本語' },
    { value: 'ZH', description: 'Chinese, simplified.', label: '简体中文' },
  ],
} as const satisfies ChoiceSetting;
