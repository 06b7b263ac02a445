import { closeSession, listSessions, type Session as SignedIn } from '../accounts/sessions.ts';
import { mayWrite } from '../websites/access.ts';
import { numberOf } from './api-keys.ts';
import { builder } from './builder.ts';
import { Viewer } from './viewer.ts';

const Session = builder.objectRef<SignedIn & { readonly current: boolean }>('Session').implement({
  description: 'A browser that is signed in.',
  fields: t => ({
    id: t.exposeID('id', { description: 'The number of the session on this instance.' }),
    client: t.exposeString('client', { description: 'Browser and system in words: `Firefox on Linux`.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it signed in.' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'When it last asked, exact to a minute.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it has to sign in again.' }),
    current: t.exposeBoolean('current', { description: 'Whether this very request comes from it.' }),
  }),
});

builder.objectField(Viewer, 'sessions', t =>
  t.field({
    type: [Session],
    description: 'The browsers that are signed in to the account, the one used last first.',
    extensions: { weight: 10 },
    resolve: async ({ account, via }, _, { database, now }) => {
      const sessions = await listSessions(database, account.id, now());
      return sessions.map(session => ({ ...session, current: via.kind === 'session' && via.id === session.id }));
    },
  }),
);

builder.mutationField('closeSession', t =>
  t.id({
    description: 'Signs a browser of the account out, and answers the number of its session.',
    args: { id: t.arg.id({ required: true, description: 'The number of the session.' }) },
    resolve: async (_, { id }, { database, viewer }) => {
      await closeSession(database, mayWrite(viewer).account.id, numberOf(id));
      return id;
    },
  }),
);
