import type { IncomingMessage } from 'node:http';
import { readBody } from './body.ts';

const LIMIT = 8_192;

/** A form that was posted, or the status that refuses it: 403 from another site, 415 for other content, 413 when too large. */
export async function readForm(
  request: IncomingMessage,
  ownOrigin: string,
): Promise<{ readonly fields: URLSearchParams } | { readonly status: 403 | 413 | 415 }> {
  if (isForeign(request, ownOrigin)) return { status: 403 };
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return { status: 415 };
  try {
    return { fields: new URLSearchParams(await readBody(request, LIMIT)) };
  } catch {
    return { status: 413 };
  }
}

/** Every browser names the origin of a form; a proxy may have changed what the service is called, but not for both headers. */
function isForeign({ headers }: IncomingMessage, ownOrigin: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site';
  return origin !== ownOrigin && (host === undefined || URL.parse(origin)?.host !== host);
}
