import type { SCOPES } from '../domain/inputs/account.ts';
import { AppError } from '../errors.ts';

/** What an API key may do; a session may do both. */
export type Scope = (typeof SCOPES)[number];

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly admin: boolean;
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number;
}

/** The account behind a request, and what it was authenticated with. */
export interface Viewer {
  readonly account: Account;
  readonly scope: Scope;
  /** The API key or session behind the request, for rate limits, listing and revoking. */
  readonly via: { readonly kind: 'key' | 'session'; readonly id: number };
}

/** Throws FORBIDDEN for who is no admin, since it is the instance's and not an account's; `what` follows “Only an admin may”. */
export function checkAdmin({ account }: Viewer, what: string): void {
  if (!account.admin) throw new AppError('FORBIDDEN', `Only an admin may ${what}; ask one of yours.`);
}
