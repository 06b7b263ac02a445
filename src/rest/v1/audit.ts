import { AUDIT_ACTIONS } from '../../domain/audit.ts';
import { RestAuditDocument } from '../__generated__/operations.ts';
import { object } from '../json-schema.ts';
import { absent } from '../refusal.ts';
import { NOTHING, route } from '../route.ts';
import { TIME_SCHEMA, withMicroseconds } from './website-json.ts';

const entry = object({
  id: { type: 'integer', minimum: 1 },
  at: TIME_SCHEMA,
  by: {
    type: ['string', 'null'],
    description: 'The e-mail address of the account that did it; null for the command line.',
  },
  via: { enum: ['session', 'key', 'command'] },
  action: { enum: Object.keys(AUDIT_ACTIONS) },
  details: { type: 'string', description: 'What was changed, such as `goal "Signup"`; contains no counted values.' },
});

/** The route of /websites/{id}/audit. */
export const AUDIT_ROUTES = [
  route({
    method: 'GET',
    path: '/websites/{id}/audit',
    status: 200,
    operation: RestAuditDocument,
    query: NOTHING,
    body: null,
    variables: ({ id }) => ({ id }),
    answer: ({ website }) => ({
      body: {
        data: (website?.audit ?? absent()).map(({ id, at, by, via, action, details }) => ({
          ...{ id: Number(id), at: withMicroseconds(at), by },
          ...{ via: via.toLowerCase(), action: action.toLowerCase(), details },
        })),
      },
    }),
    describe: {
      id: 'listAudit',
      tag: 'Audit log',
      summary: 'Read the audit log of a website',
      description:
        'Returns who did what to the website, and when: the latest 1,000 entries of the last year, the latest first.',
      schema: object({ data: { type: 'array', items: entry } }),
      example: {
        data: [
          {
            ...{ id: 7, at: '2026-02-02T03:04:05.000000Z', by: 'ada@example.com' },
            ...{ via: 'session', action: 'delete', details: 'goal "Signup"' },
          },
        ],
      },
    },
  }),
];
