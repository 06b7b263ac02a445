import type { IncomingMessage } from 'node:http';
import { quote } from '../domain/text.ts';
import { isObject } from '../domain/unknown.ts';
import { BODY_LIMITS, BodyTooLarge, readBody } from '../http/body.ts';
import { malformed, Refusal } from './refusal.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** The accepted content types of a body. */
export const BODY_TYPES = [FORM, JSON_TYPE] as const;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the fields of a body in order: strings in a form, anything in JSON. Throws 400, 413 or 415. */
export async function readFields(request: IncomingMessage): Promise<Map<string, unknown>> {
  const bytes = await readBody(request, BODY_LIMITS.rest).catch(error => {
    throw error instanceof BodyTooLarge ? new Refusal(413, { message: error.message }) : malformed(error.message);
  });
  if (bytes.length === 0) return new Map();
  return typeOf(request) === JSON_TYPE ? parseJson(bytes) : parseForm(bytes.toString('latin1'), 'body');
}

function typeOf(request: IncomingMessage): (typeof BODY_TYPES)[number] {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw unsupported(`The content encoding ${quote(encoding)} is not supported; send the body uncompressed.`);
  }
  const header = request.headers['content-type'];
  const choice = `send ${FORM} or ${JSON_TYPE}`;
  if (header === undefined) throw unsupported(`The content type is missing; ${choice}.`);
  const [essence = '', ...parameters] = header.split(';').map(part => part.trim().toLowerCase());
  const type = BODY_TYPES.find(known => known === essence);
  if (type === undefined) throw unsupported(`The content type ${quote(header)} is not supported; ${choice}.`);
  const charset = parameters.find(parameter => parameter.startsWith('charset='))?.replace(/^charset="?|"$/g, '');
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw unsupported(`The character set ${quote(charset)} is not supported; send UTF-8.`);
  }
  return type;
}

function parseJson(bytes: Buffer): Map<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(decodeUtf8(bytes, 'body'));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw malformed('The body is not valid JSON; send one object with a value for each field.');
  }
  // PHP writes an empty object as an empty list.
  if (Array.isArray(body) && body.length === 0) return new Map();
  if (!isObject(body)) {
    throw malformed('The body is JSON but not an object; send one object with a value for each field.');
  }
  return new Map(Object.entries(body));
}

function unsupported(message: string): Refusal {
  return new Refusal(415, { message });
}

/**
 * Parses `a=1&b=2`, given as one character per byte, into its pairs in order; the last value of a repeated name wins.
 * In a body, `a[]=1&a[]=2` and `a[0]=1&a[1]=2` are lists, which become one value with a line for each entry. Throws 400
 * for an invalid percent sign and for bytes that are not UTF-8.
 */
export function parseForm(raw: string, where: 'query' | 'body'): Map<string, string> {
  const lists = new Map<string, string[]>();
  const pairs = new Map<string, string>();
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals), where);
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1), where);
    const list = where === 'body' ? /^(.+)\[\d*\]$/s.exec(name)?.[1] : undefined;
    if (list === undefined) {
      pairs.set(name, value);
      continue;
    }
    const entries = lists.get(list) ?? [];
    entries.push(value);
    lists.set(list, entries);
    pairs.set(list, '');
  }
  for (const [name, entries] of lists) pairs.set(name, entries.join('\n'));
  return pairs;
}

function decodeUtf8(bytes: Uint8Array, where: 'query' | 'body'): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed(`The ${where} is not valid UTF-8; encode it as UTF-8.`);
  }
}

function decode(raw: string, where: 'query' | 'body'): string {
  if (/^[\w.~*-]*$/.test(raw)) return raw;
  const spaced = raw.replaceAll('+', ' ');
  const broken = /%(?![0-9a-f]{2}).{0,2}/is.exec(spaced);
  if (broken !== null) {
    const given = quote(broken[0]);
    throw malformed(
      `The ${where} contains ${given}, which is not a percent-encoded character; write a percent sign as %25.`,
    );
  }
  const bytes = spaced.replace(/%(..)/gs, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decodeUtf8(Buffer.from(bytes, 'latin1'), where);
}
