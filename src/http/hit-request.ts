import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { BODY_LIMITS } from './body.ts';

/** A hit as it arrived, with only the headers that the collector reads. */
export interface HitRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  readonly body: string;
}

/** The headers that the collector reads. */
const READ = [
  ...['host', 'content-type', 'content-length', 'user-agent', 'accept-language', 'x-forwarded-for', 'sec-gpc', 'dnt'],
  ...['connection', 'sec-purpose', 'purpose', 'x-moz', 'from', 'signature-agent', 'sec-ch-ua'],
];
/** The headers that change how a request is read or answered. */
const OTHERWISE = [
  ...['proxy-connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect'],
  ...['content-encoding', 'http2-settings', 'x-request-id'],
];
const FIELDS = new Map([...READ.map(name => [name, true] as const), ...OTHERWISE.map(name => [name, false] as const)]);

const LONGEST_HEAD = 8 * 1024;
const BLANK_LINE = '\r\n\r\n';
const BEGINNING = 'POST ';
const VERSION = ' HTTP/1.1';
/** The lines of headers; any other form of them is for Node to read or to refuse. */
const LINES = /^(?:[\w!#$%&'*+.^`|~-]+:[\t -~\x80-\xff]*\r\n)+$/;

/**
 * Returns the hit that these bytes of a connection are, if they are exactly one request of the plainest form, for one of
 * the paths; null for anything else, of which nothing may be concluded.
 */
export function readHit(bytes: Buffer, paths: ReadonlySet<string>, socket: Socket): HitRequest | null {
  const end = bytes.indexOf(BLANK_LINE, 0, 'latin1');
  if (end < 0 || end > LONGEST_HEAD) return null;
  const head = bytes.toString('latin1', 0, end + 2);
  const first = head.indexOf('\r\n') + 2;
  if (!head.startsWith(BEGINNING) || !head.startsWith(VERSION, first - 2 - VERSION.length)) return null;
  if (!paths.has(head.slice(BEGINNING.length, first - 2 - VERSION.length)) || !LINES.test(head.slice(first)))
    return null;
  const headers = readHeaders(bytes, head, first);
  if (headers?.host === undefined || !/^(?:keep-alive)?$/i.test(headers.connection ?? '')) return null;
  const length = headers['content-length'] ?? '';
  if (!/^\d{1,5}$/.test(length) || Number(length) > BODY_LIMITS.hit) return null;
  const start = end + BLANK_LINE.length;
  return bytes.length === start + Number(length) ? { headers, socket, body: bytes.toString('utf8', start) } : null;
}

/** Returns null if a header is one that changes how the request is read, or comes twice. */
function readHeaders(bytes: Buffer, head: string, first: number): IncomingHttpHeaders | null {
  const headers: IncomingHttpHeaders = {};
  for (let at = first; at < head.length; ) {
    const colon = head.indexOf(':', at);
    const end = head.indexOf('\r\n', colon);
    const name = head.slice(at, colon).toLowerCase();
    const isRead = FIELDS.get(name);
    if (isRead === false || (isRead && headers[name] !== undefined)) return null;
    if (isRead) headers[name] = valueIn(bytes, head, colon + 1, end);
    at = end + 2;
  }
  return headers;
}

/** Returns the text without spaces around it. A part of `head` would keep all of it, and the address, in a cache. */
function valueIn(bytes: Buffer, head: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isSpace(head.charCodeAt(start))) start++;
  while (end > start && isSpace(head.charCodeAt(end - 1))) end--;
  return bytes.toString('latin1', start, end);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}
