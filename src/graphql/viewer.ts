import type { Viewer as Caller } from '../accounts/viewer.ts';
import { builder } from './builder.ts';

/** What a key or session may do. */
export const Scope = builder.enumType('Scope', {
  description: 'What a key may do.',
  values: {
    READ: { description: 'Read everything of the account, change nothing.' },
    WRITE: { description: 'Read and change; a session has this scope too.' },
  } as const,
});

/** Who is asking; its files beside this one add what belongs to the account. */
export const Viewer = builder.objectRef<Caller>('Viewer').implement({
  description: 'Who is asking: the account behind the key or the session.',
  fields: t => ({
    id: t.id({ description: 'The number of the account on this instance.', resolve: ({ account }) => account.id }),
    email: t.string({ description: 'The address the account signs in with.', resolve: ({ account }) => account.email }),
    admin: t.boolean({
      description: 'Whether the account may manage other accounts.',
      resolve: ({ account }) => account.admin,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the account was made.',
      resolve: ({ account }) => account.createdAt,
    }),
    address: t.string({
      description:
        'The address that this request comes from, such as `203.0.113.9`, for excluding one’s own visits; empty when it is not known.',
      resolve: (_, __, { address }) => address,
    }),
    scope: t.expose('scope', { type: Scope, description: 'What this request may do.' }),
  }),
});

builder.queryField('viewer', t =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'Who is asking; null without a key or a session.',
    resolve: (_, __, { viewer }) => viewer,
  }),
);
