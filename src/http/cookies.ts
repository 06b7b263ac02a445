import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

/** The cookie of a signed-in browser. */
export const SESSION_COOKIE = 'footfall_session';

/** The cookie of readers who chose dark or light themselves; the app writes it, and it holds nothing secret. */
const THEME_COOKIE = 'footfall_theme';

const UNLOCK = 'footfall_unlock_';

/** Returns the name of the cookie that opens the statistics page of one website. */
export function unlockCookie(website: number): string {
  return `${UNLOCK}${website}`;
}

/** Returns true if the request may open statistics pages that are not public. */
export function hasUnlockCookie(request: IncomingMessage): boolean {
  return [...readCookies(request).keys()].some(name => name.startsWith(UNLOCK));
}

/** Returns a request's cookies by name. The first of a name wins, because browsers send the most specific path first. */
export function readCookies({ headers }: IncomingMessage): ReadonlyMap<string, string> {
  return new Map(Object.entries(parseCookie(headers.cookie ?? '')) as [string, string][]);
}

/** Returns the colours that the reader chose; null for those of the reader's system. */
export function readTheme(request: IncomingMessage): 'dark' | 'light' | null {
  const theme = readCookies(request).get(THEME_COOKIE);
  return theme === 'dark' || theme === 'light' ? theme : null;
}

/** Where browsers send the cookies: below the path, which can be empty, and whether only over HTTPS. */
interface Base {
  readonly path: string;
  readonly secure: boolean;
}

/** The value of a cookie, which browsers keep until `expiresAt`, in milliseconds since 1970. */
interface Token {
  readonly token: string;
  readonly expiresAt: number;
}

/** Signs a browser in; no script can read the cookie, and no form of another site sends it. */
export function setSessionCookie(response: ServerResponse, session: Token, base: Base): void {
  setCookie(response, SESSION_COOKIE, session, base);
}

/** Signs a browser out; the session itself stays open. */
export function clearSessionCookie(response: ServerResponse, base: Base): void {
  setCookie(response, SESSION_COOKIE, { token: '', expiresAt: 0 }, base);
}

/** Opens the statistics page of a website to a browser. */
export function setUnlockCookie(response: ServerResponse, website: number, unlock: Token, base: Base): void {
  setCookie(response, unlockCookie(website), unlock, base);
}

function setCookie(response: ServerResponse, name: string, { token, expiresAt }: Token, { path, secure }: Base): void {
  const expires = new Date(expiresAt);
  const options = { path: path || '/', expires, httpOnly: true, sameSite: 'lax', secure } as const;
  response.setHeader('Set-Cookie', stringifySetCookie({ name, value: token, ...options }));
}
