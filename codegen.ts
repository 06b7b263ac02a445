import type { CodegenConfig } from '@graphql-codegen/cli';

/** What stands for a type of the schema on the other side of the wire. */
const scalars = {
  ID: { input: 'string | number', output: 'string' },
  Date: 'string',
  DateTime: 'string',
  Count: 'number',
  Decimal: 'string',
};

/** The operations of a folder become typed documents in its `__generated__/operations.ts`. */
function operationsOf(folder: string): CodegenConfig['generates'] {
  return {
    [`${folder}/__generated__/operations.ts`]: {
      documents: `${folder}/**/*.graphql`,
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

const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  generates: { ...operationsOf('src/rest') },
};

export default config;
