import { IMPORT_SOURCES, IMPORT_STATES } from '../../domain/import.ts';
import {
  RestImportDocument,
  type RestImportFragment,
  RestImportsDocument,
  RestUndoImportDocument,
} from '../__generated__/operations.ts';
import { type ObjectSchema, object, type Schema } from '../json-schema.ts';
import { collectionPage, collectionPageSchema } from '../page-json.ts';
import { absent } from '../refusal.ts';
import { NOTHING, route } from '../route.ts';
import { TIME_SCHEMA, withMicroseconds } from './website-json.ts';

const tag = 'Imports';
const count: Schema = { type: 'integer', minimum: 0 };
const side: Schema = {
  description: 'A number for a total, the sum and the number of values for a statistic; null for what is not known.',
  anyOf: [count, object({ sum: count, values: count }), { type: 'null' }],
};

const orNoText = (description: string): Schema => ({ type: ['string', 'null'], description });

/** The schema of an import. */
export const IMPORT_SCHEMA: Schema = {
  description: 'History that is, was or will be imported from files.',
  ...object({
    id: { type: 'integer', minimum: 1 },
    source: { enum: [...IMPORT_SOURCES, null], description: 'Null until the files are recognised.' },
    version: orNoText('The version of their format.'),
    kind: { enum: ['hits', 'sums', null] },
    state: { enum: [...IMPORT_STATES] },
    dry_run: { enum: [0, 1] },
    files: { type: 'array', items: { type: 'string' } },
    rows: count,
    counted: { ...count, description: 'The number of rows that count, or would.' },
    left_out: count,
    left_out_for: { type: 'object', additionalProperties: count, description: 'Numbers of rows by reason.' },
    bad_rows: {
      type: 'array',
      description: 'Remarks about the files (`line` 0), then the rows that cannot be read; a hundred at most.',
      items: object({ file: { type: 'string' }, line: count, reason: { type: 'string' } }),
    },
    from: orNoText('The first day with rows that count.'),
    to: orNoText('The last day with rows that count.'),
    error: orNoText('Why it failed.'),
    report: { type: 'array', items: object({ name: { type: 'string' }, file: side, ours: side }) },
    progress: { type: 'number', minimum: 0, maximum: 1 },
    until: orNoText('The last day that could count; null for all days, and until the files are read.'),
    own_from: orNoText("The website's first day with hits of its own; null without any, and until the files are read."),
    undo_note: orNoText(
      'A sentence that names the imports that left out rows because this one has them, and what to do to keep these rows after an undo.',
    ),
    created_by: orNoText('The e-mail address of the account that started it; null for the command line.'),
    created_at: TIME_SCHEMA,
    finished_at: { anyOf: [TIME_SCHEMA, { type: 'null' }] },
  }),
};

const EXAMPLE = {
  id: 3,
  source: 'csv',
  version: '1',
  kind: 'sums',
  state: 'done',
  dry_run: 0,
  files: ['sums.csv'],
  rows: 730,
  counted: 729,
  left_out: 1,
  left_out_for: { bad: 1 },
  bad_rows: [{ file: 'sums.csv', line: 9, reason: 'The date "31.01.2026" is not a day such as 2026-01-31.' }],
  from: '2024-02-01',
  to: '2026-01-31',
  error: null,
  report: [
    { name: 'pageviews', file: 48_211, ours: 48_211 },
    { name: 'page', file: { sum: 48_211, values: 212 }, ours: { sum: 48_211, values: 212 } },
  ],
  progress: 1,
  until: '2026-01-31',
  own_from: '2026-02-01',
  undo_note: null,
  created_by: 'ada@example.com',
  created_at: '2026-02-02T09:00:00.000000Z',
  finished_at: '2026-02-02T09:00:04.000000Z',
};

/** The fields of a request with files. */
const UPLOAD: ObjectSchema = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', format: 'binary', description: 'A file; send the field again for more.' },
    source: { enum: [...IMPORT_SOURCES], description: 'Where the files are from; recognised by default.' },
    timezone: {
      type: 'string',
      description: 'The zone of times without an offset; by default, that of the website.',
    },
    until: {
      type: 'string',
      format: 'date',
      description: "The last day to count; by default, the day before the website's first own hit.",
    },
    dry_run: { enum: ['0', '1'], description: '1 to only say what would be counted; the files stay for a while.' },
    mapping: { type: 'string', description: 'The names of the columns as JSON, such as {"date":"Day"}.' },
  },
};

const imported = { $ref: '#/components/schemas/Import' };
const one = { tag, schema: object({ data: imported }), example: { data: EXAMPLE } };
/** All imports are on one page, because a website has few. */
const ALL = 100;

/** The routes of /websites/{id}/imports, in the order of the documentation. */
export const IMPORT_ROUTES = [
  route({
    method: 'GET',
    path: '/websites/{id}/imports',
    status: 200,
    operation: RestImportsDocument,
    query: NOTHING,
    body: null,
    variables: ({ id }) => ({ id }),
    answer: ({ website }, place) => {
      const rows = (website?.imports ?? absent()).map(importJson);
      const perPage = Math.max(ALL, rows.length);
      return { body: collectionPage({ rows, total: rows.length, page: 1, perPage, lastPage: 1 }, place) };
    },
    describe: {
      id: 'listImports',
      tag,
      summary: 'List the imports of a website',
      description: 'Returns all imports of the website, the latest first.',
      schema: collectionPageSchema(imported),
      example: collectionPage(
        { rows: [EXAMPLE], total: 1, page: 1, perPage: ALL, lastPage: 1 },
        { url: 'https://stats.example.com/api/v1/websites/12/imports', query: [] },
      ),
    },
  }),
  route({
    method: 'POST',
    path: '/websites/{id}/imports',
    status: 202,
    operation: RestImportDocument,
    query: NOTHING,
    body: null,
    upload: UPLOAD,
    variables: ({ id, importId }) => ({ id, import: importId }),
    answer: ({ website }) => ({ body: { data: importJson(website?.import ?? absent()) } }),
    describe: {
      id: 'createImport',
      ...one,
      summary: 'Import files',
      description:
        'Stores the files and returns the import, which is processed in the background. A file that cannot be imported makes an import that fails.',
    },
  }),
  route({
    method: 'GET',
    path: '/websites/{id}/imports/{import}',
    status: 200,
    operation: RestImportDocument,
    query: NOTHING,
    body: null,
    variables: ({ id, importId }) => ({ id, import: importId }),
    answer: ({ website }) => ({ body: { data: importJson(website?.import ?? absent()) } }),
    describe: {
      id: 'getImport',
      ...one,
      summary: 'Read an import',
      description: 'Returns an import, with its state and what it counts.',
    },
  }),
  route({
    method: 'DELETE',
    path: '/websites/{id}/imports/{import}',
    status: 202,
    operation: RestUndoImportDocument,
    query: NOTHING,
    body: null,
    variables: ({ id, importId }) => ({ id: importId, website: id }),
    answer: ({ undoImport }) => ({ body: { data: importJson(undoImport) } }),
    describe: {
      id: 'undoImport',
      ...one,
      summary: 'Undo an import',
      description:
        'Starts undoing an import: removes everything it counted. A dry run is discarded with its files. Rows that later imports left out because this one has them are then in none of them; `undo_note` names those imports.',
    },
  }),
];

type Figure = RestImportFragment['report'][number]['file'];

/** Returns an import as REST writes it. */
function importJson(given: RestImportFragment) {
  const { leftOutFor, createdAt, finishedAt } = given;
  const figure = (value: Figure) => (value === null || value.values === null ? (value?.sum ?? null) : value);
  return {
    id: Number(given.id),
    source: given.source?.toLowerCase() ?? null,
    version: given.version,
    kind: given.kind?.toLowerCase() ?? null,
    state: given.state.toLowerCase(),
    dry_run: Number(given.dryRun),
    files: given.files,
    rows: given.rows,
    counted: given.counted,
    left_out: given.leftOut,
    left_out_for: Object.fromEntries(leftOutFor.map(({ reason, rows }) => [reason, rows])),
    bad_rows: given.badRows,
    from: given.from,
    to: given.to,
    error: given.error,
    report: given.report.map(({ name, file, ours }) => ({ name, file: figure(file), ours: figure(ours) })),
    progress: given.progress,
    until: given.until,
    own_from: given.ownFrom,
    undo_note: given.undoNote,
    created_by: given.createdBy,
    created_at: withMicroseconds(createdAt),
    finished_at: finishedAt && withMicroseconds(finishedAt),
  };
}
