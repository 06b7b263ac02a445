import type { IncomingMessage } from 'node:http';
import { viewerOfKey } from '../accounts/api-keys.ts';
import { viewerOfSession } from '../accounts/sessions.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Database } from '../db/open.ts';
import { AppError } from '../errors.ts';
import { isUnlocked } from '../websites/sharing.ts';
import type { Website } from '../websites/website.ts';
import type { ClientAddress } from './client-address.ts';
import { readCookies, SESSION_COOKIE, unlockCookie } from './cookies.ts';
import { requestIdOf } from './exchange.ts';
import { keyIn } from './incoming.ts';

/** Who asks and what is open to them; the server finds it out from the key or the cookies before anything runs. */
export interface Caller {
  readonly viewer: Viewer | null;
  /** Who asks by now, for answers that go on: null after a sign-out, or when the key was revoked. Throws UNAVAILABLE. */
  viewerNow(): Promise<Viewer | null>;
  /** Where the request comes from, as canonical text; empty when that is not known. */
  readonly address: string;
  /** Finds the request in the log. */
  readonly requestId: string;
  /** Whether this caller has shown the password of the website's statistics page. */
  unlocked(website: Website): boolean | Promise<boolean>;
}

/** Finds out who asks. Each rejects with UNAVAILABLE when the database is away. */
export interface Callers {
  /** By the Bearer key alone; null for none or a wrong one. */
  viewerOfRequestKey(request: IncomingMessage): Promise<Viewer | null>;
  /** By the key or, when none is sent, by the session cookie; with the statistics pages that the browser has unlocked. */
  callerOf(request: IncomingMessage): Promise<Caller>;
  /** The same, but rejects with UNAUTHENTICATED when a key was sent that is wrong. */
  callerOrRefusal(request: IncomingMessage): Promise<Caller>;
  /** By the key alone, as REST does it. */
  keyCallerOf(request: IncomingMessage): Promise<Caller>;
}

export function createCallers(database: Database, addressOf: ClientAddress, now: () => number): Callers {
  async function viewerOfRequestKey(request: IncomingMessage): Promise<Viewer | null> {
    const key = keyIn(request);
    return key ? viewerOfKey(database, key, now()) : null;
  }

  async function callerOf(request: IncomingMessage): Promise<Caller> {
    const cookies = readCookies(request);
    const session = cookies.get(SESSION_COOKIE);
    const viewerNow = async () => {
      if (keyIn(request) !== null) return viewerOfRequestKey(request);
      return session === undefined ? null : viewerOfSession(database, session, now());
    };
    return {
      viewer: await viewerNow(),
      viewerNow,
      address: addressOf(request),
      requestId: requestIdOf(request),
      unlocked(website) {
        const token = cookies.get(unlockCookie(website.id));
        return token === undefined ? false : isUnlocked(database, website, token, now());
      },
    };
  }

  return {
    viewerOfRequestKey,
    callerOf,
    async callerOrRefusal(request) {
      const caller = await callerOf(request);
      if (caller.viewer || keyIn(request) === null) return caller;
      throw new AppError('UNAUTHENTICATED', 'Unauthenticated.');
    },
    async keyCallerOf(request) {
      return {
        viewer: await viewerOfRequestKey(request),
        viewerNow: () => viewerOfRequestKey(request),
        address: addressOf(request),
        requestId: requestIdOf(request),
        unlocked: () => false,
      };
    },
  };
}
