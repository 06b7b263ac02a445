import { hashPassword } from '../accounts/passwords.ts';
import { attributeOf, type StoredSettings } from '../domain/stored-settings.ts';
import type { WebsiteSetting } from '../domain/website-setting.ts';
import { type SettingInput, WEBSITE_SETTINGS } from '../domain/website-settings.ts';

type Stored = string | number | null;

/** Returns the settings that were sent as the model stores them; they must have passed their schema. */
export async function storedSettings(input: SettingInput): Promise<Partial<StoredSettings>> {
  const settings: Record<string, Stored> = {};
  for (const setting of WEBSITE_SETTINGS) {
    const value = input[setting.name];
    if (value === undefined) continue;
    const stored = storedOf(setting, value);
    settings[attributeOf(setting)] = setting.kind === 'secret' && stored ? await hashPassword(String(stored)) : stored;
  }
  return settings as Partial<StoredSettings>;
}

/** The presets of all settings, as the model stores them. */
export const PRESETS = Object.fromEntries(
  WEBSITE_SETTINGS.map(setting => [attributeOf(setting), storedOf(setting, setting.preset)]),
) as unknown as StoredSettings;

function storedOf(setting: WebsiteSetting, value: unknown): Stored {
  switch (setting.kind) {
    case 'flag':
      return Number(value);
    case 'choice':
      return setting.options.findIndex(option => option.value === value);
    case 'lines':
      return (value as readonly string[] | null)?.join('\n') || null;
    default:
      return value as Stored;
  }
}
