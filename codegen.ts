import type { CodegenConfig } from '@graphql-codegen/cli';

/** What stands for a type of the schema on the other side of the wire. */
const scalars = {
  ID: { input: 'string | number', output: 'string' },
  Date: 'string',
  DateTime: 'string',
  Count: 'number',
  Decimal: 'string',
  StatFilterOut: 'Readonly<Record<string, unknown>>',
};

/** Fragments with all metrics, for whatever operations list them. */
const METRICS = 'schema/metrics.graphql';

/** The operations of a folder become typed documents in its `__generated__/operations.ts`. */
function operationsOf(folder: string, fragments: readonly string[] = []): CodegenConfig['generates'] {
  return {
    [`${folder}/__generated__/operations.ts`]: {
      documents: [`${folder}/**/*.graphql`, ...fragments],
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        scalars,
        // Node runs these files as they are: nothing but types may vanish from them.
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

/** The same for the web app, where an operation is no more than its text. */
function textsOf(folder: string, fragments: readonly string[] = []): CodegenConfig['generates'] {
  return {
    [`${folder}/__generated__/operations.ts`]: {
      documents: [`${folder}/*.graphql`, ...fragments],
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        // What a segment holds is a filter again, only that it comes out instead of going in.
        scalars: { ...scalars, StatFilterOut: 'unknown' },
        documentMode: 'string',
        enumsAsTypes: true,
        useTypeImports: true,
        immutableTypes: true,
        strictScalars: true,
        skipTypename: true,
        dedupeFragments: true,
      },
    },
  };
}

const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  generates: {
    ...operationsOf('src/rest'),
    ...operationsOf('src/graphql', [METRICS]),
    ...textsOf('src/dashboard/statistics', [METRICS]),
    ...textsOf('src/dashboard/websites'),
    ...textsOf('src/dashboard/account'),
  },
};

export default config;
