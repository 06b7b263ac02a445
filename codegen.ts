import type { CodegenConfig } from '@graphql-codegen/cli';

/** The TypeScript types for the schema's scalars in clients. */
const scalars = {
  ID: { input: 'string | number', output: 'string' },
  Date: 'string',
  DateTime: 'string',
  Count: 'number',
  SignedCount: 'number',
  Decimal: 'string',
  StatFilterOut: 'Readonly<Record<string, unknown>>',
};

/** Fragments with all metrics, for operations that list them. */
const METRICS = 'schema/metrics.graphql';

/** The operations of a folder become typed documents in its `__generated__/operations.ts`. */
function operationsOf(folder: string, fragments: readonly string[] = []): CodegenConfig['generates'] {
  return {
    [`${folder}/__generated__/operations.ts`]: {
      documents: [`${folder}/**/*.graphql`, ...fragments],
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        scalars,
        // Node runs these files directly, so stripping types must leave valid code.
        enumsAsTypes: true,
        useTypeImports: true,
        importExtension: '.ts',
        documentNodeImport: 'graphql#TypedQueryDocumentNode',
        immutableTypes: true,
        strictScalars: true,
        skipTypename: true,
      },
    },
  };
}

/** Like `operationsOf`, for the web app, where an operation is only its text. */
function textsOf(folder: string, fragments: readonly string[] = []): CodegenConfig['generates'] {
  return {
    [`${folder}/__generated__/operations.ts`]: {
      documents: [`${folder}/*.graphql`, ...fragments],
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        // The filter of a segment is the same value as a filter argument, but read instead of sent.
        scalars: { ...scalars, StatFilterOut: 'unknown' },
        documentMode: 'string',
        enumsAsTypes: true,
        useTypeImports: true,
        immutableTypes: true,
        strictScalars: true,
        skipTypename: true,
        dedupeFragments: true,
        // The text of a fragment is in its operations as well, so that the app leaves the fragment itself out.
        pureMagicComment: true,
      },
    },
  };
}

const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  generates: {
    ...operationsOf('src/rest', [METRICS]),
    ...operationsOf('src/graphql', [METRICS]),
    ...textsOf('src/dashboard/statistics', [METRICS]),
    ...textsOf('src/dashboard/websites'),
    ...textsOf('src/dashboard/account'),
    ...textsOf('src/dashboard/imports'),
    ...textsOf('src/dashboard/forget'),
  },
};

export default config;
