import type { SCOPES } from '../domain/inputs/account.ts';
import { AppError } from '../errors.ts';

/** The scope of an API key; a session has WRITE. */
export type Scope = (typeof SCOPES)[number];

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
  readonly scope: Scope;
  /** The API key or session behind the request, for rate limits, listing and revoking. */
  readonly via: { readonly kind: 'key' | 'session'; readonly id: number };
}

/** Throws UNAUTHENTICATED without a viewer. */
export function signedIn(viewer: Viewer | null): Viewer {
  if (!viewer) throw new AppError('UNAUTHENTICATED', 'Unauthenticated.');
  return viewer;
}

/** Throws UNAUTHENTICATED without a viewer and FORBIDDEN for a READ key. */
export function mayWrite(viewer: Viewer | null): Viewer {
  const known = signedIn(viewer);
  if (known.scope !== 'WRITE') {
    throw new AppError(
      'FORBIDDEN',
      'This API key has the scope READ and may not change anything; use a key with the scope WRITE.',
    );
  }
  return known;
}

/**
 * Throws FORBIDDEN unless the viewer is an admin, for matters of the whole instance; `what` follows “Only an admin
 * may”.
 */
export function checkAdmin({ account }: Viewer, what: string): void {
  if (!account.admin) throw new AppError('FORBIDDEN', `Only an admin may ${what}; ask one of your admins.`);
}
