import './scalars.ts';
import './viewer.ts';
import './api-keys.ts';
import './sessions.ts';
import './accounts.ts';
import './website.ts';
import './unregistered-hosts.ts';
import './ranges.ts';
import './summary.ts';
import './timeseries.ts';
import './heatmap.ts';
import './explain.ts';
import './live.ts';
import './goals.ts';
import './funnels.ts';
import './funnel-result.ts';
import './journeys.ts';
import './returns.ts';
import './properties.ts';
import './annotations.ts';
import './segments.ts';
import './shares.ts';
import './ledger.ts';
import './website-input.ts';
import './imported-days.ts';
import './imports.ts';
import './forget.ts';
import './reports.ts';
import './alerts.ts';
import './jobs.ts';
import { execute, printSchema, type TypedQueryDocumentNode } from 'graphql';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { appErrorOf } from './error-responses.ts';

/** The whole schema, with its types in the order they are declared. */
export const schema = builder.toSchema({ sortSchema: false });

/** Returns the schema as published in schema/schema.graphql. */
export function sdl(): string {
  return `${printSchema(schema)}\n`;
}

/** Runs one of our own operations without limits. Throws the first error: an AppError, or the internal one. */
export async function runOperation<Data, Variables extends Record<string, unknown>>(
  document: TypedQueryDocumentNode<Data, Variables>,
  variables: Variables,
  context: Context,
): Promise<Data> {
  const { data, errors } = await execute({ schema, document, variableValues: variables, contextValue: context });
  const error = errors?.[0];
  if (error) throw appErrorOf(error, document, context.database) ?? error.originalError ?? error;
  return data as Data;
}
