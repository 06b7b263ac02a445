/** The scope of an API key. */
export type Scope = keyof typeof SCOPES;

/** The scopes of API keys, narrowest first: the description for the API, and the words of the web app. */
export const SCOPES = {
  COLLECT: {
    description: 'Can only send hits in batches, for the websites of the account; other requests are FORBIDDEN.',
    option: 'Only send hits in batches',
    short: 'send hits',
  },
  READ: {
    description: 'Can read everything in the account but change nothing.',
    option: 'Read statistics and settings',
    short: 'read',
  },
  WRITE: {
    description:
      'Can read everything in the account, change its websites and send hits in batches. Sessions have this scope too.',
    option: 'Read, change, and send hits in batches',
    short: 'read and change',
  },
} as const;

/** The names of the scopes. */
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];
