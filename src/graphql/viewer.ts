import type { Viewer as Caller } from '../accounts/viewer.ts';
import { SCOPES } from '../domain/key-scope.ts';
import { builder, enumOf } from './builder.ts';

/** The permissions of a key or session. */
export const Scope = enumOf('Scope', 'The permissions of an API key.', SCOPES);

/** The caller; other files add the fields that belong to the account. */
export const Viewer = builder.objectRef<Caller>('Viewer').implement({
  description: 'The caller: the account that the API key or session belongs to.',
  fields: t => ({
    id: t.id({ description: "The account's id.", resolve: ({ account }) => account.id }),
    email: t.string({
      description: 'The e-mail address the account signs in with.',
      resolve: ({ account }) => account.email,
    }),
    admin: t.boolean({
      description: 'Whether the account can manage other accounts.',
      resolve: ({ account }) => account.admin,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the account was created.',
      resolve: ({ account }) => account.createdAt,
    }),
    address: t.string({
      description:
        'The IP address of this request, such as `203.0.113.9`, for excluding your own visits; empty if unknown.',
      resolve: (_, __, { address }) => address,
    }),
    scope: t.expose('scope', { type: Scope, description: 'The permissions of this request.' }),
  }),
});

builder.queryField('viewer', t =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'The caller; null without an API key or session.',
    resolve: (_, __, { viewer }) => viewer,
  }),
);
