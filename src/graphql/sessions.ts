import { closeSession, listSessions, type Session as SignedIn } from '../accounts/sessions.ts';
import { inSession } from '../accounts/viewer.ts';
import { numberOf } from './api-keys.ts';
import { builder } from './builder.ts';
import { Viewer } from './viewer.ts';

const Session = builder.objectRef<SignedIn & { readonly current: boolean }>('Session').implement({
  description: 'A signed-in browser.',
  fields: t => ({
    id: t.exposeID('id', { description: "The session's id." }),
    client: t.exposeString('client', { description: 'The browser and operating system, such as `Firefox on Linux`.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the browser signed in.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      description: 'When the session was last used, to the minute.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the session expires and the browser has to sign in again.',
    }),
    current: t.exposeBoolean('current', { description: 'Whether this request uses the session.' }),
  }),
});

builder.objectField(Viewer, 'sessions', t =>
  t.field({
    type: [Session],
    description: "The account's signed-in browsers, most recently used first.",
    extensions: { weight: 10 },
    resolve: async ({ account, via }, _, { database, now }) => {
      const sessions = await listSessions(database, account.id, now());
      return sessions.map(session => ({ ...session, current: via.kind === 'session' && via.id === session.id }));
    },
  }),
);

builder.mutationField('closeSession', t =>
  t.id({
    description: 'Signs a browser of the account out and returns the id of its session. FORBIDDEN for API keys.',
    args: { id: t.arg.id({ required: true, description: 'The id of the session.' }) },
    resolve: (_, { id }, { database, viewer }) =>
      closeSession(database, inSession(viewer).account.id, numberOf(id)).then(() => id),
  }),
);
