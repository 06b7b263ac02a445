import { LANGUAGE } from '../domain/language.ts';
import type { WebsiteSetting } from '../domain/website-setting.ts';
import { type SettingInput, WEBSITE_SETTINGS } from '../domain/website-settings.ts';
import type { Website } from '../websites/website.ts';
import { enumOf, type Types } from './builder.ts';

type OutputFields = Pick<PothosSchemaTypes.ObjectFieldBuilder<Types, Website>, 'field'>;
type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

const SETTINGS: readonly WebsiteSetting[] = WEBSITE_SETTINGS;

const choices = SETTINGS.filter(setting => setting.kind === 'choice');
const enums = new Map(
  choices.map(({ name, type, description, options }) => [
    name,
    enumOf(type, `${description}.`, Object.fromEntries(options.map(option => [option.value, option.description]))),
  ]),
);

/** Returns the settings as fields of a website, except those that `Statistics` declares. */
export function settingFields(t: OutputFields) {
  const own = SETTINGS.filter(setting => !setting.isShared);
  const fields = own.map(setting => {
    const isSecret = setting.kind === 'secret';
    const name = isSecret ? setting.shown : setting.name;
    const field = t.field({
      type: isSecret ? 'Boolean' : typeOf(setting),
      description: `${isSecret ? setting.shownDescription : setting.description}.`,
      resolve: website => website[name as 'timezone'],
    });
    return [name, field] as const;
  });
  return Object.fromEntries(fields);
}

/** Returns the settings as fields of an input; `without` says what an omitted one with this default means. */
export function settingInputs(t: InputFields, without: (preset: string) => string) {
  const fields = SETTINGS.map(setting => {
    const cleared = setting.kind === 'secret' ? '. Null clears it' : '';
    const description = `${setting.description}${cleared}. ${without(presetText(setting))}.`;
    return [setting.name, t.field({ type: typeOf(setting), description })] as const;
  });
  return Object.fromEntries(fields) as {
    readonly [Name in keyof SettingInput]-?: PothosSchemaTypes.InputFieldRef<Types, SettingInput[Name]>;
  };
}

function typeOf(setting: WebsiteSetting) {
  switch (setting.kind) {
    case 'flag':
      return 'Boolean';
    case 'number':
      return 'Int';
    case 'choice':
      return enums.get(setting.name)!;
    case 'lines':
      return ['String'] as ['String'];
    default:
      return 'String';
  }
}

function presetText({ name, kind, preset }: WebsiteSetting): string {
  if (name === LANGUAGE.name) return `the LANGUAGE of the service, ${preset} unless it was set`;
  if (kind === 'lines') return 'none';
  return kind === 'secret' ? 'none' : String(preset);
}
