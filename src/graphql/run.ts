import { execute, type TypedQueryDocumentNode } from 'graphql';
import type { Context } from './context.ts';
import { appErrorOf } from './errors.ts';
import { schema } from './schema.ts';

/**
 * Runs one of our own operations, without checking the limits. Throws the first error: an AppError with fields named
 * like the operation's arguments, or the internal error itself, to be logged and masked.
 */
export async function runOperation<Data, Variables extends Record<string, unknown>>(
  document: TypedQueryDocumentNode<Data, Variables>,
  variables: Variables,
  context: Context,
): Promise<Data> {
  const { data, errors } = await execute({ schema, document, variableValues: variables, contextValue: context });
  const error = errors?.[0];
  if (error) throw appErrorOf(error, document) ?? error.originalError ?? error;
  return data as Data;
}
