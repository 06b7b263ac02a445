import type { ZodError } from 'zod';

/** Every error code with its REST status and meaning. The docs, GraphQL and REST loop over these entries. */
export const ERRORS = {
  UNAUTHENTICATED: { status: 401, meaning: 'The API key or session is missing, wrong, expired or revoked.' },
  FORBIDDEN: { status: 403, meaning: 'The caller is not allowed to do this, or the statistics page is locked.' },
  NOT_FOUND: { status: 404, meaning: 'The resource does not exist or belongs to another account.' },
  BAD_USER_INPUT: { status: 422, meaning: 'An argument or field is invalid; `fields` names each one with the reason.' },
  PERSISTED_QUERY_NOT_FOUND: {
    status: 200,
    meaning: 'The text of a GraphQL query is not known by its hash; send both once, as Apollo Client does by itself.',
  },
  QUERY_TOO_COMPLEX: { status: 422, meaning: 'The GraphQL operation exceeds a limit; the message names it.' },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests in this minute; try again after Retry-After seconds.' },
  UNAVAILABLE: {
    status: 503,
    meaning: 'The database, or a mail server the request needs, is unavailable or too slow; try again later.',
  },
  INTERNAL: { status: 500, meaning: 'An internal error; look up its request id in the log.' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** Error texts by argument or field path; each text is a whole sentence. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Returns the errors with each text as `word` words it. */
export function wordedFields(fields: FieldErrors, word: (sentence: string) => string): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts.map(word)]));
}

/** An error meant for the caller: GraphQL and REST return its message unchanged. Any other error is masked. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** Seconds to wait before a retry; only set for RATE_LIMITED and UNAVAILABLE. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { fields?: FieldErrors; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
  }
}

/** Returns BAD_USER_INPUT for one or more fields; the message is the first text, as REST clients expect. */
export function badInput(fields: FieldErrors): AppError {
  const first = Object.values(fields)[0]?.[0] ?? 'The input is not valid.';
  return new AppError('BAD_USER_INPUT', first, { fields });
}

/**
 * Returns BAD_USER_INPUT for the issues of a schema, each text under the path of its field: `perPage`, `input.domain`.
 */
export function inputError({ issues }: Pick<ZodError, 'issues'>): AppError {
  const byPath = Map.groupBy(issues, ({ path }) => path.join('.'));
  return badInput(Object.fromEntries([...byPath].map(([path, found]) => [path, found.map(({ message }) => message)])));
}

/** Returns NOT_FOUND, the same error for "does not exist" and "is not yours". */
export function notFound(): AppError {
  return new AppError('NOT_FOUND', 'Resource not found.');
}
