import assert from 'node:assert/strict';
import type { Place } from './databases.ts';
import { type GraphqlServer, startGraphql } from './graphql.ts';
import { foldAll, type HitParts, hitOf } from './hits.ts';

/** A GraphQL endpoint with one public website, `demo.example`, and some hits of it. */
export interface ReadServer extends GraphqlServer {
  readonly website: number;
  /** Reads fields of the website as its account; throws on errors. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any part of the response.
  read(fields: string, variables?: Record<string, unknown>): Promise<any>;
  /** Runs a mutation as its account; throws on errors. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  change(mutation: string, variables?: Record<string, unknown>): Promise<any>;
  /** Folds more hits of the website. */
  fold(hits: readonly HitParts[]): Promise<void>;
}

/** Starts the endpoint with the clock at `now`; all hits are in the time zone of the website. */
export async function startReadServer(
  place: Place,
  { now, timezone = 'UTC', hits = [] }: { now: number; timezone?: string; hits?: readonly HitParts[] },
): Promise<ReadServer> {
  const server = await startGraphql(place, { now: () => now });
  const { data } = await server.ask(
    `mutation { createWebsite(input: { domain: "demo.example", privacy: PUBLIC, timezone: "${timezone}" }) { id } }`,
  );
  const website = Number(data.createWebsite.id);
  const fold = (more: readonly HitParts[]) =>
    foldAll(server.database, place, [more.map(parts => hitOf({ website, timezone, ...parts }))]);
  if (hits.length > 0) await fold(hits);
  return {
    ...server,
    website,
    fold,
    async read(fields, variables) {
      const query = variables
        ? `query(${Object.keys(variables)
            .map(name => `$${name}: StatFilter`)
            .join(', ')})`
        : '';
      const answer = await server.ask(`${query} { website(domain: "demo.example") { ${fields} } }`, variables);
      assert.deepEqual(answer.errors, []);
      return answer.data.website;
    },
    async change(mutation, variables) {
      const answer = await server.ask(mutation, variables);
      assert.deepEqual(answer.errors, []);
      return answer.data;
    },
  };
}
