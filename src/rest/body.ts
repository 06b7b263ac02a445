import type { IncomingMessage } from 'node:http';
import { quote } from '../domain/text.ts';
import { BodyTooLarge, readLimited } from '../http/incoming.ts';
import { decodeUtf8, parseForm } from './form.ts';
import { malformed, Refusal } from './refusal.ts';

/** The maximum size of a body in bytes. */
export const MAX_BODY = 64 * 1024;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** The accepted content types of a body. */
export const BODY_TYPES = [FORM, JSON_TYPE] as const;

/**
 * Reads the fields of a body in their order; none without a body. Form values are strings, JSON values can be anything.
 * Throws 400, 413 or 415 for a body that cannot be read.
 */
export async function readBody(request: IncomingMessage): Promise<Map<string, unknown>> {
  const bytes = await readLimited(request, MAX_BODY).catch(error => {
    throw error instanceof BodyTooLarge ? tooLarge(error) : malformed(error.message);
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
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw malformed('The body is JSON but not an object; send one object with a value for each field.');
  }
  return new Map(Object.entries(body));
}

function tooLarge({ message }: BodyTooLarge): Refusal {
  return new Refusal(413, { message }, { Connection: 'close' });
}

function unsupported(message: string): Refusal {
  return new Refusal(415, { message });
}
