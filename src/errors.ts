import type { ZodError } from 'zod';

/** The catalogue of what can go wrong: one code, its REST status and its meaning. Docs and both surfaces loop over it. */
export const ERRORS = {
  UNAUTHENTICATED: { status: 401, meaning: 'No key or session, or one that is wrong, expired or revoked.' },
  FORBIDDEN: { status: 403, meaning: 'The key may not do this, or the statistics page is locked.' },
  NOT_FOUND: { status: 404, meaning: 'There is no such thing, or it belongs to another account.' },
  BAD_USER_INPUT: { status: 422, meaning: 'An argument or field breaks a rule; `fields` says which and why.' },
  QUERY_TOO_COMPLEX: { status: 422, meaning: 'The GraphQL operation is beyond a limit, which the message names.' },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests in this minute; try again after Retry-After seconds.' },
  UNAVAILABLE: {
    status: 503,
    meaning: 'The database, or a mail server that is needed, is away or too slow; the request may be repeated later.',
  },
  INTERNAL: { status: 500, meaning: 'A fault of ours; the request id finds it in the log.' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** Argument or field path -> what is wrong with it, each text a whole sentence. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** An error meant for the caller: its message is shown as it is, on both surfaces. Anything else that is thrown is masked. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** Seconds after which a repeat makes sense; only RATE_LIMITED and UNAVAILABLE carry it. */
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

/** BAD_USER_INPUT for one or more fields; the message is the first text, as REST clients expect. */
export function badInput(fields: FieldErrors): AppError {
  const first = Object.values(fields)[0]?.[0] ?? 'The input is not valid.';
  return new AppError('BAD_USER_INPUT', first, { fields });
}

/** BAD_USER_INPUT for what a schema found, each text under the path of its field: `perPage`, `input.domain`. */
export function inputError({ issues }: Pick<ZodError, 'issues'>): AppError {
  const byPath = Map.groupBy(issues, ({ path }) => path.join('.'));
  return badInput(Object.fromEntries([...byPath].map(([path, found]) => [path, found.map(({ message }) => message)])));
}

/** The one answer for "does not exist" and "is not yours". */
export function notFound(): AppError {
  return new AppError('NOT_FOUND', 'Resource not found.');
}
