import type { Schema } from './json-schema.ts';
import { object } from './paging-schemas.ts';

const message: Schema = { type: 'string', description: 'The error as a whole sentence.' };
const seconds: Schema = {
  description: 'The number of seconds to wait before a retry.',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};

/** The OpenAPI descriptions of all error responses, by status. */
export const RESPONSES: Readonly<Record<number, Schema>> = {
  400: error('The body or the query cannot be parsed: it is not valid JSON or form data, or not UTF-8.', {
    message: 'The body is not valid JSON; send one object with a value for each field.',
  }),
  401: error(
    'The API key is missing, wrong, expired or revoked.',
    { message: 'Unauthenticated.' },
    { 'WWW-Authenticate': { required: true, schema: { const: 'Bearer' } } },
  ),
  403: error('The API key has only the scope READ.', {
    message: 'This API key has the scope READ and may not change anything; use a key with the scope WRITE.',
  }),
  404: error('The resource does not exist or belongs to another account.', { message: 'Resource not found.' }),
  405: error(
    'The path exists but does not support this method.',
    { message: 'The method PATCH is not allowed here; use one of GET, HEAD, POST.' },
    { Allow: { required: true, schema: { type: 'string' } } },
  ),
  413: error('The body is too large.', { message: 'The body is larger than 65536 bytes; send less at a time.' }),
  415: error('The content type of the body is not supported.', {
    message:
      'The content type "text/xml" is not supported; send application/x-www-form-urlencoded or application/json.',
  }),
  422: {
    ...error('A parameter or field is invalid.', {
      message: 'The domain is missing; send a host name such as example.com.',
      errors: { domain: ['The domain is missing; send a host name such as example.com.'] },
    }),
  },
  429: error(
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
  500: error('An internal error.', {
    message: 'Something went wrong on our side; try again later.',
    request_id: '0191c7a2-5d0e-7b63-9c43-1f2a6de0b7f1',
  }),
  503: error(
    'The database is unavailable; try again later.',
    { message: 'The database is not available at the moment. Try again shortly.' },
    { 'Retry-After': seconds },
  ),
};

/** Returns the description of an error whose body has the properties of its example. */
function error(
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
