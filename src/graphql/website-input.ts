import { createWebsiteInput, updateWebsiteInput } from '../domain/inputs/website.ts';
import { createWebsite, deleteWebsite, inLanguage, updateWebsite } from '../websites/websites.ts';
import { builder } from './builder.ts';
import { aboutInput } from './error-responses.ts';
import { Website } from './website.ts';
import { settingInputs } from './website-settings.ts';

const CreateWebsiteInput = builder.inputType('CreateWebsiteInput', {
  description: 'A new website.',
  validate: { schema: createWebsiteInput },
  fields: t => ({
    domain: t.string({
      required: true,
      description:
        'A host name or IPv4 address, unique on the instance. A scheme, a leading `www.` and a trailing dot or slash are removed.',
    }),
    ...settingInputs(t, preset => `Defaults to ${preset}`),
  }),
});

const UpdateWebsiteInput = builder.inputType('UpdateWebsiteInput', {
  description: 'New settings of a website. Omitted settings stay as they are.',
  validate: { schema: updateWebsiteInput },
  fields: t => settingInputs(t, () => 'Unchanged if omitted'),
});

builder.mutationFields(t => ({
  createWebsite: t.field({
    type: Website,
    description: 'Registers a website. BAD_USER_INPUT if the domain is already registered on this instance.',
    args: { input: t.arg({ type: CreateWebsiteInput, required: true, description: 'Its domain and settings.' }) },
    resolve: (_, { input }, { database, viewer, defaultLanguage, now }) =>
      aboutInput(() => createWebsite(database, viewer, inLanguage(defaultLanguage, input), now())),
  }),
  updateWebsite: t.field({
    type: Website,
    description: 'Changes the settings of a website.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the website.' }),
      input: t.arg({ type: UpdateWebsiteInput, required: true, description: 'The settings to change.' }),
    },
    resolve: (_, { id, input }, { database, viewer, now }) =>
      aboutInput(() => updateWebsite(database, viewer, id, input, now())),
  }),
  deleteWebsite: t.id({
    description: 'Deletes a website with all its statistics and returns its id. This cannot be undone.',
    args: { id: t.arg.id({ required: true, description: 'The id of the website.' }) },
    resolve: (_, { id }, { database, viewer, now }) => deleteWebsite(database, viewer, id, now()).then(() => id),
  }),
}));
