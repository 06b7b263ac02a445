import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createAccount } from '../../src/accounts/accounts.ts';
import { createApiKey, viewerOfKey } from '../../src/accounts/api-keys.ts';
import { openSession, viewerOfSession } from '../../src/accounts/sessions.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { createGraphql, type GraphqlOptions } from '../../src/graphql/server.ts';
import { openReading } from '../../src/stats/loader.ts';
import type { Place } from './databases.ts';
import { createTables } from './tables.ts';

/** A response of GraphQL, with its HTTP parts. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any part of the response.
  readonly data: any;
  readonly errors: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: {
      readonly code: string;
      readonly fields?: Readonly<Record<string, readonly string[]>>;
      readonly requestId?: string;
    };
  }[];
}

/** A GraphQL endpoint on a bare node:http server, over a real database with two accounts; `close` ends it. */
export interface GraphqlServer {
  readonly database: Database;
  readonly url: string;
  readonly keys: { readonly write: string; readonly read: string; readonly other: string };
  /** The tokens of signed-in browsers of both accounts, to be used like keys. */
  readonly sessions: { readonly own: string; readonly other: string };
  /** The log lines. */
  readonly logged: readonly string[];
  /** Sends an operation with the account's WRITE key, another key or session, or none for null. */
  ask(query: string, variables?: Record<string, unknown>, key?: string | null): Promise<Answer>;
  send(init: RequestInit, search?: string): Promise<Answer>;
  close(): Promise<void>;
}

/** A header in place of the unlock cookie; the cookie itself is tested elsewhere. */
const UNLOCKED = 'x-unlocked';

/** Starts the endpoint on a temporary SQLite file, for tests that do not depend on the database. */
export async function startGraphqlAlone(options: Partial<GraphqlOptions> = {}): Promise<GraphqlServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'footfall-test-'));
  const server = await startGraphql({ url: `sqlite:${join(dataDir, 'footfall.db')}`, dataDir }, options);
  return {
    ...server,
    async close() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the endpoint on a new database. */
export async function startGraphql(place: Place, options: Partial<GraphqlOptions> = {}): Promise<GraphqlServer> {
  await createTables(place.url);
  const database = openDatabase(place.url);
  const ada = await createAccount(database, { email: 'ada@example.com', password: 'a long sentence', admin: true });
  const bob = await createAccount(database, { email: 'bob@example.com', password: 'a long sentence', admin: false });
  const keyOf = async (accountId: number, scope: 'READ' | 'WRITE') =>
    (await createApiKey(database, { accountId, name: `A ${scope} key`, scope, expiresAt: null })).key;
  const keys = {
    write: await keyOf(ada.id, 'WRITE'),
    read: await keyOf(ada.id, 'READ'),
    other: await keyOf(bob.id, 'WRITE'),
  };
  const sessions = {
    own: (await openSession(database, ada.id, 'Firefox on Linux')).token,
    other: (await openSession(database, bob.id, 'Firefox on Linux')).token,
  };
  const logged: string[] = [];
  const handle = createGraphql({
    reading: openReading(database),
    log: pino({ level: 'trace' }, { write: line => void logged.push(line) }),
    baseUrl: 'https://stats.example.com/base',
    callerOf: async ({ headers }) => {
      const key = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1];
      const viewerNow = async () => {
        if (key === undefined) return null;
        return key.startsWith('ff_')
          ? viewerOfKey(database, key, Date.now())
          : viewerOfSession(database, key, Date.now());
      };
      return {
        viewer: await viewerNow(),
        viewerNow,
        address: '127.0.0.1',
        requestId: 'a-request',
        unlocked: website => headers[UNLOCKED] === website.domain,
      };
    },
    ...options,
  });
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;

  async function send(init: RequestInit, search = ''): Promise<Answer> {
    const response = await fetch(url + search, init);
    const text = await response.text();
    const { data, errors = [] } = text.startsWith('{') ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, text, data, errors };
  }

  return {
    database,
    url,
    keys,
    sessions,
    logged,
    send,
    ask: (query, variables, key = keys.write) =>
      send({
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(key === null ? {} : { Authorization: `Bearer ${key}` }) },
        body: JSON.stringify({ query, variables }),
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await database.close();
    },
  };
}
