import { PRIVACIES } from '../domain/settings.ts';
import type { FieldErrors } from '../errors.ts';
import { websiteOf } from '../websites/access.ts';
import { listWebsites } from '../websites/list.ts';
import type { Website as Settings } from '../websites/website.ts';
import { builder } from './builder.ts';
import { checkPaging, pagingArgs, pagingOf } from './paging.ts';
import { checkedBy } from './rules.ts';
import { Statistics } from './statistics.ts';

const PRIVACY_DESCRIPTIONS = {
  PUBLIC: 'Anyone who knows the address.',
  PRIVATE: 'The account alone.',
  PASSWORD: 'Whoever knows the password of the page, and the account.',
} as const;

/** Who may see the statistics page. */
export const Privacy = builder.enumType('Privacy', {
  description: 'Who may see the statistics page of a website.',
  values: Object.fromEntries(PRIVACIES.map(name => [name, { description: PRIVACY_DESCRIPTIONS[name] }])) as {
    [Name in keyof typeof PRIVACY_DESCRIPTIONS]: { description: string };
  },
});

/** A website as its account sees it. */
export const Website = builder.objectRef<Settings>('Website').implement({
  description: 'A registered website with its settings, as its account sees it.',
  interfaces: [Statistics],
  fields: t => ({
    id: t.exposeID('id', { description: 'The number of the website on this instance.' }),
    privacy: t.expose('privacy', { type: Privacy, description: 'Who may see the statistics page.' }),
    hasPassword: t.exposeBoolean('hasPassword', {
      description:
        'Whether a password is set; the password itself never leaves. It takes effect only while the privacy is PASSWORD.',
    }),
    emailReports: t.exposeBoolean('emailReports', { description: 'Whether periodic reports are sent by e-mail.' }),
    excludeBots: t.exposeBoolean('excludeBots', { description: 'Whether hits of known bots are dropped.' }),
    excludeParams: t.exposeStringList('excludeParams', {
      description:
        'Query parameters that are taken off pages, by their exact names; `*` alone takes the whole query off.',
    }),
    excludeIps: t.exposeStringList('excludeIps', {
      description: 'Addresses and CIDR blocks, IPv4 or IPv6, whose hits are dropped.',
    }),
    honorGpc: t.exposeBoolean('honorGpc', {
      description: 'Whether a hit with `Sec-GPC: 1` or `DNT: 1` counts as a pageview that identifies nobody.',
    }),
    embedOrigins: t.exposeStringList('embedOrigins', {
      description:
        'Origins whose pages may show the statistics page inside theirs, such as `https://example.com`; `*` stands for all.',
    }),
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
    validate: checkedBy(checkOneOf),
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
    },
    validate: checkedBy(checkPaging),
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

function checkOneOf({ id, domain }: { id?: unknown; domain?: unknown }): FieldErrors | null {
  const given = [id, domain].filter(value => value !== null && value !== undefined).length;
  if (given === 1) return null;
  const text =
    given === 0
      ? 'Neither id nor domain was sent; send one of them.'
      : 'Both id and domain were sent; send only one of them.';
  return { id: [text], domain: [text] };
}
