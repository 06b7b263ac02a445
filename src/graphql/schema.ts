import './scalars.ts';
import './viewer.ts';
import './api-keys.ts';
import './sessions.ts';
import './accounts.ts';
import './website.ts';
import './shared-website.ts';
import './ranges.ts';
import './summary.ts';
import './timeseries.ts';
import './heatmap.ts';
import './live.ts';
import './first-hit.ts';
import './goals.ts';
import './annotations.ts';
import './segments.ts';
import './ledger.ts';
import './website-input.ts';
import './reports.ts';
import './alerts.ts';
import './jobs.ts';
import { printSchema } from 'graphql';
import { builder } from './builder.ts';

/** The whole schema, with its types in the order they are declared. */
export const schema = builder.toSchema({ sortSchema: false });

/** Returns the schema as published in schema/schema.graphql. */
export function sdl(): string {
  return `${printSchema(schema)}\n`;
}
