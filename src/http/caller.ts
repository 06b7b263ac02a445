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
import { keyIn } from './incoming.ts';
import { requestIdOf } from './response-headers.ts';

/** The sender of a request and their rights, read from the key or the cookies before anything runs. */
export interface Caller {
  readonly viewer: Viewer | null;
  /** The viewer at this time: null after a sign-out or once the key is revoked. Throws UNAVAILABLE. */
  viewerNow(): Promise<Viewer | null>;
  /** The IP address of the request as canonical text; empty if unknown. */
  readonly address: string;
  /** Finds the request in the log. */
  readonly requestId: string;
  /** Returns true if this caller has entered the password of the website's statistics page, or opened a share of it. */
  unlocked(website: Website): boolean | Promise<boolean>;
}

/** Identifies callers. Every function rejects with UNAVAILABLE if the database is unavailable. */
export interface Callers {
  /** Returns the viewer of the Bearer key; null if it is missing or wrong. */
  viewerOfRequestKey(request: IncomingMessage): Promise<Viewer | null>;
  /** Identifies by the key or else by the session cookie, and by unlocked pages; COLLECT keys are strangers here. */
  callerOf(request: IncomingMessage): Promise<Caller>;
  /** Like `callerOf`, but rejects with UNAUTHENTICATED for a wrong key, and with FORBIDDEN for the scope COLLECT. */
  callerOrRefusal(request: IncomingMessage): Promise<Caller>;
  /** Identifies by the key alone, for REST; rejects with FORBIDDEN if it has the scope COLLECT. */
  keyCallerOf(request: IncomingMessage): Promise<Caller>;
}

const ONLY_COLLECTS =
  'This API key has the scope COLLECT and can only send hits to /api/event/batch; use a key with the scope READ or WRITE.';

export function createCallers(database: Database, addressOf: ClientAddress, now: () => number): Callers {
  async function viewerOfRequestKey(request: IncomingMessage): Promise<Viewer | null> {
    const key = keyIn(request);
    return key ? viewerOfKey(database, key, now()) : null;
  }

  async function readerOfKey(request: IncomingMessage): Promise<Viewer | null> {
    const viewer = await viewerOfRequestKey(request);
    if (viewer?.scope !== 'COLLECT') return viewer;
    throw new AppError('FORBIDDEN', ONLY_COLLECTS);
  }

  async function callerOf(request: IncomingMessage): Promise<Caller> {
    const cookies = readCookies(request);
    const session = cookies.get(SESSION_COOKIE);
    const viewerNow = async () => {
      if (keyIn(request) !== null) {
        const viewer = await viewerOfRequestKey(request);
        return viewer?.scope === 'COLLECT' ? null : viewer;
      }
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
      await readerOfKey(request);
      throw new AppError('UNAUTHENTICATED', 'Unauthenticated.');
    },
    async keyCallerOf(request) {
      return {
        viewer: await readerOfKey(request),
        viewerNow: () => readerOfKey(request),
        address: addressOf(request),
        requestId: requestIdOf(request),
        unlocked: () => false,
      };
    },
  };
}
