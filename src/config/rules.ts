import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { email, KEY, password as passwordSchema } from '../domain/inputs/account.ts';
import { LANGUAGES } from '../domain/languages.ts';

/* The formats of variables. Each error text continues the sentence `NAME is "x" but …`. */

/** Printable ASCII without spaces, as tokens and host names are. */
export const visible = z.string().regex(/^[\x21-\x7e]+$/, 'must consist of visible ASCII characters, without spaces');

/** A whole number in decimal digits, from `least` to `most` inclusive. */
export function whole(least: number, most: number) {
  const rule = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, rule)
    .transform(Number)
    .refine(n => n >= least && n <= most, rule);
}

/** The e-mail address of an account. */
export const emailAddress = z.string().refine(given => email.safeParse(given).success, 'must be an e-mail address');

/** The password of an account. */
export const password = z
  .string()
  .refine(given => passwordSchema.safeParse(given).success, 'must have 8 to 128 characters');

/** An API key in the format that the service generates. */
export const apiKey = z.string().regex(KEY, 'must be ff_ followed by 40 or more random letters and digits');

/** A path that exists now; the result is absolute. */
export const existingFile = z
  .string()
  .refine(existsSync, 'must be an existing file')
  .transform(path => resolve(path));

/** A directory, created when it is needed; the result is absolute. */
export const directory = z
  .string()
  .transform(path => resolve(path))
  .refine(path => kindOf(path)?.isDirectory() !== false, 'must be a folder, which is created if it does not exist');

/**
 * The service's own paths. Statistics pages (one segment with a dot) are not among them; operators must avoid those.
 */
const TAKEN =
  /^\/((graphql|login|logout|websites|account|unsubscribe|docs|healthz|readyz|metrics|api\/(v1|event|pixel\.gif))(\/|$)|(icon\.svg|favicon\.ico|js\/script\.js)$)/;

/** A URL path for the tracker or the collector; of the service's own paths, only `standard` is allowed. */
export function ownPath(standard: string) {
  return z
    .string()
    .regex(
      /^(\/[\w~-][\w.~-]*)+$/,
      'must begin with a slash, not end with one, and contain only letters, digits and . _ ~ -',
    )
    .refine(path => path === standard || !TAKEN.test(path), 'must not be a path that the service uses itself')
    .default(standard);
}

/** A public URL; the result has no trailing slash, so that paths can be appended. */
export const publicUrl = z
  .string()
  .refine(given => {
    const url = URL.parse(given);
    return url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(given) && url.username + url.password === '';
  }, 'must be an http or https URL without credentials, query or fragment')
  .transform(given => new URL(given).href.replace(/\/+$/, ''));

/**
 * A database URL. An SQLite path becomes absolute and mariadb:// becomes mysql://; the rest of the text is unchanged.
 */
export const databaseUrl = z
  .string()
  .refine(given => {
    // sqlite://x is refused: it means the host x in a URL and /x on disk, and its author intends neither.
    if (given.startsWith('sqlite:')) return /^sqlite:(?!\/\/[^/])(?!:memory:)./.test(given);
    const url = URL.parse(given);
    return (
      url !== null &&
      /^(mysql|mariadb):$/.test(url.protocol) &&
      url.hostname !== '' &&
      /^\/[^/]+$/.test(url.pathname) &&
      isEncoded(url)
    );
  }, 'must be sqlite:PATH or mysql://user:password@host:3306/name, with special characters in the password percent-encoded')
  .transform(given =>
    given.startsWith('sqlite:')
      ? `sqlite:${resolve(given.slice('sqlite:'.length))}`
      : given.replace(/^mariadb:/i, 'mysql:'),
  )
  .refine(
    url => !url.startsWith('sqlite:') || kindOf(url.slice('sqlite:'.length))?.isDirectory() !== true,
    'must name a file, which is created if it does not exist, not a folder',
  );

function kindOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // The code that needs the path reports why it cannot be seen.
    return undefined;
  }
}

/** The mail server; user and password are optional. */
export const smtpUrl = z.string().refine(given => {
  const url = URL.parse(given);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && isEncoded(url);
}, 'must be smtp://user:password@host:587 or smtps://user:password@host:465, with special characters in the password percent-encoded');

/** Every % begins the code of a character: drivers decode these parts, and throw otherwise. */
function isEncoded({ username, password, pathname, search }: URL): boolean {
  try {
    decodeURIComponent(username + password + pathname + search);
    return true;
  } catch {
    return false;
  }
}

/** `a@b` or `Name <a@b>`. */
export const sender = z
  .string()
  .regex(
    /^([^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
    'must be an address, or a name with the address in angle brackets',
  );

type TrustProxy = { readonly hops: number } | { readonly ranges: readonly string[] } | null;

/** pino's levels, least severe first. */
export const logLevel = z.enum(
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
  'must be trace, debug, info, warn, error, fatal or silent',
);

/** The codes of the languages that pages and e-mails are written in. */
export const LANGUAGE_CODES = LANGUAGES.map(({ code }) => code);

/**
 * Locales, best first, as shells often set them for other programs: `de`, `pt-BR`, `en_US.UTF-8:en`. The result is the
 * first of our languages among them; null if there is none.
 */
export const language = z
  .string()
  .refine(
    given => locales(given).length > 0 && locales(given).every(name => LOCALE.test(name)),
    `must be one of ${LANGUAGE_CODES.join(', ')}`,
  )
  .transform(given => {
    const named = locales(given).map(name =>
      /^(C|POSIX)\b/.test(name) ? 'en' : name.split(/[^a-z]/i, 1)[0]?.toLowerCase(),
    );
    return named.flatMap(code => LANGUAGE_CODES.find(ours => ours === code) ?? [])[0] ?? null;
  });

const LOCALE = /^([a-z]{2,3}|C|POSIX)([_-][a-z\d]{1,8})*(\.[\w-]+)?(@[\w=-]+)?$/i;

function locales(given: string): string[] {
  return given.split(':').filter(name => name !== '');
}

/** A switch; comes out as true or false. */
export const onOff = z.enum(['on', 'off'], 'must be on or off').transform(given => given === 'on');

/** The number of proxies in front, or their addresses. */
export const trustProxy = z
  .string()
  .refine(
    given => given !== 'true',
    'must be the number of proxies in front, or their addresses: with "true" every visitor could choose the address they are counted under',
  )
  .refine(
    given => (/^\d+$/.test(given) ? Number(given) <= 20 : ranges(given).every(isRange)),
    'must be a number of proxies from 0 to 20, or addresses and CIDR ranges separated by commas',
  )
  .transform((given): TrustProxy => {
    if (!/^\d+$/.test(given)) return { ranges: ranges(given) };
    return Number(given) === 0 ? null : { hops: Number(given) };
  });

/** Addresses and CIDR ranges, separated by commas. */
export const addressRanges = z
  .string()
  .refine(given => ranges(given).every(isRange), 'must be addresses and CIDR ranges separated by commas')
  .transform(ranges);

function ranges(given: string): string[] {
  return given.split(',').map(range => range.trim());
}

function isRange(range: string): boolean {
  return range.includes('/')
    ? ipaddr.isValidCIDR(range)
    : ipaddr.IPv6.isValid(range) || ipaddr.IPv4.isValidFourPartDecimal(range);
}
