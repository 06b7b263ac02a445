import { createShare, deleteShare, type Share as Link } from '../websites/shares.ts';
import { websiteArg } from './arguments.ts';
import { builder } from './builder.ts';
import { aboutInput } from './error-responses.ts';
import { Website } from './website.ts';

const Share = builder.objectRef<Link>('Share').implement({
  description:
    'A link with which anyone who has it sees everything that the statistics page of one website shows: statistics, live visitors, annotations, goals, funnels and segments; no hits, no settings, no other website. Its token is returned only once and never stored.',
  fields: t => ({
    id: t.exposeID('id', { description: "The share's id." }),
    name: t.exposeString('name', { description: 'The name of the share, which says what it is for.' }),
    prefix: t.exposeString('prefix', { description: 'The first characters of the token, to recognise it by.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the share was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the link stops working; null if it never does. A share that an API key created ends with the key at the latest.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the link was last used, to the hour; null if never.',
    }),
  }),
});

builder.objectField(Website, 'shares', t =>
  t.field({
    type: [Share],
    description: 'The share links of the website, oldest first, including expired ones.',
    extensions: { weight: { together: 10 } },
    resolve: ({ id }, _, { loaders }) => loaders.shares.load(id),
  }),
);

interface Created {
  readonly token: string;
  readonly link: string;
  readonly pageLink: string;
  readonly share: Link;
}

const CreatedShare = builder.objectRef<Created>('CreatedShare').implement({
  description: 'A new share with its token, which is returned only here and cannot be read again.',
  fields: t => ({
    token: t.exposeString('token', {
      description: 'The token, for `Query.sharedByToken` and for the parameter `share` of the REST statistics.',
    }),
    link: t.exposeString('link', {
      description: 'A URL for spreadsheets: the pages of the last 30 days as CSV, with the token.',
    }),
    pageLink: t.exposeString('pageLink', {
      description: 'A URL that opens the statistics page in a browser for seven days, or until the link expires.',
    }),
    share: t.expose('share', { type: Share, description: 'The share as `Website.shares` lists it.' }),
  }),
});

const CreateShareInput = builder.inputType('CreateShareInput', {
  description: 'A new share.',
  fields: t => ({
    name: t.string({
      required: true,
      description: 'The name of the share, which says what it is for; 1 to 100 characters.',
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'When the link stops working; if omitted, never.' }),
  }),
});

builder.mutationFields(t => ({
  createShare: t.field({
    type: CreatedShare,
    description:
      'Creates a share link of a website. A share that an API key creates stops working when the key expires or is revoked. A website has at most 50; those that have ended make way for new ones.',
    args: {
      ...websiteArg,
      input: t.arg({ type: CreateShareInput, required: true, description: 'Its name and expiry.' }),
    },
    resolve: async (_, { website, input }, { database, viewer, baseUrl, now }) => {
      const made = await aboutInput(() => createShare(database, viewer, website, input, now()));
      const { share, token } = made;
      const { id, domain } = made.website;
      return {
        share,
        token,
        link: `${baseUrl}/api/v1/stats/${id}.csv?name=page&range=last_30_days&share=${token}`,
        pageLink: `${baseUrl}/${domain}?share=${token}`,
      };
    },
  }),
  deleteShare: t.id({
    description: 'Deletes a share and returns its id; its link stops working at once.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the share.' }),
      website: t.arg.id({ description: 'The id of its website; NOT_FOUND if the share belongs to another one.' }),
    },
    resolve: async (_, { id, website }, { database, viewer, now }) => {
      await deleteShare(database, viewer, id, website ?? null, now());
      return id;
    },
  }),
}));
