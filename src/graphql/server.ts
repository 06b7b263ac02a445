import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type DocumentNode,
  execute,
  type GraphQLError,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  subscribe,
} from 'graphql';
import { createYoga, isAsyncIterable, type Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { type AppError, ERRORS } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Reading } from '../stats/loader.ts';
import { checkComplexity } from './complexity.ts';
import { type Caller, createContext } from './context.ts';
import { appErrorOf, publicError, withoutSuggestions } from './errors.ts';
import { createGraphiql } from './graphiql/page.ts';
import { parseWithinLimits } from './limits.ts';
import { checkSource, readParams } from './request.ts';
import { schema } from './schema.ts';

export interface GraphqlOptions {
  readonly reading: Reading;
  readonly log: Log;
  /** Finds out who asks. What it rejects with, such as RATE_LIMITED or UNAVAILABLE, is the answer to everything they ask. */
  readonly callerOf: (request: IncomingMessage) => Promise<Caller>;
  /** Where browsers reach the service; other origins may not use the cookies. */
  readonly baseUrl: string;
  /** Whether the schema may be asked about itself; without it GraphiQL has nothing to show. */
  readonly introspection?: boolean;
  /** Whether browsers are shown GraphiQL. */
  readonly graphiql?: boolean;
  readonly now?: () => number;
}

/** Where the handler is to be mounted: the endpoint, which is GraphiQL in a browser, and GraphiQL's two files. */
export const GRAPHQL_PATHS: readonly string[] = ['/graphql', '/graphql/graphiql.js', '/graphql/graphiql.css'];

/** Answers a request to one of these paths, also below any other path. Never throws. */
export type GraphqlHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface ServerContext {
  readonly req: IncomingMessage;
  /** The Host header as it was sent. */
  readonly host: string | undefined;
  /** There once the request has passed the first checks. */
  caller?: Caller;
  /** What was parsed, so that errors can be placed in it. */
  document?: DocumentNode;
}

/** The GraphQL endpoint for a bare node:http server. */
export function createGraphql(options: GraphqlOptions): GraphqlHandler {
  const yoga = createYoga<ServerContext>({
    schema,
    plugins: [ownRules(options), ownErrors(options.log)],
    context: ({ caller }) => createContext(options.reading, caller as Caller, options.now),
    graphqlEndpoint: '/graphql',
    cors: false,
    batching: false,
    multipart: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    // What follows is done by the plugins below: for all errors alike, and before a byte too many is read.
    maskedErrors: false,
    maxRequestBodySize: false,
    // Yoga would take any address that ends in this for a question about its health.
    healthCheckEndpoint: '\n',
    parserAndValidationCache: { documentCache: createDocumentCache(), errorCache: NO_CACHE },
  });
  const graphiql = options.graphiql === false ? null : createGraphiql(options.now ?? Date.now);
  return async (request, response) => {
    if (await graphiql?.(request, response)) return;
    // Yoga makes a URL of both and would stumble over odd ones. Where it is mounted is not for GraphQL to judge anyway.
    const { url = '', headers } = request;
    const { host } = headers;
    const query = url.indexOf('?');
    request.url = query < 0 ? '/graphql' : `/graphql${url.slice(query)}`;
    headers.host = 'localhost';
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    await yoga(request, response, { req: request, host });
  };
}

/** How a request is read and an operation is checked and run, in place of what Yoga does by itself. */
function ownRules({ baseUrl, callerOf, introspection = true }: GraphqlOptions): Plugin<object, ServerContext> {
  const ownOrigin = new URL(baseUrl).origin;
  return {
    async onRequestParse({ serverContext, setRequestParser }) {
      checkSource(serverContext.req, [ownOrigin, serverContext.host]);
      setRequestParser(() => readParams(serverContext.req));
      serverContext.caller = await callerOf(serverContext.req);
    },
    onParse({ setParseFn, context }) {
      setParseFn(parseWithinLimits);
      return ({ result }) => {
        if (!(result instanceof Error)) (context as unknown as ServerContext).document = result;
      };
    },
    onValidate({ addValidationRule }) {
      if (!introspection) addValidationRule(NoSchemaIntrospectionCustomRule);
    },
    onExecute({ args: { document, operationName, variableValues }, setExecuteFn }) {
      const operation = getOperationAST(document, operationName);
      if (operation) checkComplexity(schema, document, operation, variableValues ?? {});
      setExecuteFn(execute);
    },
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn(subscribe);
    },
  };
}

/** Every error of an answer, whoever made it, becomes one of the catalogue; faults of ours are logged, once each. */
function ownErrors(log: Log): Plugin<object, ServerContext> {
  return {
    onResultProcess({ result, setResult, serverContext: { caller, document } }) {
      if (isAsyncIterable(result) || Array.isArray(result) || !result.errors) return;
      const requestId = caller?.requestId ?? randomUUID();
      const suggest = caller !== undefined && caller.viewer !== null;
      const logged = new Set<unknown>();
      const errors = result.errors.map(error => {
        const found = appErrorOf(error, document ?? null);
        const told = found && !suggest ? withoutSuggestions(found) : found;
        const fault = found ? found.cause : (error.originalError ?? error);
        if (fault !== undefined && !logged.has(fault) && (!found || found.code === 'UNAVAILABLE')) {
          logged.add(fault);
          log.error({ err: fault, requestId }, 'A GraphQL operation failed.');
        }
        const answered = publicError(error, told, requestId);
        answered.extensions.http = httpOf(error, told, 'data' in result);
        return answered;
      });
      setResult({ ...result, errors });
    },
  };
}

/** Status and headers: an answer with data is always 200, and so is any to clients that know no other (`spec`). */
function httpOf(error: GraphQLError, told: AppError | null, hasData: boolean) {
  const headers: Record<string, string> = {};
  if (told?.retryAfter !== undefined) headers['Retry-After'] = String(told.retryAfter);
  if (hasData) return { headers };
  if (error.extensions.http) return error.extensions.http;
  const code = told?.code ?? 'INTERNAL';
  if (code === 'UNAUTHENTICATED') headers['WWW-Authenticate'] = 'Bearer';
  const isOperation = code === 'BAD_USER_INPUT' || code === 'QUERY_TOO_COMPLEX';
  return isOperation ? { status: 400, spec: true, headers } : { status: ERRORS[code].status, headers };
}

/** Documents by their text, at most 512 KiB of it: what is parsed takes many times as much. */
function createDocumentCache() {
  return new LRUCache<string, DocumentNode>({ max: 500, maxSize: 524_288, sizeCalculation: (_, text) => text.length });
}

const NO_CACHE = { get: () => undefined, set: () => undefined };
