import {
  IMPORT_SOURCES,
  type ImportKind as Kind,
  type ImportSource as Source,
  type ImportState as State,
} from '../domain/import.ts';
import { findImport, repeatDryRun, runUpload, type Import as Shown, undoImport } from '../imports/imports.ts';
import { undoNoteOf } from '../imports/leaning.ts';
import { watchImport } from '../imports/watched.ts';
import { faultIn, sentenceIn } from '../messages/errors.ts';
import { builder, enumOf } from './builder.ts';
import { BadRow, ImportLine, LeftOut } from './import-report.ts';
import { Website } from './website.ts';

const LABELS: Readonly<Record<Source, string>> = {
  plausible: 'Plausible: the zip of its export.',
  umami: 'Umami: its events.',
  matomo: 'Matomo: the details of visits.',
  ga4: 'Google Analytics 4: reports, or its export to BigQuery.',
  goatcounter: 'GoatCounter: its CSV or JSON.',
  fathom: 'Fathom: its CSV.',
  simple_analytics: 'Simple Analytics: its data points.',
  csv: 'A general CSV of sums by day.',
  hits: 'Hits as JSON, one on each line, as batches have them.',
  access_log: 'Access logs of web servers.',
};

/** The tools, as answers and arguments name them. */
export const ImportSource = enumOf<Source>(
  'ImportSource',
  'A tool or format that history can come from.',
  Object.fromEntries(IMPORT_SOURCES.map(source => [source, LABELS[source]])) as Record<Source, string>,
);

/** What imports add. */
export const ImportKind = enumOf<Kind>('ImportKind', 'The kind of data an import adds.', {
  hits: 'Individual pageviews and events, which count like any other.',
  sums: 'Sums by day, which are added to results without a filter.',
});

const ImportState = enumOf<State>('ImportState', 'The state of an import.', {
  waiting: 'Waiting for its turn.',
  reading: 'Its files are being read to find faults and totals; nothing is counted yet.',
  running: 'Its rows are being counted.',
  checking: 'What was counted is being compared with the files.',
  done: 'Done; a dry run has counted nothing.',
  failed: 'Failed, and nothing of it is counted; `error` says why.',
  undoing: 'Being undone.',
  undone: 'Undone.',
});

const Import = builder.objectRef<Shown>('Import').implement({
  description: 'History that is, was or will be imported from files.',
  fields: t => ({
    id: t.exposeID('id', { description: 'The id of the import.' }),
    source: t.expose('source', {
      type: ImportSource,
      nullable: true,
      description: 'Where the files are from; null until they are recognised.',
    }),
    version: t.exposeString('version', { nullable: true, description: 'The version of their format.' }),
    kind: t.expose('kind', {
      type: ImportKind,
      nullable: true,
      description: 'What it adds; null until the files are recognised.',
    }),
    state: t.expose('state', { type: ImportState, description: 'The state of the import.' }),
    dryRun: t.exposeBoolean('dryRun', { description: 'True if it only says what would be counted.' }),
    files: t.exposeStringList('files', { description: 'The names of the files.' }),
    rows: t.expose('rows', { type: 'Count', description: 'The number of rows in the files.' }),
    counted: t.expose('counted', { type: 'Count', description: 'The number of rows that count, or would.' }),
    leftOut: t.expose('leftOut', { type: 'Count', description: 'The number of rows left out.' }),
    leftOutFor: t.field({
      type: [LeftOut],
      description: 'The numbers of rows left out, by reason.',
      resolve: ({ leftOutFor }) => Object.entries(leftOutFor).map(([reason, rows]) => ({ reason, rows })),
    }),
    badRows: t.expose('badRows', {
      type: [BadRow],
      description: 'Remarks about the files, then the rows that cannot be read; a hundred at most.',
    }),
    from: t.expose('from', { type: 'Date', nullable: true, description: 'The first day with rows that count.' }),
    to: t.field({
      type: 'Date',
      nullable: true,
      description: 'The last day with rows that count.',
      resolve: ({ to }) => to,
    }),
    until: t.field({
      type: 'Date',
      nullable: true,
      description: 'The last day that counts; null for all of them, and until the files are read.',
      resolve: ({ until }) => until,
    }),
    timezone: t.exposeString('timezone', { nullable: true, description: 'The zone named for times without one.' }),
    asksTimezone: t.exposeBoolean('asksTimezone', {
      nullable: true,
      description:
        'True if the files have times without an offset, which are read as those of a zone. False if their times have one, and for sums, whose days stay those of the file. Null until the files are recognised.',
    }),
    mapping: t.exposeString('mapping', {
      nullable: true,
      description: 'The names of the columns as JSON; null if the files have their own.',
    }),
    ownFrom: t.field({
      type: 'Date',
      nullable: true,
      description:
        "The website's first day with hits of its own, before which an import ends by default; null without any, and until the files are read.",
      resolve: ({ ownFrom }) => ownFrom,
    }),
    createdBy: t.string({
      nullable: true,
      description: 'The e-mail address of the account that started it; null for the command line.',
      resolve: ({ accountId }, _, { loaders }) => (accountId === null ? null : loaders.emails.load(accountId)),
    }),
    undoNote: t.string({
      nullable: true,
      description:
        'A sentence that names the imports whose files have rows in common with this one and that left them out, so that an undo removes these rows for all of them; null if there are none.',
      resolve: async ({ id, websiteId, dryRun }, _, { loaders, language }) => {
        const note = dryRun ? null : undoNoteOf(id, await loaders.leaning.load(websiteId));
        return note === null ? null : sentenceIn(language, note);
      },
    }),
    error: t.string({
      nullable: true,
      description: 'Why it failed.',
      resolve: ({ error }, _, { language }) => (error === null ? null : faultIn(language, error)),
    }),
    report: t.expose('report', { type: [ImportLine], description: 'What the files say, and what is counted.' }),
    progress: t.exposeFloat('progress', {
      description: 'The share of the work that is done, reading included, from 0 to 1.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the import ended; null until then.',
    }),
  }),
});

builder.objectField(Website, 'imports', t =>
  t.field({
    type: [Import],
    description: 'The imports of the website, the latest first.',
    extensions: { weight: { together: 20 } },
    resolve: (website, _, { loaders }) => loaders.imports.load(website.id),
  }),
);

builder.objectField(Website, 'import', t =>
  t.field({
    type: Import,
    nullable: true,
    description: 'An import of the website; null if it has none with this id.',
    extensions: { weight: { together: 20 } },
    args: { id: t.arg.id({ required: true, description: 'The id of the import.' }) },
    resolve: (website, { id }, { loaders }) => loaders.import.load({ website: website.id, id }),
  }),
);

const idArg = builder.args(t => ({ id: t.id({ required: true, description: 'The id of the import.' }) }));

builder.mutationFields(t => ({
  createImport: t.field({
    type: Import,
    description: 'Imports the files of a dry run that is done, without sending them again.',
    args: { upload: t.arg.id({ required: true, description: 'The id of the dry run, which becomes the import.' }) },
    resolve: (_, { upload }, { database, viewer, now }) => runUpload(database, viewer, upload, now()),
  }),
  repeatDryRun: t.field({
    type: Import,
    description:
      'Reads the files of a dry run that is done again, with other choices. One that is left out is the default.',
    args: {
      upload: t.arg.id({ required: true, description: 'The id of the dry run.' }),
      source: t.arg({ type: ImportSource, description: 'Where the files are from; recognised by default.' }),
      timezone: t.arg.string({
        description: 'The zone of times without an offset; by default, that of the website.',
      }),
      until: t.arg({
        type: 'Date',
        description: "The last day to count; by default, the day before the website's first own hit.",
      }),
      mapping: t.arg.string({ description: 'The names of the columns as JSON, such as `{"date":"Day"}`.' }),
    },
    resolve: (_, { upload, ...choices }, { database, viewer, now }) => {
      const given = Object.entries(choices).flatMap(([name, value]) =>
        value ? [[name, name === 'source' ? value.toLowerCase() : value] as const] : [],
      );
      return repeatDryRun(database, viewer, upload, new Map(given), now());
    },
  }),
  undoImport: t.field({
    type: Import,
    description:
      'Starts undoing an import: removes everything it counted. A dry run is discarded with its files. BAD_USER_INPUT if the import has failed, and while another one is counted that leaves out rows because this one has them.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the import.' }),
      website: t.arg.id({ description: 'The id of its website; NOT_FOUND if the import belongs to another one.' }),
    },
    resolve: (_, { id, website }, { database, viewer, now }) =>
      undoImport(database, viewer, id, website ?? null, now()),
  }),
}));

builder.subscriptionField('importProgress', t =>
  t.field({
    type: Import,
    description: 'An import, sent immediately, and again whenever it has gone further, until it is over.',
    extensions: { weight: 100 },
    args: idArg,
    subscribe: (_, { id }, { database, viewerNow }) =>
      watchImport(async () => findImport(database, await viewerNow(), id)),
    resolve: shown => shown,
  }),
);
