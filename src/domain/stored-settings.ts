import type { WebsiteSetting } from './website-setting.ts';
import type { WEBSITE_SETTINGS } from './website-settings.ts';

type Entry = (typeof WEBSITE_SETTINGS)[number];
type Secret = Extract<Entry, { kind: 'secret' }>;

/** The settings of a website as its model stores them, under their names; a password as its hash. */
export type StoredSettings = {
  readonly [S in Entry as S extends Secret ? `${S['name']}Hash` : S['name']]: S extends { kind: 'lines' | 'secret' }
    ? string | null
    : S extends { kind: 'text' }
      ? string
      : number;
};

/** Returns the model attribute that stores a setting. */
export function attributeOf({ kind, name }: Entry): keyof StoredSettings {
  return (kind === 'secret' ? `${name}Hash` : name) as keyof StoredSettings;
}

/** Returns the value of a setting as its model stores it and REST writes it: flags and choices as numbers, lines as one text. */
export function storedSetting(setting: WebsiteSetting, value: unknown): string | number | null {
  switch (setting.kind) {
    case 'flag':
      return Number(value);
    case 'choice':
      return setting.options.findIndex(option => option.value === value);
    case 'lines':
      return (value as readonly string[] | null)?.join('\n') || null;
    default:
      return value as string | number | null;
  }
}
