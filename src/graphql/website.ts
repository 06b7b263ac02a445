import { search as searchText, websitesPerPage } from '../domain/inputs/paging.ts';
import { idOrDomain } from '../domain/inputs/website.ts';
import { websiteOf } from '../websites/access.ts';
import { websiteOfShare } from '../websites/shares.ts';
import { sharedWebsite } from '../websites/sharing.ts';
import type { Website as Settings } from '../websites/website.ts';
import { listWebsites } from '../websites/websites.ts';
import { pagingArgs, pagingOf, pagingShape } from './arguments.ts';
import { builder, checked, enumOf } from './builder.ts';
import { Statistics } from './statistics.ts';
import { settingFields } from './website-settings.ts';

/** A website with its settings, as its account sees it. */
export const Website = builder.objectRef<Settings>('Website').implement({
  description: 'A registered website with its settings, as its account sees it.',
  interfaces: [Statistics],
  fields: t => ({
    ...settingFields(t),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the website was registered.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the settings last changed.' }),
  }),
});

const WebsiteSearchField = enumOf('WebsiteSearchField', 'The field that a search for websites matches.', {
  DOMAIN: 'The domain.',
});

const WebsiteSortField = enumOf('WebsiteSortField', 'The field that websites are sorted by.', {
  ID: 'The id, which follows the order of registration.',
  DOMAIN: 'The domain, character by character.',
});

interface Page {
  readonly rows: readonly Settings[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
}

const WebsitePage = builder.objectRef<Page>('WebsitePage').implement({
  description: "One page of the account's websites.",
  fields: t => ({
    rows: t.field({ type: [Website], description: 'The websites of this page.', resolve: page => page.rows }),
    total: t.expose('total', { type: 'Count', description: 'The number of matching websites on all pages.' }),
    page: t.exposeInt('page', { description: 'The number of this page, starting at 1.' }),
    perPage: t.exposeInt('perPage', { description: 'The maximum number of websites per page.' }),
    lastPage: t.int({
      description: 'The number of the last page; 1 if nothing matches.',
      resolve: ({ total, perPage }) => Math.max(1, Math.ceil(total / perPage)),
    }),
  }),
});

builder.queryFields(t => ({
  website: t.field({
    type: Website,
    nullable: true,
    description: 'A website of the account, by its id or domain.',
    extensions: { weight: 10 },
    args: {
      id: t.arg.id({ description: 'The id of the website; send either this or `domain`.' }),
      domain: t.arg.string({
        description: 'The domain of the website, with or without `www.`; send either this or `id`.',
      }),
    },
    validate: checked({}, idOrDomain),
    resolve: (_, { id, domain }, { database, viewer }) =>
      websiteOf(database, viewer, typeof id === 'string' ? { id } : { domain: domain ?? '' }),
  }),
  websites: t.field({
    type: WebsitePage,
    description: 'The websites of the account.',
    extensions: { weight: 20 },
    args: {
      search: t.arg.string({
        description:
          'Returns only domains that contain this text, encoded (`xn--`) or in their own letters; `%` and `_` are literal. A URL or a host is searched for as the domain it would be registered under. At most 255 characters.',
      }),
      searchBy: t.arg({
        type: WebsiteSearchField,
        defaultValue: 'DOMAIN',
        description: 'The field that `search` matches.',
      }),
      sortBy: t.arg({
        type: WebsiteSortField,
        defaultValue: 'ID',
        description: 'The field that the websites are sorted by.',
      }),
      ...pagingArgs,
      perPage: t.arg.int({
        defaultValue: 10,
        description: 'The number of websites per page: 10, 25, 50, 100, 250 or 1000.',
      }),
    },
    validate: checked({ ...pagingShape, perPage: websitesPerPage.nullish(), search: searchText.nullish() }),
    resolve: async (_, { search, sortBy, ...args }, { database, viewer }) => {
      const paging = pagingOf(args);
      const found = await listWebsites(database, viewer, {
        search: search ?? null,
        sortBy: sortBy ?? 'ID',
        ...paging,
      });
      return { ...found, page: paging.page, perPage: paging.perPage };
    },
  }),
}));

const SharedWebsite = builder.objectRef<Settings>('SharedWebsite').implement({
  description:
    'A website as others can see it: its id and everything that its statistics page shows (statistics, live visitors, annotations, goals, funnels and segments), but no hits and no settings.',
  interfaces: [Statistics],
});

builder.queryFields(t => ({
  shared: t.field({
    type: SharedWebsite,
    nullable: true,
    extensions: { weight: 10 },
    description:
      'The public statistics of a website; no API key is needed. NOT_FOUND for a private or unknown domain, FORBIDDEN for a password-protected one that is not unlocked.',
    args: {
      domain: t.arg.string({ required: true, description: 'The domain of the website, with or without `www.`.' }),
    },
    resolve: (_, { domain }, { database, viewer, unlocked }) => sharedWebsite(database, domain, unlocked, viewer),
  }),
  sharedByToken: t.field({
    type: SharedWebsite,
    nullable: true,
    extensions: { weight: 10 },
    description:
      'Everything that the statistics page shows of the website that a share link opens, whatever its privacy: statistics, live visitors, annotations, goals, funnels and segments; no API key is needed. NOT_FOUND for an unknown, deleted or expired token.',
    args: { token: t.arg.string({ required: true, description: 'The token of the share link.' }) },
    resolve: async (_, { token }, { database, now }) => (await websiteOfShare(database, token, now())).website,
  }),
}));
