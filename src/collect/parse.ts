import { normalizeIp } from '../domain/ip-addresses.ts';
import { isObject, textOf } from '../domain/unknown.ts';
import type { RawEvent, RawHit } from './raw-hit.ts';

/** The fields that come from the request itself on the public endpoint, or from the hit in a batch. */
export type Origin = Pick<
  RawHit,
  'source' | 'language' | 'userAgent' | 'address' | 'time' | 'optedOut' | 'prefetch' | 'headers'
>;

/** A fault in a body: the field, and a sentence. */
export interface Malformed {
  readonly field: string;
  readonly reason: string;
}

type Body = Record<string, unknown>;

const TEXTS = ['page', 'referrer', 'screen_resolution', 'id'];
const BATCH_TEXTS = ['time', 'ip', 'user_agent', 'language'];
const NO_HEADERS: RawHit['headers'] = {};

/** Reads the JSON of a single hit. Unknown fields are ignored; `null` counts as absent. */
export function parseHit(body: unknown, origin: Origin): RawHit | Malformed {
  if (!isObject(body)) return { field: 'body', reason: 'The body is not a JSON object; send one with the field page.' };
  const fault = findNoText(body, TEXTS);
  if (fault) return fault;
  const page = textOf(body.page);
  if (page === '')
    return { field: 'page', reason: 'The page is missing; send its full address, such as https://example.com/path.' };
  const event = readEvent(body.event);
  if (event && 'field' in event) return event;
  const engagement = body.engagement ?? null;
  if (engagement !== null && typeof engagement !== 'number') {
    return { field: 'engagement', reason: 'The engagement is not a number; send the seconds the page was visible.' };
  }
  const depth = body.depth ?? null;
  if (depth !== null && typeof depth !== 'number')
    return { field: 'depth', reason: 'The depth is not a number; send how far the page was scrolled, in percent.' };
  const { source, language, userAgent, address, time, optedOut, prefetch, headers } = origin;
  // Written out, because spreading would take longer than all the rest.
  return {
    source,
    language,
    userAgent,
    address,
    time,
    optedOut,
    prefetch,
    headers,
    page,
    referrer: textOf(body.referrer),
    resolution: textOf(body.screen_resolution),
    id: textOf(body.id),
    event,
    props: body.props,
    engagement,
    depth,
  };
}

/** Reads one hit of a batch, which has its own time, address, user agent and language. */
export function parseBatchHit(body: unknown, now: number): RawHit | Malformed {
  if (!isObject(body)) return { field: 'hit', reason: 'The hit is not a JSON object; send one with the field page.' };
  const fault = findNoText(body, BATCH_TEXTS);
  if (fault) return fault;
  const given = body.time ?? null;
  const instant = given === null ? now : parseTime(textOf(given));
  if (instant === null) {
    return {
      field: 'time',
      reason: `The time ${JSON.stringify(textOf(given).slice(0, 40))} is not ISO 8601 with an offset; send one such as 2026-01-31T10:00:00Z.`,
    };
  }
  const ip = textOf(body.ip);
  const address = ip === '' ? '' : normalizeIp(ip);
  if (address === null)
    return { field: 'ip', reason: 'The ip is not an IPv4 or IPv6 address; send one, or leave it out.' };
  return parseHit(body, {
    source: 'server',
    language: textOf(body.language),
    userAgent: textOf(body.user_agent),
    address,
    time: instant,
    optedOut: false,
    prefetch: false,
    headers: NO_HEADERS,
  });
}

function readEvent(event: unknown): RawEvent | Malformed | null {
  if (event === undefined || event === null) return null;
  if (!isObject(event))
    return {
      field: 'event',
      reason: 'The event is not a JSON object; send one with a name, such as {"name":"Signup"}.',
    };
  const { name, value, unit, props } = event;
  // Anything else is an event like any other, as it was before pages could say so.
  return { name, value, unit, props, interactive: event.interactive !== false };
}

/** Returns the fault of the first of these fields that is neither text nor absent. */
function findNoText(body: Body, fields: readonly string[]): Malformed | null {
  for (const field of fields) {
    const value = body[field] ?? '';
    if (typeof value !== 'string') return { field, reason: `The ${field} is not text; send it as a JSON string.` };
  }
  return null;
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/;

/** Returns an ISO 8601 instant with an offset as milliseconds since 1970; null for anything else, such as 31 June. */
function parseTime(text: string): number | null {
  const usual = readInstant(text);
  if (usual !== null) return usual;
  const match = INSTANT.exec(text);
  const day = match?.[1];
  if (!day) return null;
  const time = Date.parse(text.replace(' ', 'T'));
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(time) || Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day)
    return null;
  return time;
}

const [DIGIT_0, DIGIT_9] = [0x30, 0x39];
const DASH_OR_COLON: Readonly<Record<number, string>> = { 4: '-', 7: '-', 10: 'T', 13: ':', 16: ':' };

/** Returns the time of a text such as 2026-01-31T10:00:00.000Z, of which batches have many; null for any other. */
function readInstant(text: string): number | null {
  const { length } = text;
  if ((length !== 24 && length !== 20) || text[length - 1] !== 'Z' || (length === 24 && text[19] !== '.')) return null;
  for (let at = 0; at < length - 1; at++) {
    const code = text.charCodeAt(at);
    const mark = DASH_OR_COLON[at];
    const isRight = mark !== undefined ? text[at] === mark : at === 19 || (code >= DIGIT_0 && code <= DIGIT_9);
    if (!isRight) return null;
  }
  const two = (at: number) => (text.charCodeAt(at) - DIGIT_0) * 10 + text.charCodeAt(at + 1) - DIGIT_0;
  const [year, month, day, hour, minute, second] = [two(0) * 100 + two(2), two(5), two(8), two(11), two(14), two(17)];
  const isLate = day > 28 || hour > 23 || minute > 59 || second > 59;
  if (isLate || year < 1970 || month < 1 || month > 12 || day < 1) return null;
  const milliseconds = length === 24 ? two(20) * 10 + text.charCodeAt(22) - DIGIT_0 : 0;
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
}
