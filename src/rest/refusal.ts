import { AppError, ERRORS, type FieldErrors } from '../errors.ts';
import { object, type Schema } from './json-schema.ts';

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

/** Throws that 404, in place of what does not exist. */
export function absent(): never {
  throw missing();
}

/** Returns 422; the message is the first error text. */
export function invalid(errors: FieldErrors): Refusal {
  const message = Object.values(errors)[0]?.[0] ?? 'The input is not valid.';
  return new Refusal(422, { message, errors });
}

/** Returns 429 with the message that older clients compare with; `retryAfter` and `reset` (Unix) in seconds. */
export function tooMany(retryAfter: number, reset: number): Refusal {
  return new Refusal(
    429,
    { message: 'Too Many Attempts.' },
    { 'Retry-After': String(retryAfter), 'X-RateLimit-Reset': String(reset) },
  );
}

const RETRY_AFTER = 5;

/** Returns the response for an error; an internal one becomes a 500 with the request id. `now` is in milliseconds. */
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

const message: Schema = { type: 'string', description: 'The error as a whole sentence.' };
const seconds: Schema = {
  description: 'The number of seconds to wait before a retry.',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};

/** The OpenAPI descriptions of all error responses, by status. */
export const RESPONSES: Readonly<Record<number, Schema>> = {
  400: described('The body or the query cannot be parsed: it is not valid JSON or form data, or not UTF-8.', {
    message: 'The body is not valid JSON; send one object with a value for each field.',
  }),
  401: described(
    'The API key is missing, wrong, expired or revoked.',
    { message: 'Unauthenticated.' },
    { 'WWW-Authenticate': { required: true, schema: { const: 'Bearer' } } },
  ),
  403: described(
    'The scope of the API key does not allow this: READ allows no changes, COLLECT only batches of hits.',
    {
      message: 'This API key has the scope READ and may not change anything; use a key with the scope WRITE.',
    },
  ),
  404: described('The resource does not exist or belongs to another account.', { message: 'Resource not found.' }),
  405: described(
    'The path exists but does not support this method.',
    { message: 'The method PATCH is not allowed here; use one of GET, HEAD, POST.' },
    { Allow: { required: true, schema: { type: 'string' } } },
  ),
  413: described('The body is too large.', { message: 'The body is larger than 65536 bytes; send less at a time.' }),
  415: described('The content type of the body is not supported.', {
    message:
      'The content type "text/xml" is not supported; send application/x-www-form-urlencoded or application/json.',
  }),
  422: described('A parameter or field is invalid.', {
    message: 'The domain is missing; enter a host name such as example.com.',
    errors: { domain: ['The domain is missing; enter a host name such as example.com.'] },
  }),
  429: described(
    'The API key has exceeded its requests per minute.',
    { message: 'Too Many Attempts.' },
    {
      'Retry-After': seconds,
      'X-RateLimit-Reset': {
        description: 'The Unix time in seconds at which the next minute begins.',
        required: true,
        schema: { type: 'integer' },
      },
    },
  ),
  500: described('An internal error.', {
    message: 'Something went wrong on our side; try again later.',
    request_id: '0191c7a2-5d0e-7b63-9c43-1f2a6de0b7f1',
  }),
  503: described(
    'The database is unavailable; try again later.',
    { message: 'The database is not available at the moment. Try again shortly.' },
    { 'Retry-After': seconds },
  ),
};

/** Returns the description of an error whose body has the properties of its example. */
function described(
  description: string,
  example: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    description,
    headers: {
      'X-RateLimit-Limit': { $ref: '#/components/headers/X-RateLimit-Limit' },
      'X-RateLimit-Remaining': { $ref: '#/components/headers/X-RateLimit-Remaining' },
      ...headers,
    },
    content: { 'application/json': { schema: object(propertiesOf(example)), example } },
  };
}

function propertiesOf(example: Readonly<Record<string, unknown>>): Record<string, Schema> {
  const properties: Record<string, Schema> = { message };
  if ('errors' in example) {
    properties.errors = {
      type: 'object',
      description: 'All errors of each parameter or field, by its name.',
      additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
    };
  }
  if ('request_id' in example)
    properties.request_id = { type: 'string', description: 'The id of the request in the server log.' };
  return properties;
}
