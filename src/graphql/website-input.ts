import { checkWebsiteInput, type WebsiteInput } from '../domain/settings.ts';
import { createWebsite, deleteWebsite, updateWebsite } from '../websites/websites.ts';
import { builder } from './builder.ts';
import { aboutInput } from './errors.ts';
import { checkedBy } from './rules.ts';
import { Privacy, Website } from './website.ts';

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;

/** What both inputs have; `without` says what happens to a setting that is left out. */
function settings(t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>, without: (preset: string) => string) {
  return {
    privacy: t.field({ type: Privacy, description: `Who may see the statistics page; ${without('PRIVATE')}.` }),
    password: t.string({
      description: `The password of the statistics page, 1 to 128 characters. The privacy PASSWORD needs one, and it takes effect only then. Null clears it; ${without('there is none')}.`,
    }),
    emailReports: t.boolean({ description: `Whether periodic reports are sent by e-mail; ${without('false')}.` }),
    excludeBots: t.boolean({ description: `Whether hits of known bots are dropped; ${without('true')}.` }),
    excludeParams: t.stringList({
      description: `Query parameters to take off pages, by their exact names; \`*\` alone takes the whole query off; ${without('none')}.`,
    }),
    excludeIps: t.stringList({
      description: `Addresses and CIDR blocks, IPv4 or IPv6, whose hits are dropped; ${without('none')}.`,
    }),
    honorGpc: t.boolean({
      description: `Whether a hit with \`Sec-GPC: 1\` or \`DNT: 1\` counts as a pageview that identifies nobody; ${without('false')}.`,
    }),
    embedOrigins: t.stringList({
      description: `Origins whose pages may show the statistics page inside theirs, such as \`https://example.com\`; \`*\` stands for all; ${without('none')}.`,
    }),
    timezone: t.string({
      description: `The IANA time zone that days and hours are in, such as \`Europe/Berlin\`; ${without('UTC')}.`,
    }),
  };
}

const CreateWebsiteInput = builder.inputType('CreateWebsiteInput', {
  description: 'A new website.',
  validate: checkedBy((input: WebsiteInput) => checkWebsiteInput(input, null)),
  fields: t => ({
    domain: t.string({
      required: true,
      description:
        'A host name or IPv4 address. Its scheme, a leading `www.` and a trailing dot or slash are taken off; no other website may have it.',
    }),
    ...settings(t, preset => `when left out, ${preset}`),
  }),
});

// What depends on the settings before, such as whether there is a password yet, is checked where they are known.
const ANY = { privacy: 'PRIVATE', hasPassword: true } as const;

const UpdateWebsiteInput = builder.inputType('UpdateWebsiteInput', {
  description: 'New settings of a website; what is left out stays as it is.',
  validate: checkedBy((input: WebsiteInput) => checkWebsiteInput(input, ANY)),
  fields: t => settings(t, () => 'when left out, it stays as it is'),
});

builder.mutationField('createWebsite', t =>
  t.field({
    type: Website,
    description: 'Registers a website. A domain that is taken on this instance is BAD_USER_INPUT.',
    args: { input: t.arg({ type: CreateWebsiteInput, required: true, description: 'Its domain and settings.' }) },
    resolve: (_, { input }, { database, viewer, now }) =>
      aboutInput(() => createWebsite(database, viewer, input, now())),
  }),
);

builder.mutationField('updateWebsite', t =>
  t.field({
    type: Website,
    description: 'Changes the settings of a website.',
    args: {
      id: t.arg.id({ required: true, description: 'The number of the website.' }),
      input: t.arg({ type: UpdateWebsiteInput, required: true, description: 'The settings to change.' }),
    },
    resolve: (_, { id, input }, { database, viewer, now }) =>
      aboutInput(() => updateWebsite(database, viewer, id, input, now())),
  }),
);

builder.mutationField('deleteWebsite', t =>
  t.id({
    description:
      'Deletes a website with everything that was counted for it, and answers its number. It cannot be undone.',
    args: { id: t.arg.id({ required: true, description: 'The number of the website.' }) },
    resolve: async (_, { id }, { database, viewer, now }) => {
      await deleteWebsite(database, viewer, id, now());
      return id;
    },
  }),
);
