import { execute, type TypedQueryDocumentNode } from 'graphql';
import type { Context } from './context.ts';
import { appErrorOf } from './errors.ts';
import { schema } from './schema.ts';

/**
 * Runs an operation of our own, which is not checked against the limits. Throws what went wrong first: an AppError, its
 * fields named as the operation's arguments are, or the fault itself, to be logged and masked.
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
