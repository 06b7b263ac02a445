import { AppError, ERRORS, type FieldErrors } from '../errors.ts';

/** An error response with its status, JSON body and headers. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: { readonly message: string; readonly errors?: FieldErrors; readonly request_id?: string };
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: Refusal['body'], headers: Readonly<Record<string, string>> = {}) {
    super(body.message);
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Returns 400 for input that cannot be parsed. */
export function malformed(message: string): Refusal {
  return new Refusal(400, { message });
}

/** Returns 401 with the message that clients of the older API compare with. */
export function unauthenticated(): Refusal {
  return new Refusal(401, { message: 'Unauthenticated.' }, { 'WWW-Authenticate': 'Bearer' });
}

/** Returns 404, the same response for unknown paths and ids. */
export function missing(): Refusal {
  return new Refusal(404, { message: 'Resource not found.' });
}

/** Returns 422; the message is the first error text. */
export function invalid(errors: FieldErrors): Refusal {
  const message = Object.values(errors)[0]?.[0] ?? 'The input is not valid.';
  return new Refusal(422, { message, errors });
}

/**
 * Returns 429 with the message that clients of the older API compare with. `retryAfter` is in seconds, `reset` a Unix
 * time in seconds.
 */
export function tooMany(retryAfter: number, reset: number): Refusal {
  return new Refusal(
    429,
    { message: 'Too Many Attempts.' },
    { 'Retry-After': String(retryAfter), 'X-RateLimit-Reset': String(reset) },
  );
}

/** The number of seconds to wait when an error does not specify it. */
const RETRY_AFTER = 5;

/**
 * Returns the response for a thrown error. An error not meant for the caller becomes a 500 that reveals only the
 * request id. `now` is in milliseconds since 1970.
 */
export function refusalOf(error: unknown, requestId: string, now: number): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof AppError) || error.code === 'INTERNAL') {
    return new Refusal(500, { message: 'Something went wrong on our side; try again later.', request_id: requestId });
  }
  switch (error.code) {
    case 'UNAUTHENTICATED':
      return unauthenticated();
    case 'NOT_FOUND':
      return missing();
    case 'BAD_USER_INPUT':
      return invalid(error.fields ?? { input: [error.message] });
    case 'RATE_LIMITED': {
      const wait = error.retryAfter ?? RETRY_AFTER;
      return tooMany(wait, Math.ceil(now / 1000 + wait));
    }
    case 'UNAVAILABLE':
      return new Refusal(503, { message: error.message }, { 'Retry-After': String(error.retryAfter ?? RETRY_AFTER) });
    default:
      return new Refusal(ERRORS[error.code].status, { message: error.message });
  }
}
