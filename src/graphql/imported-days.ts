import type { ImportedDays as Days } from '../imports/imported-days.ts';
import type { Importer } from '../imports/importer.ts';
import { builder } from './builder.ts';
import { ImportKind, ImportSource } from './imports.ts';
import { Statistics } from './statistics.ts';

/** The importers know much, such as lists of cities, and most processes never need them. */
const importers = async () => (await import('../imports/registry.ts')).LISTED;

const ImportTool = builder.objectRef<Pick<Importer, 'source' | 'label'>>('ImportTool').implement({
  description: 'A tool or format whose files can be imported.',
  fields: t => ({
    source: t.expose('source', { type: ImportSource, description: 'Its name in this API.' }),
    label: t.exposeString('label', { description: 'The display name of the tool.' }),
  }),
});

builder.queryField('importTools', t =>
  t.field({
    type: [ImportTool],
    description: 'The tools and formats whose files can be imported.',
    resolve: importers,
  }),
);

const ImportedDays = builder.objectRef<Days>('ImportedDays').implement({
  description: 'Days with counts that were imported from another tool.',
  fields: t => ({
    source: t.expose('source', { type: ImportSource, description: 'The tool.' }),
    label: t.string({
      description: 'The display name of the tool.',
      resolve: async ({ source }) => (await importers()).find(one => one.source === source)?.label ?? source,
    }),
    kind: t.expose('kind', { type: ImportKind, description: 'What was imported.' }),
    from: t.field({ type: 'Date', description: 'The first day.', resolve: ({ from }) => from }),
    to: t.field({ type: 'Date', description: 'The last day.', resolve: ({ to }) => to }),
  }),
});

builder.interfaceField(Statistics, 'importedDays', t =>
  t.field({
    type: [ImportedDays],
    description: 'The days of each import that counts, the earliest first.',
    extensions: { weight: { together: 5 } },
    resolve: (website, _, { loaders }) => loaders.importedDays.load(website.id),
  }),
);
