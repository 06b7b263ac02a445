import { AppError } from '../errors.ts';

/** What an API key may do; a session may do both. */
export type Scope = 'READ' | 'WRITE';

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly admin: boolean;
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number;
}

/** Who is asking, and how they showed it. */
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
