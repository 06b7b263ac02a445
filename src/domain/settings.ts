import * as z from 'zod';
import type { FieldErrors } from '../errors.ts';
import { parseOrigins } from './embedding.ts';
import { parseIpList, parseParamList } from './exclusions.ts';
import { normalizeDomain } from './hostname.ts';
import { countCodePoints, hasNul, quote } from './text.ts';

export const PRIVACIES = ['PUBLIC', 'PRIVATE', 'PASSWORD'] as const;
/** Who sees the statistics page: anyone, its account alone, or whoever knows the password. REST writes 0, 1, 2 in this order. */
export type Privacy = (typeof PRIVACIES)[number];

const MAX_PASSWORD = 128;
/** A list is kept in one column of 65,535 bytes. */
const MAX_LIST_BYTES = 60_000;

/** What is wrong with a privacy that is none of the three; written for both surfaces. */
export const PRIVACY_TEXT =
  'The privacy is not valid; send 0 (PUBLIC in GraphQL), 1 (PRIVATE) or 2 (PASSWORD), and leave it out to keep it as it is.';

/** What is wrong with an on-off setting that is neither; `setting` is its name in words, such as `exclude bots`. */
export function flagText(setting: string): string {
  return `The setting "${setting}" is neither on nor off; send 1 or 0 (true or false in GraphQL).`;
}

/** A website's settings as GraphQL takes them. Undefined leaves a field alone; null clears the password and the lists, and is refused elsewhere. */
export interface WebsiteInput {
  readonly domain?: string | null | undefined;
  readonly privacy?: Privacy | null | undefined;
  readonly password?: string | null | undefined;
  readonly emailReports?: boolean | null | undefined;
  readonly excludeBots?: boolean | null | undefined;
  readonly excludeParams?: readonly string[] | null | undefined;
  readonly excludeIps?: readonly string[] | null | undefined;
  readonly honorGpc?: boolean | null | undefined;
  readonly embedOrigins?: readonly string[] | null | undefined;
  readonly timezone?: string | null | undefined;
}

/** One rule a field, for a value that was sent and is not null. They check and never change a value; every message is a whole sentence. */
export const websiteFields = {
  domain: checked(z.string('The domain is not a text; send a host name such as example.com.'), domain => {
    const result = normalizeDomain(domain);
    return 'error' in result ? [result.error] : [];
  }),
  privacy: z.enum(PRIVACIES, PRIVACY_TEXT),
  password: checked(z.string('The password is not a text.'), passwordErrors),
  emailReports: z.boolean(flagText('email')),
  excludeBots: z.boolean(flagText('exclude bots')),
  excludeParams: checked(z.array(z.string(), 'The excluded parameters are not a list of texts.'), names => {
    const result = parseParamList(names);
    return 'errors' in result ? result.errors : listErrors(result.list, 'excluded parameters');
  }),
  excludeIps: checked(z.array(z.string(), 'The excluded addresses are not a list of texts.'), lines => {
    const result = parseIpList(lines);
    return 'errors' in result ? result.errors : listErrors(result.list.lines, 'excluded addresses');
  }),
  honorGpc: z.boolean(flagText('honor GPC')),
  embedOrigins: checked(z.array(z.string(), 'The origins are not a list of texts.'), lines => {
    const result = parseOrigins(lines);
    return 'errors' in result ? result.errors : listErrors(result.list, 'origins');
  }),
  timezone: checked(z.string('The time zone is not a text; send an IANA name such as Europe/Berlin.'), timezone =>
    canonicalTimeZone(timezone) === null
      ? [`The time zone ${quote(timezone)} is not known; send an IANA name such as Europe/Berlin or UTC.`]
      : [],
  ),
};

/** What the rules need to know of a website that exists. */
export interface SettingsBefore {
  readonly privacy: Privacy;
  readonly hasPassword: boolean;
}

const EMPTY: Readonly<Partial<Record<keyof WebsiteInput, string>>> = {
  domain: 'The domain is missing; send a host name such as example.com.',
  privacy: PRIVACY_TEXT,
  emailReports: flagText('email'),
  excludeBots: flagText('exclude bots'),
  honorGpc: flagText('honor GPC'),
  timezone: 'The time zone is empty; send an IANA name such as Europe/Berlin, or leave it out.',
};

/** All rules at once, those of single fields and those between them; `before` is null for a new website. Null when nothing is wrong. */
export function checkWebsiteInput(input: WebsiteInput, before: SettingsBefore | null): FieldErrors | null {
  const errors: Record<string, string[]> = {};
  for (const name of Object.keys(websiteFields) as (keyof typeof websiteFields)[]) {
    const found = fieldErrors(name, input[name], name === 'domain' && before === null);
    if (found.length > 0) errors[name] = found;
  }
  if (errors.password === undefined && errors.privacy === undefined) {
    const found = passwordNeed(input, before);
    if (found !== undefined) errors.password = [found];
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

/** The IANA name of a time zone, its case set right where Intl tells it; null for a name Intl does not know and for offsets such as `+02:00`. */
export function canonicalTimeZone(name: string): string | null {
  if (name.length > 64 || !/^[a-z][a-z0-9_+/-]*$/i.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Intl answers Asia/Calcutta for Asia/Kolkata; people want back what they chose.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
}

function fieldErrors(name: keyof typeof websiteFields, value: unknown, required: boolean): string[] {
  if (value === undefined && !required) return [];
  if (value === undefined || value === null) {
    const text = EMPTY[name];
    return text === undefined ? [] : [text];
  }
  const result = websiteFields[name].safeParse(value);
  return result.success ? [] : result.error.issues.map(issue => issue.message);
}

function passwordNeed(input: WebsiteInput, before: SettingsBefore | null): string | undefined {
  const privacy = input.privacy ?? before?.privacy ?? 'PRIVATE';
  if (privacy !== 'PASSWORD') return undefined;
  if (input.password === null) {
    return 'The password cannot be cleared while the privacy is 2 (PASSWORD); send a password or another privacy.';
  }
  if (input.password === undefined && !before?.hasPassword) {
    return 'The password is missing; the privacy 2 (PASSWORD) needs one, of 1 to 128 characters.';
  }
  return undefined;
}

function passwordErrors(password: string): string[] {
  const length = countCodePoints(password, MAX_PASSWORD);
  if (length === 0) return ['The password is empty; send 1 to 128 characters.'];
  if (length > MAX_PASSWORD) return ['The password is too long; send 1 to 128 characters.'];
  // Two different broken texts would hash alike once they are written as UTF-8.
  if (hasNul(password) || !password.isWellFormed())
    return ['The password holds a character that cannot be encoded; send plain text.'];
  return [];
}

function listErrors(lines: readonly string[], what: string): string[] {
  const bytes = Buffer.byteLength(lines.join('\n'));
  return bytes > MAX_LIST_BYTES
    ? [`The ${what} take ${bytes} bytes; at most ${MAX_LIST_BYTES} can be kept, send fewer.`]
    : [];
}

function checked<S extends z.ZodType>(schema: S, errorsOf: (value: z.output<S>) => readonly string[]): S {
  return schema.check(context => {
    for (const message of errorsOf(context.value as z.output<S>)) {
      context.issues.push({ code: 'custom', message, input: context.value, path: [] });
    }
  }) as S;
}
