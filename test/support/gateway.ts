import assert from 'node:assert/strict';
import { readConfig } from '../../src/config.ts';
import type { Scope } from '../../src/domain/key-scope.ts';
import { createLog } from '../../src/log.ts';
import { Gateway } from '../../src/service/gateway.ts';
import type { Place } from './databases.ts';
import { createTables } from './tables.ts';
import { openVisitor, type Visitor } from './visitor.ts';

/** A gateway inside the test process, on a free port, with the key of its first account. */
export interface TestGateway extends Gateway {
  readonly url: string;
  readonly key: string;
  /** Calls REST with the key; the body is parsed JSON. */
  rest(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: never }>;
  /** Runs a GraphQL operation with the key and returns its data. */
  graphql<T>(query: string, variables?: object): Promise<T>;
  /** The same, signed in as the first account: what keys may not do. */
  inSession<T>(query: string, variables?: object): Promise<T>;
  /** Sends hits in one batch, all of which must be accepted, and resolves when they are counted. */
  count(hits: readonly object[]): Promise<void>;
  /** Creates a key of the first account. */
  createKey(scope: Scope): Promise<{ readonly id: string; readonly key: string }>;
}

const OWNER = { email: 'owner@owner.example', password: 'a long password' };
const KEY = `ff_${'t'.repeat(40)}`;

/** Starts a gateway and resolves when it is ready; `env` has further variables, `now` is the clock. */
export async function startTestGateway(
  place: Place,
  env: Record<string, string> = {},
  now?: () => number,
): Promise<TestGateway> {
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: place.url,
    DATA_DIR: place.dataDir,
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    ADMIN_API_KEY: KEY,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '1000000',
    ...env,
  });
  // A gateway can be started without its database, too.
  await createTables(place.url).catch(() => undefined);
  const gateway = await Gateway.start(config, createLog(config.logLevel), now);
  await gateway.ready;
  const url = `http://127.0.0.1:${gateway.port}`;
  const authorized = { Authorization: `Bearer ${KEY}` };
  let owner: Promise<Visitor> | undefined;
  async function inSession<T>(query: string, variables: object = {}): Promise<T> {
    owner ??= signedIn(url);
    const { data, errors } = await (await owner).ask(query, variables);
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  }
  return Object.assign(gateway, {
    url,
    key: KEY,
    async rest(path: string, init: RequestInit = {}) {
      const response = await fetch(`${url}/api/v1${path}`, { ...init, headers: { ...authorized, ...init.headers } });
      return { status: response.status, headers: response.headers, body: (await response.json()) as never };
    },
    async graphql(query: string, variables: object = {}) {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { ...authorized, 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as { data: never; errors?: unknown };
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
    inSession,
    async count(hits: readonly object[]) {
      const answer = await fetch(`${url}/api/event/batch`, {
        method: 'POST',
        headers: { ...authorized, 'Content-Type': 'application/json' },
        body: JSON.stringify({ hits }),
      });
      const { accepted, results } = (await answer.json()) as { accepted: number; results: unknown };
      assert.equal(accepted, hits.length, JSON.stringify(results));
      await gateway.drain();
    },
    async createKey(scope: Scope) {
      const { createApiKey } = await inSession<{ createApiKey: { key: string; apiKey: { id: string } } }>(
        'mutation($scope: Scope!) { createApiKey(input: { name: "A key", scope: $scope }) { key apiKey { id } } }',
        { scope },
      );
      return { id: createApiKey.apiKey.id, key: createApiKey.key };
    },
  });
}

async function signedIn(url: string): Promise<Visitor> {
  const visitor = openVisitor(url);
  await visitor.post('/login', OWNER);
  return visitor;
}
