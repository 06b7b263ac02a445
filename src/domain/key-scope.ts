/** The scope of an API key. */
export type Scope = keyof typeof SCOPES;

/** The scopes of API keys, narrowest first, each with its description for the API. */
export const SCOPES = {
  COLLECT: 'Can only send hits in batches, for the websites of the account; other requests are FORBIDDEN.',
  READ: 'Can read everything in the account but change nothing.',
  WRITE:
    'Can read everything in the account, change its websites and send hits in batches. Sessions have this scope too.',
} as const;

/** The names of the scopes. */
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];
