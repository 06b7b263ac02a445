import { hashPassword } from '../accounts/passwords.ts';
import { attributeOf, type StoredSettings, storedSetting } from '../domain/stored-settings.ts';
import { type SettingInput, WEBSITE_SETTINGS } from '../domain/website-settings.ts';

/** Returns the settings that were sent as the model stores them; they must have passed their schema. */
export async function storedSettings(input: SettingInput): Promise<Partial<StoredSettings>> {
  const settings: Record<string, string | number | null> = {};
  for (const setting of WEBSITE_SETTINGS) {
    const value = input[setting.name];
    if (value === undefined) continue;
    const stored = storedSetting(setting, value);
    settings[attributeOf(setting)] = setting.kind === 'secret' && stored ? await hashPassword(String(stored)) : stored;
  }
  return settings as Partial<StoredSettings>;
}

/** The presets of all settings, as the model stores them. */
export const PRESETS = Object.fromEntries(
  WEBSITE_SETTINGS.map(setting => [attributeOf(setting), storedSetting(setting, setting.preset)]),
) as unknown as StoredSettings;
