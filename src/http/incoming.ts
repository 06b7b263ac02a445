import type { IncomingMessage } from 'node:http';

/* The parts of a request that all surfaces read in the same way. */

/** Returns the API key that was sent: '' if malformed, null if none. Other schemes are meant for a proxy. */
export function keyIn({ headers: { authorization = '' } }: IncomingMessage): string | null {
  const [scheme = '', ...words] = authorization.trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer') return null;
  return words.length === 1 ? (words[0] ?? '') : '';
}

/** Returns the query of a URL with its `?`; empty if there is none. */
export function queryIn(url = ''): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}

/** Returns true if the URL has the token of a share, which nobody else may learn. */
export function carriesShare(url: string): boolean {
  const query = queryIn(url);
  // Most queries have no such name, not even an encoded one, and need not be parsed.
  return /share|%/.test(query) && [...new URLSearchParams(query).keys()].some(isShareName);
}

/** Returns the token of a share that the URL has, the first if it has several; null without one. */
export function shareIn(url: string): string | null {
  return carriesShare(url) ? new URLSearchParams(queryIn(url)).get('share') : null;
}

/** Returns the URL without tokens of shares, and with everything else as it was sent. */
export function withoutShare(url: string): string {
  if (!carriesShare(url)) return url;
  const query = queryIn(url);
  const pairs = query.slice(1).split('&');
  const kept = pairs.filter(pair => ![...new URLSearchParams(pair).keys()].some(isShareName)).join('&');
  return `${url.slice(0, url.length - query.length)}${kept === '' ? '' : `?${kept}`}`;
}

/** True also for `share[]`, which opens nothing but carries the token as well. */
function isShareName(name: string): boolean {
  return /^share(?:$|\[)/.test(name);
}

/** The addresses of the service: its public origin, and the host that this request names. */
export type Own = readonly [origin: string, host: string | undefined];

/**
 * Returns true if the headers say that a page of another site sent the request. Links from there are allowed; anything
 * else is not. A proxy may have changed the name of the service, but not in both headers.
 */
export function isForeign({ method, headers }: IncomingMessage, [ownOrigin, host]: Own): boolean {
  const { origin } = headers;
  const isLink = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  if (headers['sec-fetch-site'] === 'cross-site' && !isLink) return true;
  if (origin === undefined || origin === ownOrigin) return false;
  return host === undefined || URL.parse(origin)?.host !== host;
}
