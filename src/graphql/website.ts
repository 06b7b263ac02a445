import { websitesPerPage } from '../domain/inputs/paging.ts';
import { idOrDomain } from '../domain/inputs/website-name.ts';
import { websiteOf } from '../websites/access.ts';
import { listWebsites } from '../websites/list.ts';
import type { Website as Settings } from '../websites/website.ts';
import { builder } from './builder.ts';
import { checked } from './checked.ts';
import { pagingArgs, pagingOf, pagingShape } from './paging.ts';
import { Statistics } from './statistics.ts';
import { settingFields } from './website-settings.ts';

/** A website as its account sees it. */
export const Website = builder.objectRef<Settings>('Website').implement({
  description: 'A registered website with its settings, as its account sees it.',
  interfaces: [Statistics],
  fields: t => ({
    id: t.exposeID('id', { description: 'The number of the website on this instance.' }),
    ...settingFields(t),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was registered.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When its settings were last changed.' }),
  }),
});

const WebsiteSearchField = builder.enumType('WebsiteSearchField', {
  description: 'What a search among websites looks at.',
  values: { DOMAIN: { description: 'The domain.' } } as const,
});

const WebsiteSortField = builder.enumType('WebsiteSortField', {
  description: 'What websites are ordered by.',
  values: {
    ID: { description: 'The number, which is the order they were registered in.' },
    DOMAIN: { description: 'The domain, character by character.' },
  } as const,
});

interface Page {
  readonly rows: readonly Settings[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
}

const WebsitePage = builder.objectRef<Page>('WebsitePage').implement({
  description: 'A page of the websites of an account.',
  fields: t => ({
    rows: t.field({ type: [Website], description: 'The websites of this page.', resolve: page => page.rows }),
    total: t.expose('total', { type: 'Count', description: 'How many websites match, on all pages.' }),
    page: t.exposeInt('page', { description: 'Which page this is, from 1 on.' }),
    perPage: t.exposeInt('perPage', { description: 'How many websites a page has at most.' }),
    lastPage: t.int({
      description: 'The number of the last page; 1 when nothing matches.',
      resolve: ({ total, perPage }) => Math.max(1, Math.ceil(total / perPage)),
    }),
  }),
});

builder.queryField('website', t =>
  t.field({
    type: Website,
    nullable: true,
    description: 'One website of the account, by its number or by its domain.',
    extensions: { weight: 10 },
    args: {
      id: t.arg.id({ description: 'The number of the website; send either this or `domain`.' }),
      domain: t.arg.string({
        description: 'The domain of the website, with or without `www.`; send either this or `id`.',
      }),
    },
    validate: checked({}, idOrDomain),
    resolve: (_, { id, domain }, { database, viewer }) =>
      websiteOf(database, viewer, typeof id === 'string' ? { id } : { domain: domain ?? '' }),
  }),
);

builder.queryField('websites', t =>
  t.field({
    type: WebsitePage,
    description: 'The websites of the account.',
    extensions: { weight: 20 },
    args: {
      search: t.arg.string({ description: 'Only domains that contain this text; `%` and `_` mean themselves.' }),
      searchBy: t.arg({ type: WebsiteSearchField, defaultValue: 'DOMAIN', description: 'What `search` looks at.' }),
      sortBy: t.arg({ type: WebsiteSortField, defaultValue: 'ID', description: 'What the websites are ordered by.' }),
      ...pagingArgs,
      perPage: t.arg.int({
        defaultValue: 10,
        description: 'How many websites a page has: 10, 25, 50, 100, 250 or 1000.',
      }),
    },
    validate: checked({ ...pagingShape, perPage: websitesPerPage.nullish() }),
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
);
