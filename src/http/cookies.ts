import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

/** The cookie of a signed-in browser. */
export const SESSION_COOKIE = 'footfall_session';

/** Returns the name of the cookie that opens the statistics page of one website. */
export function unlockCookie(website: number): string {
  return `footfall_unlock_${website}`;
}

/** Returns a request's cookies by name. The first of a name wins, because browsers send the most specific path first. */
export function readCookies({ headers }: IncomingMessage): ReadonlyMap<string, string> {
  return new Map(Object.entries(parseCookie(headers.cookie ?? '')) as [string, string][]);
}

/**
 * Returns a Set-Cookie value: HttpOnly, SameSite=Lax, `Secure` if asked, until `expiresAt` (milliseconds; 0 removes
 * it).
 */
export function cookieHeader(
  name: string,
  value: string,
  { path, secure, expiresAt }: { path: string; secure: boolean; expiresAt: number },
): string {
  const expires = new Date(expiresAt);
  return stringifySetCookie({ name, value, path, expires, httpOnly: true, sameSite: 'lax', secure });
}
