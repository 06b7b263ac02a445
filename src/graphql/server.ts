import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';
import {
  type DocumentNode,
  type ExecutionArgs,
  execute,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  subscribe,
} from 'graphql';
import { createYoga, isAsyncIterable, type Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Language } from '../domain/languages.ts';
import type { Caller } from '../http/caller.ts';
import { queryIn } from '../http/incoming.ts';
import { askedLanguage } from '../http/language.ts';
import type { Log } from '../log.ts';
import type { Mailing } from '../reports/test-report.ts';
import type { Reading } from '../stats/loader.ts';
import { checkComplexity } from './complexity.ts';
import { createContext } from './context.ts';
import { refusal } from './error-responses.ts';
import { createGraphiql } from './graphiql/page.ts';
import { createKnownOperations } from './known-operations.ts';
import { parseWithinLimits } from './limits.ts';
import { createPersistedQueries } from './persisted-queries.ts';
import { checkSource, readParams } from './request.ts';
import { isRepeatable, revalidation, type ServerContext, settleAnswer, settleAnswers } from './responses.ts';
import { schema } from './schema.ts';

export interface GraphqlOptions {
  readonly reading: Reading;
  readonly log: Log;
  /** Identifies the caller. Its rejection, such as RATE_LIMITED or UNAVAILABLE, becomes the response. */
  readonly callerOf: (request: IncomingMessage) => Promise<Caller>;
  /** The public URL of the service; pages of other origins cannot use its cookies. */
  readonly baseUrl: string;
  /** Returns the text of a persisted query by its id. */
  readonly queryOf?: (id: string) => string | undefined;
  /** Whether introspection is allowed; GraphiQL needs it. */
  readonly introspection?: boolean;
  /** Whether the endpoint serves GraphiQL to browsers. */
  readonly graphiql?: boolean;
  /** The mail server; without one, test reports fail with an error that says so. */
  readonly mailing?: Mailing | null;
  /** Non-public IP addresses and CIDR ranges that webhooks may name; none by default. */
  readonly webhookAllow?: readonly string[];
  /** The language of the e-mails of websites that are registered without one; English by default. */
  readonly defaultLanguage?: Language;
  readonly now?: () => number;
}

/** Handles a request to one of these paths, with or without a path before it. Never throws. */
export type GraphqlHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Returns the GraphQL endpoint for a bare node:http server. */
export function createGraphql(options: GraphqlOptions): GraphqlHandler {
  const ownOrigin = new URL(options.baseUrl).origin;
  const documents = createDocumentCache();
  const known = createKnownOperations(options, documents);
  const findQuery = createPersistedQueries(options.queryOf ?? (() => undefined));
  const yoga = createYoga<ServerContext>({
    schema,
    plugins: [ownRules(options, known.learn), ownAnswers(options.log), revalidation()],
    context: ({ caller, req }) =>
      createContext(options.reading, caller as Caller, options.now, { ...options, language: askedLanguage(req) }),
    graphqlEndpoint: '/graphql',
    cors: false,
    batching: false,
    multipart: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    // The plugins below handle errors and the size of bodies: the same for all errors, and before the limit is read.
    maskedErrors: false,
    maxRequestBodySize: false,
    // Yoga would treat every URL that ends in this as a health check.
    healthCheckEndpoint: '\n',
    parserAndValidationCache: { documentCache: documents, errorCache: NO_CACHE },
  });
  const graphiql = options.graphiql === false ? null : createGraphiql(options.now ?? Date.now);
  return async (request, response) => {
    if (await graphiql?.(request, response)) return;
    // Yoga builds a URL from both and fails on malformed ones; neither matters to GraphQL.
    const { url, headers } = request;
    const { host } = headers;
    request.url = `/graphql${queryIn(url)}`;
    headers.host = 'localhost';
    response.setHeader('Cache-Control', 'no-store');
    // A URL can have the token of a share, in its query or its variables.
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    compress(request as Parameters<typeof compress>[0], response as Parameters<typeof compress>[1], () => undefined);
    const requestId = headers['x-request-id'];
    const { database } = options.reading;
    const asked: ServerContext = { req: request, database, ...(typeof requestId === 'string' ? { requestId } : {}) };
    try {
      checkSource(request, [ownOrigin, host]);
      asked.caller = await options.callerOf(request);
      asked.params = await readParams(request, findQuery);
    } catch (error) {
      asked.refusal = error;
    }
    if (!(await known.answer(asked, response))) await yoga(request, response, asked);
  };
}

/**
 * Compresses results from 1 KiB on, but no streams, whose messages a compressor would hold back, and nothing that a link
 * asked for: another site can choose the query in it, and guess a secret by the size of the compressed result (BREACH).
 */
const compress = compression({
  filter: ({ headers }, response) =>
    headers['sec-fetch-mode'] !== 'navigate' && /json/.test(String(response.getHeader('Content-Type'))),
});

/** Replaces Yoga's own reading of requests, checking and execution of operations. */
function ownRules(
  { introspection = true }: GraphqlOptions,
  learn: (document: DocumentNode) => void,
): Plugin<object, ServerContext> {
  return {
    onRequestParse({ serverContext: { params, refusal }, setRequestParser }) {
      if (!params) throw refusal;
      setRequestParser(() => params);
    },
    onParams({ context, setResult }) {
      const { result } = context as unknown as ServerContext;
      if (result) setResult(result);
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
    onExecute({ args, context, setExecuteFn }) {
      learn(args.document);
      checkCost(args, context as unknown as ServerContext);
      setExecuteFn(execute);
    },
    onSubscribe({ args, context, setSubscribeFn }) {
      const asked = context as unknown as ServerContext;
      checkStream(asked.req);
      checkCost(args, asked);
      setSubscribeFn(subscribe);
    },
  };
}

/** Refuses to subscribe clients that expect another protocol, such as Apollo's multipart responses, and says why. */
function checkStream({ headers: { accept = '*/*' } }: IncomingMessage): void {
  if (/text\/(?:event-stream|\*)|\*\/\*/i.test(accept)) return;
  throw refusal(406, 'BAD_USER_INPUT', NO_STREAM);
}

const NO_STREAM =
  'Subscriptions are delivered as server-sent events only; send Accept: text/event-stream. Apollo Client needs a link for them, such as one around the package graphql-sse.';

function checkCost({ document, operationName, variableValues }: ExecutionArgs, asked: ServerContext): void {
  const operation = getOperationAST(document, operationName);
  asked.operation = operation ?? null;
  if (operation) asked.cost = checkComplexity(schema, document, operation, variableValues ?? {});
}

/** Settles each result before it is sent, also those of a subscription. */
function ownAnswers(log: Log): Plugin<object, ServerContext> {
  return {
    onResultProcess({ result, setResult, serverContext }) {
      if (Array.isArray(result)) return;
      if (isAsyncIterable(result)) return setResult(settleAnswers(result, serverContext, log));
      serverContext.shared = isRepeatable(serverContext, result);
      setResult(settleAnswer(result, serverContext, log));
    },
  };
}

/** Parsed documents by their text, at most 512 KiB of text; a parsed document takes many times as much memory. */
function createDocumentCache() {
  return new LRUCache<string, DocumentNode>({ max: 500, maxSize: 524_288, sizeCalculation: (_, text) => text.length });
}

const NO_CACHE = { get: () => undefined, set: () => undefined };
