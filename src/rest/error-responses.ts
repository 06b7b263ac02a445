import type { Schema } from './json-schema.ts';
import { object } from './paging-schemas.ts';

const message: Schema = { type: 'string', description: 'What was wrong, as a whole sentence.' };
const seconds: Schema = { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } };

/** Status -> the description of the answer, for everything that is no success. */
export const RESPONSES: Readonly<Record<number, Schema>> = {
  400: error('The body or the query cannot be read: it is not valid JSON or form data, or not UTF-8.', {
    message: 'The body is not valid JSON; send one object with a value for each field.',
  }),
  401: error(
    'There is no key, or it is wrong, expired or revoked.',
    { message: 'Unauthenticated.' },
    { 'WWW-Authenticate': { required: true, schema: { const: 'Bearer' } } },
  ),
  403: error('The key may only read.', {
    message: 'This API key has the scope READ and may not change anything; use a key with the scope WRITE.',
  }),
  404: error('There is no such thing, or it belongs to another account.', { message: 'Resource not found.' }),
  405: error(
    'The path is known, but not with this method.',
    { message: 'The method PATCH is not allowed here; use one of GET, HEAD, POST.' },
    { Allow: { required: true, schema: { type: 'string' } } },
  ),
  413: error('The body is too large.', { message: 'The body is larger than 65536 bytes; send less at a time.' }),
  415: error('The body is of a type that is not read.', {
    message:
      'The content type "text/xml" is not supported; send application/x-www-form-urlencoded or application/json.',
  }),
  422: {
    ...error('Something that was sent breaks a rule.', {
      message: 'The domain is missing; send a host name such as example.com.',
      errors: { domain: ['The domain is missing; send a host name such as example.com.'] },
    }),
  },
  429: error(
    'The key has made too many requests within a minute.',
    { message: 'Too Many Attempts.' },
    {
      'Retry-After': seconds,
      'X-RateLimit-Reset': {
        description: 'Unix time of the next minute.',
        required: true,
        schema: { type: 'integer' },
      },
    },
  ),
  500: error('A fault on our side.', {
    message: 'Something went wrong on our side; try again later.',
    request_id: '0191c7a2-5d0e-7b63-9c43-1f2a6de0b7f1',
  }),
  503: error(
    'The database is away; the request may be repeated later.',
    { message: 'The database is not available at the moment. Try again shortly.' },
    { 'Retry-After': seconds },
  ),
};

/** An error whose body has the properties of its example. */
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
      description: 'Name of the parameter or field -> everything that is wrong with it.',
      additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
    };
  }
  if ('request_id' in example) properties.request_id = { type: 'string', description: 'Finds the request in the log.' };
  return properties;
}
