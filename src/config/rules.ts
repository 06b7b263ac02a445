import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { email, KEY, password as passwordSchema } from '../domain/inputs/account.ts';

/* What a variable's text must look like. Each refusal continues the sentence `NAME is "x" but …`. */

/** Printable ASCII without spaces, as tokens and host names are. */
export const visible = z.string().regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces');

/** A whole number in plain decimal digits, both ends included. */
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

/** A password of an account. */
export const password = z
  .string()
  .refine(given => passwordSchema.safeParse(given).success, 'must have 8 to 128 characters');

/** A key as the service makes them itself. */
export const apiKey = z.string().regex(KEY, 'must be ff_ followed by 40 or more random letters and digits');

/** A path that leads to something now; comes out absolute. */
export const existingFile = z
  .string()
  .refine(existsSync, 'must be a file that exists')
  .transform(path => resolve(path));

/** A directory, which is made when it is needed; comes out absolute. */
export const directory = z.string().transform(path => resolve(path));

/** What the service answers itself; the names of the statistics pages have a dot and one part, and are for their owners to avoid. */
const TAKEN =
  /^\/((graphql|login|logout|websites|account|unsubscribe|docs|healthz|readyz|metrics|api\/(v1|event|pixel\.gif))(\/|$)|(icon\.svg|favicon\.ico|js\/script\.js)$)/;

/** A URL path for the tracker or the collector that collides with none of the service's own but `standard`. */
export function ownPath(standard: string) {
  return z
    .string()
    .regex(
      /^(\/[\w~-][\w.~-]*)+$/,
      'must begin with a slash, not end with one, and hold only letters, digits and . _ ~ -',
    )
    .refine(path => path === standard || !TAKEN.test(path), 'must not lie on a path that the service answers itself')
    .default(standard);
}

/** Comes out without a slash at the end, so that paths can be appended. */
export const publicUrl = z
  .string()
  .refine(given => {
    const url = URL.parse(given);
    return url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(given) && url.username + url.password === '';
  }, 'must be an http or https URL without user, query and fragment')
  .transform(given => new URL(given).href.replace(/\/+$/, ''));

/** A file's path comes out absolute, mariadb:// as mysql://; nothing else of the text changes. */
export const databaseUrl = z
  .string()
  .refine(given => {
    // sqlite://x reads as a host in a URL and as /x on disk: whoever writes it means neither, so it is refused.
    if (given.startsWith('sqlite:')) return /^sqlite:(?!\/\/[^/])(?!:memory:)./.test(given);
    const url = URL.parse(given);
    return (
      url !== null && /^(mysql|mariadb):$/.test(url.protocol) && url.hostname !== '' && /^\/[^/]+$/.test(url.pathname)
    );
  }, 'must be sqlite:PATH or mysql://user:password@host:3306/name, with the special characters of the password percent-encoded')
  .transform(given =>
    given.startsWith('sqlite:')
      ? `sqlite:${resolve(given.slice('sqlite:'.length))}`
      : given.replace(/^mariadb:/i, 'mysql:'),
  );

/** The mail server; user and password are optional. */
export const smtpUrl = z.string().refine(given => {
  const url = URL.parse(given);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
}, 'must be smtp://user:password@host:587 or smtps://user:password@host:465');

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

/** A switch; comes out as true or false. */
export const onOff = z.enum(['on', 'off'], 'must be on or off').transform(given => given === 'on');

/** How many proxies stand in front, or where they are. */
export const trustProxy = z
  .string()
  .refine(
    given => given !== 'true',
    'must be the number of proxies in front, or their addresses: with "true" every visitor could choose the address they count under',
  )
  .refine(
    given => (/^\d+$/.test(given) ? Number(given) <= 20 : ranges(given).every(isRange)),
    'must be a number of proxies from 0 to 20, or addresses and CIDR ranges with commas between',
  )
  .transform((given): TrustProxy => {
    if (!/^\d+$/.test(given)) return { ranges: ranges(given) };
    return Number(given) === 0 ? null : { hops: Number(given) };
  });

/** Addresses and CIDR ranges with commas between. */
export const addressRanges = z
  .string()
  .refine(given => ranges(given).every(isRange), 'must be addresses and CIDR ranges with commas between')
  .transform(ranges);

function ranges(given: string): string[] {
  return given.split(',').map(range => range.trim());
}

function isRange(range: string): boolean {
  return range.includes('/')
    ? ipaddr.isValidCIDR(range)
    : ipaddr.IPv6.isValid(range) || ipaddr.IPv4.isValidFourPartDecimal(range);
}

/** Says everything that is wrong with the environment at once; each fault is a sentence with its fix. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n- ${faults.join('\n- ')}`,
    );
    this.name = 'ConfigError';
    this.faults = faults;
  }
}
