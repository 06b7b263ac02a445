import { createApiKey, type ApiKey as Key, listApiKeys, revokeApiKey } from '../accounts/api-keys.ts';
import { rowIdOf } from '../domain/inputs/row-id.ts';
import { notFound } from '../errors.ts';
import { mayWrite } from '../websites/access.ts';
import { builder } from './builder.ts';
import { aboutInput } from './errors.ts';
import { Scope, Viewer } from './viewer.ts';

const ApiKey = builder.objectRef<Key>('ApiKey').implement({
  description: 'An API key as it is listed; its text was shown once and is not kept.',
  fields: t => ({
    id: t.exposeID('id', { description: 'The number of the key on this instance.' }),
    name: t.exposeString('name', { description: 'What the key is for.' }),
    scope: t.expose('scope', { type: Scope, description: 'What the key may do.' }),
    prefix: t.exposeString('prefix', { description: 'The first characters of the key, for recognition.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends by itself; null for never.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, exact to a minute; null for never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null while it was not.',
    }),
  }),
});

builder.objectField(Viewer, 'apiKeys', t =>
  t.field({
    type: [ApiKey],
    description: 'The API keys of the account, oldest first, revoked and expired ones too.',
    extensions: { weight: 10 },
    resolve: ({ account }, _, { database }) => listApiKeys(database, account.id),
  }),
);

const CreatedApiKey = builder.objectRef<{ readonly key: string; readonly apiKey: Key }>('CreatedApiKey').implement({
  description: 'A key that was just made.',
  fields: t => ({
    key: t.exposeString('key', { description: 'The text of the key. It is answered here and nowhere else, ever.' }),
    apiKey: t.expose('apiKey', { type: ApiKey, description: 'The key as it is listed from now on.' }),
  }),
});

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'A new API key.',
  fields: t => ({
    name: t.string({ required: true, description: 'What the key is for, 1 to 255 characters.' }),
    scope: t.field({ type: Scope, required: true, description: 'What the key may do.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it ends by itself; when left out, never.' }),
  }),
});

builder.mutationField('createApiKey', t =>
  t.field({
    type: CreatedApiKey,
    description: 'Makes an API key for the account that asks.',
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'Its name, scope and expiry.' }) },
    resolve: (_, { input: { name, scope, expiresAt } }, { database, viewer, now }) => {
      const { account } = mayWrite(viewer);
      return aboutInput(() =>
        createApiKey(database, { accountId: account.id, name, scope, expiresAt: expiresAt ?? null }, now()),
      );
    },
  }),
);

builder.mutationField('revokeApiKey', t =>
  t.field({
    type: ApiKey,
    description: 'Ends an API key of the account that asks, for good. Ending it again changes nothing.',
    args: { id: t.arg.id({ required: true, description: 'The number of the key.' }) },
    resolve: (_, { id }, { database, viewer, now }) =>
      revokeApiKey(database, mayWrite(viewer).account.id, numberOf(id), now()),
  }),
);

/** Throws NOT_FOUND for what cannot be the number of anything. */
export function numberOf(id: string): number {
  const number = rowIdOf(id);
  if (number === null) throw notFound();
  return number;
}
