import { AppError, ERRORS, type FieldErrors } from '../errors.ts';

/** An answer that is an error: its status, its JSON body and the headers that go with it. */
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

/** 400: what was sent cannot be read at all. */
export function malformed(message: string): Refusal {
  return new Refusal(400, { message });
}

/** 401, in the words that clients of the older API compare with. */
export function unauthenticated(): Refusal {
  return new Refusal(401, { message: 'Unauthenticated.' }, { 'WWW-Authenticate': 'Bearer' });
}

/** 404 for unknown paths and ids alike. */
export function missing(): Refusal {
  return new Refusal(404, { message: 'Resource not found.' });
}

/** 422; the message is the first text. */
export function invalid(errors: FieldErrors): Refusal {
  const message = Object.values(errors)[0]?.[0] ?? 'The input is not valid.';
  return new Refusal(422, { message, errors });
}

/** 429, in the words that clients of the older API compare with; `reset` is a Unix time in seconds. */
export function tooMany(retryAfter: number, reset: number): Refusal {
  return new Refusal(
    429,
    { message: 'Too Many Attempts.' },
    { 'Retry-After': String(retryAfter), 'X-RateLimit-Reset': String(reset) },
  );
}

/** How long a client waits when an UNAVAILABLE does not say it. */
const RETRY_AFTER = 5;

/**
 * The answer for whatever was thrown; anything that was not meant for the caller is a 500 that tells nothing but the request id.
 * `now` is milliseconds since 1970.
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
