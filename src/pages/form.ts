import type { IncomingMessage } from 'node:http';
import { isForeign, readLimited } from '../http/incoming.ts';

const LIMIT = 8_192;

/** Returns the posted form or the status that refuses it: 403 if foreign, 415 for another content type, 413 if too large. */
export async function readForm(
  request: IncomingMessage,
  ownOrigin: string,
): Promise<{ readonly fields: URLSearchParams } | { readonly status: 403 | 413 | 415 }> {
  if (isForeign(request, [ownOrigin, request.headers.host])) return { status: 403 };
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return { status: 415 };
  try {
    return { fields: new URLSearchParams((await readLimited(request, LIMIT)).toString()) };
  } catch {
    return { status: 413 };
  }
}
