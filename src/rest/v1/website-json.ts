import * as z from 'zod';
import { linesSchema, numberSchema, secretSchema, textSchema, valueFault } from '../../domain/inputs/website.ts';
import { storedSetting } from '../../domain/stored-settings.ts';
import type { WebsiteSetting } from '../../domain/website-setting.ts';
import { type RestSetting, type SettingInput, WEBSITE_SETTINGS } from '../../domain/website-settings.ts';
import type { RestWebsiteFragment } from '../__generated__/operations.ts';
import { object, type Schema } from '../json-schema.ts';
import { flag, lines, number } from '../parameters.ts';

type Setting = WebsiteSetting & { readonly rest: string };

/** The settings that REST exposes, in the order of the API. */
const SETTINGS: readonly Setting[] = WEBSITE_SETTINGS.filter(setting => 'rest' in setting);
/** The settings in the order of responses: the password late, and last those that visitors can read too. */
const WRITTEN = SETTINGS.toSorted((one, other) => placeOf(one) - placeOf(other));

/** The settings of a website as fields of a request body. */
export const settings = Object.fromEntries(
  SETTINGS.map(setting => [
    setting.rest,
    sentSchema(setting).meta({ description: `${setting.description}${sentAs(setting)}.` }),
  ]),
) as unknown as { readonly [S in RestSetting as S['rest']]: z.ZodOptional<z.ZodType<SettingInput[S['name']]>> };

/** Returns a website as REST writes it. */
export function websiteJson(website: RestWebsiteFragment) {
  return {
    id: Number(website.id),
    domain: website.domain,
    url: website.domain,
    ...writtenOf(website),
    created_at: withMicroseconds(website.createdAt),
    updated_at: withMicroseconds(website.updatedAt),
  };
}

/** The schema of a time. */
export const TIME_SCHEMA: Schema = {
  type: 'string',
  format: 'date-time',
  description: 'The time in UTC as ISO 8601 with microseconds.',
};

/** The schema of websiteJson. */
export const WEBSITE_SCHEMA: Schema = {
  description: 'A registered website with its settings.',
  ...object({
    id: { type: 'integer', minimum: 1 },
    domain: {
      type: 'string',
      maxLength: 255,
      description: 'The domain in lower case, without a leading `www.`; internationalised names as punycode.',
    },
    url: {
      type: 'string',
      maxLength: 255,
      description: 'The same as `domain`, for older clients that know it by this name.',
    },
    ...Object.fromEntries(
      WRITTEN.map(setting => [
        writtenName(setting),
        setting.kind === 'secret'
          ? { type: 'boolean', description: `${setting.shownDescription}.` }
          : { ...writtenSchema(setting), description: `${setting.description}${sentAs(setting)}.` },
      ]),
    ),
    created_at: TIME_SCHEMA,
    updated_at: TIME_SCHEMA,
  }),
};

/** An example website. */
export const WEBSITE_EXAMPLE: ReturnType<typeof websiteJson> = {
  id: 12,
  domain: 'example.com',
  url: 'example.com',
  ...writtenOf(
    Object.fromEntries(
      WEBSITE_SETTINGS.map(setting =>
        setting.kind === 'secret'
          ? [setting.shown, false]
          : [setting.name, 'example' in setting ? setting.example : setting.preset],
      ),
    ),
  ),
  created_at: '2026-01-02T03:04:05.000000Z',
  updated_at: '2026-01-02T03:04:05.000000Z',
};

/** Returns the schema that reads a setting from a body as the value that GraphQL takes. */
function sentSchema(setting: WebsiteSetting): z.ZodType {
  switch (setting.kind) {
    case 'flag':
      return flag(valueFault(setting)).optional();
    case 'number':
      return number(numberSchema(setting)).optional();
    case 'choice': {
      const places = setting.options.map((_, place) => place);
      return number(z.literal(places, valueFault(setting)))
        .transform(place => setting.options[place]?.value)
        .optional();
    }
    case 'lines':
      return lines().pipe(linesSchema(setting)).nullish();
    case 'secret':
      return secretSchema(setting).meta({ maxLength: setting.maxLength, writeOnly: true, untrimmed: true }).nullish();
    case 'text':
      return textSchema(setting).optional();
  }
}

/** Returns the end of a description: how the value is written. */
function sentAs(setting: WebsiteSetting): string {
  switch (setting.kind) {
    case 'flag':
      return ': 0 for no, 1 for yes';
    case 'choice':
      return `: ${setting.options.map(({ value }, place) => `${place} for ${value.toLowerCase()}`).join(', ')}`;
    case 'lines':
      return '. One per line';
    case 'secret':
      return '. Empty clears it';
    default:
      return '';
  }
}

/** Returns the settings as REST writes them: numbers, and lists as text with a line per entry, null if empty. */
function writtenOf(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    WRITTEN.map(setting => [
      writtenName(setting),
      setting.kind === 'secret' ? values[setting.shown] : storedSetting(setting, values[setting.name]),
    ]),
  );
}

function placeOf({ kind, isShared }: WebsiteSetting): number {
  return isShared ? 2 : Number(kind === 'secret');
}

function writtenName(setting: Setting): string {
  return setting.kind === 'secret' ? setting.restShown : setting.rest;
}

function writtenSchema(setting: WebsiteSetting): Schema {
  switch (setting.kind) {
    case 'flag':
      return { type: 'integer', enum: [0, 1] };
    case 'choice':
      return { type: 'integer', enum: setting.options.map((_, place) => place) };
    case 'number':
      return { type: 'integer', minimum: setting.min, maximum: setting.max };
    case 'lines':
      return { type: ['string', 'null'] };
    default:
      return { type: 'string' };
  }
}

/** Pads GraphQL's milliseconds to microseconds, because clients of the older API parse six digits. */
export function withMicroseconds(time: string): string {
  return time.replace(/Z$/, '000Z');
}
