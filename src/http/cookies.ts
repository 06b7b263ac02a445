import type { IncomingMessage } from 'node:http';

/** The cookie of a signed-in browser. */
export const SESSION_COOKIE = 'footfall_session';

/** The cookie that opens the statistics page of one website. */
export function unlockCookie(website: number): string {
  return `footfall_unlock_${website}`;
}

/**
 * Returns a request's cookies by name. The first of a name wins, because browsers send the most specific path first.
 */
export function readCookies(request: IncomingMessage): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    const name = part.slice(0, equals).trim();
    if (!cookies.has(name)) cookies.set(name, part.slice(equals + 1).trim());
  }
  return cookies;
}

/**
 * Returns a Set-Cookie value: HttpOnly, SameSite=Lax, `Secure` if asked, until `expiresAt` (milliseconds; 0 removes
 * it).
 */
export function cookieHeader(
  name: string,
  value: string,
  options: { path: string; secure: boolean; expiresAt: number },
): string {
  const { path, secure, expiresAt } = options;
  return `${name}=${value}; Path=${path}; Expires=${new Date(expiresAt).toUTCString()}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
