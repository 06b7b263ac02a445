/**
 * The languages of pages and e-mails, as BCP 47 tags, each with its own name. The first is used when no other fits. Their
 * order is stored and never changes.
 */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'fr', name: 'Français' },
  { code: 'es', name: 'Español' },
  { code: 'pt', name: 'Português' },
  { code: 'ja', name: '日本語' },
  { code: 'zh', name: '简体中文' },
] as const;

export type Language = (typeof LANGUAGES)[number]['code'];

/** Returns whether there are messages in the language of this code. */
export function isLanguage(code: unknown): code is Language {
  return LANGUAGES.some(language => language.code === code);
}
