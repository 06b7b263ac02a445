import { createApiKey, type ApiKey as Key, listApiKeys, revokeApiKey } from '../accounts/api-keys.ts';
import { inSession } from '../accounts/viewer.ts';
import { rowIdOf } from '../domain/inputs/scalars.ts';
import { notFound } from '../errors.ts';
import { builder } from './builder.ts';
import { aboutInput } from './error-responses.ts';
import { Scope, Viewer } from './viewer.ts';

const ApiKey = builder.objectRef<Key>('ApiKey').implement({
  description: 'An API key without its text, which is returned only once and never stored.',
  fields: t => ({
    id: t.exposeID('id', { description: "The key's id." }),
    name: t.exposeString('name', { description: 'The name of the key, which says what it is for.' }),
    scope: t.expose('scope', { type: Scope, description: 'What the key is allowed to do.' }),
    prefix: t.exposeString('prefix', { description: 'The first characters of the key, to recognise it by.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the key was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key expires; null if it never does.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was last used, to the minute; null if never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was revoked; null if it is not revoked.',
    }),
  }),
});

builder.objectField(Viewer, 'apiKeys', t =>
  t.field({
    type: [ApiKey],
    description: "The account's API keys, oldest first, including revoked and expired ones.",
    extensions: { weight: 10 },
    resolve: ({ account }, _, { database }) => listApiKeys(database, account.id),
  }),
);

const CreatedApiKey = builder.objectRef<{ readonly key: string; readonly apiKey: Key }>('CreatedApiKey').implement({
  description: 'A new API key with its text.',
  fields: t => ({
    key: t.exposeString('key', {
      description: 'The text of the key. It is returned only here and cannot be read again.',
    }),
    apiKey: t.expose('apiKey', { type: ApiKey, description: 'The key as `Viewer.apiKeys` lists it.' }),
  }),
});

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'A new API key.',
  fields: t => ({
    name: t.string({
      required: true,
      description: 'The name of the key, which says what it is for; 1 to 255 characters.',
    }),
    scope: t.field({ type: Scope, required: true, description: 'What the key is allowed to do.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When the key expires; if omitted, never.' }),
  }),
});

builder.mutationFields(t => ({
  createApiKey: t.field({
    type: CreatedApiKey,
    description: "Creates an API key for the caller's account. FORBIDDEN for API keys.",
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'Its name, scope and expiry.' }) },
    resolve: (_, { input: { name, scope, expiresAt } }, { database, viewer, now }) => {
      const { account } = inSession(viewer);
      return aboutInput(() =>
        createApiKey(database, { accountId: account.id, name, scope, expiresAt: expiresAt ?? null }, now()),
      );
    },
  }),
  revokeApiKey: t.field({
    type: ApiKey,
    description:
      "Revokes an API key of the caller's account permanently. Revoking it again changes nothing. FORBIDDEN for API keys.",
    args: { id: t.arg.id({ required: true, description: 'The id of the key.' }) },
    resolve: (_, { id }, { database, viewer, now }) =>
      revokeApiKey(database, inSession(viewer).account.id, numberOf(id), now()),
  }),
}));

/** Returns an id as a number. Throws NOT_FOUND for text that cannot be an id. */
export function numberOf(id: string): number {
  const number = rowIdOf(id);
  if (number === null) throw notFound();
  return number;
}
