import type { Scope } from '../domain/key-scope.ts';
import { AppError } from '../errors.ts';

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly admin: boolean;
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number;
}

/** The account behind a request, and the key or session that authenticated it. */
export interface Viewer {
  readonly account: Account;
  /** A session has WRITE; only batches of hits have a viewer with COLLECT. */
  readonly scope: Scope;
  /** The API key or session behind the request, for rate limits, listing and revoking. */
  readonly via: { readonly kind: 'key' | 'session'; readonly id: number };
}

/** Throws UNAUTHENTICATED without a viewer. */
export function signedIn(viewer: Viewer | null): Viewer {
  if (!viewer) throw new AppError('UNAUTHENTICATED', 'Unauthenticated.');
  return viewer;
}

/** Throws UNAUTHENTICATED without a viewer and FORBIDDEN for a key without the scope WRITE. */
export function mayWrite(viewer: Viewer | null): Viewer {
  const known = signedIn(viewer);
  if (known.scope !== 'WRITE') {
    throw new AppError(
      'FORBIDDEN',
      `This API key has the scope ${known.scope} and may not change anything; use a key with the scope WRITE.`,
    );
  }
  return known;
}

/**
 * Throws UNAUTHENTICATED without a viewer and FORBIDDEN for every API key: a key that could make keys, accounts or
 * passwords would leave behind access that outlives its own expiry and revocation.
 */
export function inSession(viewer: Viewer | null): Viewer {
  const known = signedIn(viewer);
  if (known.via.kind !== 'session') {
    throw new AppError(
      'FORBIDDEN',
      'API keys may not change API keys, sessions or accounts; sign in to the web app, or use the command line on the server.',
    );
  }
  return known;
}

/** Throws FORBIDDEN unless the viewer is an admin of the instance; `what` follows “Only an admin may”. */
export function checkAdmin({ account }: Viewer, what: string): void {
  if (!account.admin) throw new AppError('FORBIDDEN', `Only an admin may ${what}; ask one of your admins.`);
}
