import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Router } from 'express';
import { graphql } from 'graphql';
import { createAccount } from '../../src/accounts/accounts.ts';
import { createApiKey, viewerOfKey } from '../../src/accounts/api-keys.ts';
import type { Viewer } from '../../src/accounts/viewer.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { createContext } from '../../src/graphql/context.ts';
import { schema } from '../../src/graphql/schema.ts';
import { createRateLimit } from '../../src/http/rate-limit.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { receiveUpload } from '../../src/imports/upload.ts';
import { createLog } from '../../src/log.ts';
import { createRest } from '../../src/rest/router.ts';
import type { Answering } from '../../src/stats/answers.ts';
import { openReading } from '../../src/stats/loader.ts';
import type { Place } from './databases.ts';
import { assertDocumented } from './openapi.ts';
import { createTables } from './tables.ts';

/** The options of a call; an object as body is sent as JSON, a text as a form. */
export interface CallOptions {
  /** The text of a key or `null` for none; the account's WRITE key by default. */
  readonly key?: string | null;
  readonly body?: object | string | Uint8Array | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response, checked against schema/openapi.json. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any part of the response.
  readonly body: any;
}

/** A running REST API on a real database with two accounts; `close` ends it. */
export interface RestServer {
  readonly database: Database;
  readonly place: Place;
  readonly origin: string;
  readonly keys: { readonly write: string; readonly read: string; readonly other: string };
  /** The log lines. */
  readonly logged: readonly string[];
  /** `path` begins below /api/v1. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** Runs a GraphQL operation with the account's WRITE key and returns its data; throws on errors. */
  ask(query: string, variables?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Moves the server's clock forward. */
  advance(milliseconds: number): void;
  close(): Promise<void>;
}

/** The start of all page URLs, whatever the port. */
export const BASE_URL = 'https://stats.example.com/base';

/**
 * Starts only REST, as the server mounts it, on a new database; the default `rateLimit` is practically unlimited, and
 * without `threads` this one does all work.
 */
export async function startRest(
  place: Place,
  { rateLimit = 1e9, threads }: { rateLimit?: number; threads?: Answering } = {},
): Promise<RestServer> {
  await createTables(place.url);
  const database = openDatabase(place.url);
  const reading = openReading(database, threads ? { threads } : {});
  const keys = await makeKeys(database);
  const logged: string[] = [];
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const contextFor = (viewer: Viewer | null) =>
    createContext(
      reading,
      { viewer, viewerNow: async () => viewer, address: '127.0.0.1', requestId: 'a-request', unlocked: () => false },
      now,
      { baseUrl: BASE_URL },
    );

  const rest = createRest({
    baseUrl: BASE_URL,
    rateLimit: createRateLimit(rateLimit),
    log: createLog('trace', { write: line => void logged.push(line) }),
    contextOf: async request => {
      const [, key = ''] = /^Bearer (.*)$/.exec(request.headers.authorization ?? '') ?? [];
      return contextFor(await viewerOfKey(database, key, now()));
    },
    addressOf: request => request.socket.remoteAddress ?? '',
    receive: (request, { viewer }, website) =>
      receiveUpload({ database, dataDir: place.dataDir, maxBytes: 1_000_000, now }, request, viewer, website),
    now,
  });
  const { origin, stop } = await serve(rest);

  return {
    database,
    place,
    origin,
    keys,
    logged,
    async call(method, path, { key = keys.write, body, headers = {} } = {}) {
      const response = await fetch(`${origin}/api/v1${path}`, {
        method,
        headers: { ...(key === null ? {} : { Authorization: `Bearer ${key}` }), ...typeOf(body), ...headers },
        ...(body === undefined ? {} : { body: isPlain(body) ? JSON.stringify(body) : (body as string) }),
        redirect: 'manual',
      });
      const text = await response.text();
      const reply = { status: response.status, headers: response.headers, text };
      if (path !== '/openapi.json') assertDocumented(method, path, reply);
      const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
      return { ...reply, body: isJson ? JSON.parse(text) : null };
    },
    async ask(source, variableValues = {}) {
      const viewer = await viewerOfKey(database, keys.write, now());
      const { data, errors } = await graphql({ schema, source, variableValues, contextValue: contextFor(viewer) });
      assert.equal(errors, undefined);
      return data as Record<string, unknown>;
    },
    advance(milliseconds) {
      ahead += milliseconds;
    },
    async close() {
      stop();
      await database.close();
    },
  };
}

/** Serves a router below /api/v1 on a free port of this machine. */
export async function serve(rest: Router): Promise<{ readonly origin: string; stop(): void }> {
  const server = createHttpServer('', { exact: new Map(), other: express().use('/api/v1', rest) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the fields as a form body or a query. */
export function form(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

async function makeKeys(database: Database): Promise<RestServer['keys']> {
  const ada = await createAccount(database, { email: 'ada@example.com', password: 'a long sentence', admin: true });
  const bob = await createAccount(database, { email: 'bob@example.com', password: 'a long sentence', admin: false });
  const make = async (accountId: number, scope: 'READ' | 'WRITE') =>
    (await createApiKey(database, { accountId, name: `A ${scope} key`, scope, expiresAt: null })).key;
  return { write: await make(ada.id, 'WRITE'), read: await make(ada.id, 'READ'), other: await make(bob.id, 'WRITE') };
}

function isPlain(body: object | string): body is object {
  return typeof body === 'object' && !(body instanceof Uint8Array);
}

function typeOf(body: CallOptions['body']): Record<string, string> {
  if (body === undefined) return {};
  return { 'Content-Type': isPlain(body) ? 'application/json' : 'application/x-www-form-urlencoded' };
}
