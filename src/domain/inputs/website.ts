import * as z from 'zod';
import { DOMAIN_MISSING, normalizeDomain, whyReserved } from '../hostname.ts';
import { countCodePoints, isStorable } from '../text.ts';
import type {
  ChoiceSetting,
  FlagSetting,
  LinesSetting,
  NumberSetting,
  SecretSetting,
  TextSetting,
  WebsiteSetting,
} from '../website-setting.ts';
import { type Privacy, type SettingInput, WEBSITE_SETTINGS } from '../website-settings.ts';
import { faultless } from './parse.ts';

/** The maximum size of a list; its column holds 65,535 bytes. */
const MAX_LIST_BYTES = 60_000;
const PASSWORD_MISSING = 'The password is missing; the privacy 2 (PASSWORD) needs one, of 1 to 128 characters.';
const NOT_CLEARED =
  'The password cannot be cleared while the privacy is 2 (PASSWORD); enter a password or use another privacy.';

/** The input for a website. Only a new website takes a domain. */
export interface WebsiteInput extends SettingInput {
  readonly domain?: string | null | undefined;
}

/** The state of an existing website that the rules depend on. */
export interface SettingsBefore {
  readonly privacy: Privacy;
  readonly hasPassword: boolean;
}

/** Returns the error for an invalid value of a flag, a number or a choice, the same for GraphQL and REST. */
export function valueFault(setting: FlagSetting | NumberSetting | ChoiceSetting): string {
  switch (setting.kind) {
    case 'flag':
      return `The setting "${setting.called}" is neither on nor off; use 1 or 0 (true or false in GraphQL).`;
    case 'number':
      return `The ${setting.called} is not valid; use a whole number from ${setting.min} to ${setting.max}.`;
    case 'choice': {
      const [first, ...others] = setting.options.map(({ value }, number) => `${number} (${value}`);
      const choices = [`${first} in GraphQL)`, ...others.map(other => `${other})`)];
      const last = choices.pop();
      return `The ${setting.called} is not valid; use ${choices.join(', ')} or ${last}, or leave it out to keep it as it is.`;
    }
  }
}

/** Returns the schema of a setting, which normalises its value. Null clears a password or a list. */
export function settingSchema(setting: WebsiteSetting): z.ZodType {
  switch (setting.kind) {
    case 'flag':
      return z.boolean(valueFault(setting));
    case 'number':
      return numberSchema(setting);
    case 'choice':
      return z.enum(
        setting.options.map(({ value }) => value),
        valueFault(setting),
      );
    case 'text':
      return textSchema(setting);
    case 'lines':
      return linesSchema(setting).nullable();
    case 'secret':
      return secretSchema(setting).nullable();
  }
}

/** Returns the schema of a number within bounds. */
export function numberSchema(setting: NumberSetting): z.ZodType<number, number> {
  const fault = valueFault(setting);
  return z.int(fault).min(setting.min, fault).max(setting.max, fault);
}

function emptyFault({ called, expected }: TextSetting): string {
  return `The ${called} is empty; use ${expected}, or leave it out.`;
}

/** Returns the schema of a text. */
export function textSchema(setting: TextSetting): z.ZodType<string, string> {
  const { called, expected, read } = setting;
  const error = ({ input }: { readonly input?: unknown }) =>
    input === null ? emptyFault(setting) : `The ${called} is not a string; use ${expected}.`;
  const sent = z.string({ error }).meta({ examples: [setting.example] });
  return sent.transform((given, context) => {
    if (given === '') return refuse(context, [emptyFault(setting)]);
    const result = read(given);
    return 'text' in result ? result.text : refuse(context, [result.error]);
  });
}

/** Returns the schema of a list. */
export function linesSchema({ called, read }: LinesSetting): z.ZodType<readonly string[], string[]> {
  return z
    .array(z.string(), `The ${called} are not a list of strings; use one string per entry.`)
    .transform((lines, context) => {
      const result = read(lines);
      if ('errors' in result) return refuse(context, result.errors);
      const bytes = Buffer.byteLength(result.list.join('\n'));
      if (bytes <= MAX_LIST_BYTES) return result.list;
      return refuse(context, [
        `The ${called} take ${bytes} bytes; at most ${MAX_LIST_BYTES} can be stored, so remove some.`,
      ]);
    });
}

/** Returns the schema of a password. */
export function secretSchema({ called, maxLength }: SecretSetting): z.ZodType<string, string> {
  return z.string(`The ${called} is not a string; use 1 to ${maxLength} characters.`).superRefine((secret, context) => {
    const length = countCodePoints(secret, maxLength);
    if (length === 0) context.addIssue(`The ${called} is empty; use 1 to ${maxLength} characters.`);
    else if (length > maxLength) context.addIssue(`The ${called} is too long; use 1 to ${maxLength} characters.`);
    else if (!isStorable(secret))
      context.addIssue(`The ${called} contains a character that cannot be encoded; use plain text.`);
  });
}

/** The domain of a new website. */
export const domain = z
  .string({
    error: ({ input }) =>
      input == null ? DOMAIN_MISSING : 'The domain is not a string; use a host name such as example.com.',
  })
  .meta({ minLength: 1, examples: ['example.com'] })
  .transform((given, context) => {
    const result = normalizeDomain(given);
    if ('error' in result) return refuse(context, [result.error]);
    const fault = whyReserved(result.domain);
    return fault === null ? result.domain : refuse(context, [fault]);
  });

/** Rejects a website named by neither or both of its id and domain, under both names. */
export const idOrDomain = z.superRefine<{ readonly id?: unknown; readonly domain?: unknown }>(
  ({ id, domain }, { addIssue }) => {
    const given = [id, domain].filter(value => value !== null && value !== undefined).length;
    if (given === 1) return;
    const message =
      given === 0
        ? 'Neither id nor domain is given; use one of them.'
        : 'Both id and domain are given; use only one of them.';
    for (const name of ['id', 'domain']) addIssue({ code: 'custom', path: [name], message });
  },
);

const settings = Object.fromEntries(
  WEBSITE_SETTINGS.map(setting => [setting.name, settingSchema(setting).optional()]),
) as unknown as { readonly [Name in keyof SettingInput]-?: z.ZodOptional<z.ZodType<SettingInput[Name]>> };

/** The assumed state of a website that is not loaded yet; its rules are checked again after loading. */
export const ANY: SettingsBefore = { privacy: 'PRIVATE', hasPassword: true };

/** A new website: its domain and settings. */
export const createWebsiteInput = z.object({ domain, ...settings }).check(passwordThere(null));

type Update = ReturnType<typeof updateAfter>;
const updates = new Map<string, Update>();

/** New settings of a website in an unknown state. */
export const updateWebsiteInput = updateOf(ANY);

/** Returns the schema of new settings for a website in this state. */
export function updateOf(before: SettingsBefore): Update {
  const state = `${before.privacy} ${before.hasPassword}`;
  // Building a schema takes a millisecond, which a transaction should not wait for.
  const update = updates.get(state) ?? updateAfter(before);
  updates.set(state, update);
  return update;
}

function updateAfter(before: SettingsBefore) {
  return z.object(settings).check(passwordThere(before));
}

/** Rejects the privacy PASSWORD without a password, sent now or set before; runs only if both fields are valid. */
export function passwordThere(before: SettingsBefore | null) {
  return z.superRefine<SettingInput>(
    ({ privacy = before?.privacy, password }, { addIssue }) => {
      if (privacy !== 'PASSWORD') return;
      if (password === null) addIssue({ code: 'custom', path: ['password'], message: NOT_CLEARED });
      else if (password === undefined && !before?.hasPassword)
        addIssue({ code: 'custom', path: ['password'], message: PASSWORD_MISSING });
    },
    faultless('privacy', 'password'),
  );
}

function refuse(context: z.RefinementCtx, errors: readonly string[]): never {
  for (const error of errors) context.addIssue(error);
  return z.NEVER;
}
