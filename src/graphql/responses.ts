import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Database } from '../db/open.ts';
import { type AppError, ERRORS } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { hasUnlockCookie } from '../http/cookies.ts';
import { carriesShare } from '../http/incoming.ts';
import { errorWords } from '../http/language.ts';
import type { Log } from '../log.ts';
import { appErrorOf, publicError, withoutSuggestions } from './error-responses.ts';
import { LIMITS } from './limits.ts';
import type { Params } from './request.ts';

/** The request, with the facts that are added while it is processed; fewer of them the earlier it fails. */
export interface ServerContext {
  readonly req: IncomingMessage;
  readonly database: Database;
  caller?: Caller;
  /** The request id that the client received, if it was sent before the caller was identified. */
  readonly requestId?: string;
  /** The operation and its variables, or the error if they cannot be read or the caller is refused. */
  params?: Params;
  refusal?: unknown;
  /** The parsed document, in which errors are located. */
  document?: DocumentNode;
  operation?: OperationDefinitionNode | null;
  /** The complexity of the operation. */
  cost?: number;
  /** The result, if the operation was already executed. */
  result?: ExecutionResult;
  /** True once the response is known to be one that can have an ETag. */
  shared?: boolean;
}

/** Returns the result to send, with error codes and `extensions.cost`; internal errors are logged once each. */
export function settleAnswer(result: ExecutionResult, asked: ServerContext, log: Log): ExecutionResult {
  const settled = result.errors ? { ...result, errors: settleErrors(result, asked, log) } : result;
  if (asked.cost === undefined) return settled;
  const cost = { points: asked.cost, limit: LIMITS.complexity };
  return { ...settled, extensions: { ...settled.extensions, cost } };
}

/** Settles each result of a subscription; an error that ends it becomes its last result. */
export async function* settleAnswers(
  results: AsyncIterable<ExecutionResult>,
  asked: ServerContext,
  log: Log,
): AsyncGenerator<ExecutionResult, void> {
  try {
    for await (const result of results) yield settleAnswer(result, asked, log);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const wrapped = new GraphQLError(message, error instanceof Error ? { originalError: error } : {});
    yield settleAnswer({ errors: [wrapped] }, asked, log);
  }
}

function settleErrors(result: ExecutionResult, asked: ServerContext, log: Log): GraphQLError[] {
  const { caller, document, database } = asked;
  const requestId = caller?.requestId ?? asked.requestId ?? randomUUID();
  const suggest = caller !== undefined && caller.viewer !== null;
  const logged = new Set<unknown>();
  const word = errorWords(asked.req);
  return (result.errors ?? []).map(error => {
    const found = appErrorOf(error, document ?? null, database);
    const told = found && !suggest ? withoutSuggestions(found) : found;
    const fault = found ? found.cause : (error.originalError ?? error);
    if (fault !== undefined && !logged.has(fault) && (!found || found.code === 'UNAVAILABLE')) {
      logged.add(fault);
      log.error({ err: fault, requestId }, 'A GraphQL operation failed.');
    }
    const answered = publicError(error, told, requestId, word);
    answered.extensions.http = httpOf(error, told, 'data' in result);
    return answered;
  });
}

/** Returns the status and headers; a response with data always has status 200, as does any to clients that expect it (`spec`). */
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

/** Left out of the ETag: `freshAt` differs between otherwise equal responses, and an older one is still true. */
const FRESH_AT = /"freshAt":"[^"]*"/g;

/** Adds an ETag to responses about public pages; as any can become private, browsers revalidate each time. */
export function revalidation(): Plugin<object, ServerContext> {
  return {
    async onResponse({ response, serverContext, setResponse, fetchAPI }) {
      if (!serverContext.shared || response.status !== 200) return;
      const text = await response.text();
      const tag = `"${createHash('sha256').update(text.replace(FRESH_AT, '')).digest('base64url').slice(0, 27)}"`;
      const headers = new fetchAPI.Headers(response.headers);
      headers.set('Cache-Control', 'private, no-cache');
      headers.set('ETag', tag);
      const isKnown = tagsOf(serverContext.req.headers['if-none-match']).includes(tag);
      if (isKnown) headers.delete('content-length');
      setResponse(new fetchAPI.Response(isKnown ? null : text, { status: isKnown ? 304 : 200, headers }));
    },
  };
}

/** Returns true for an anonymous GET that read only statistics of public websites, without errors. */
export function isRepeatable({ req, caller, operation }: ServerContext, result: ExecutionResult): boolean {
  return (
    req.method === 'GET' &&
    caller?.viewer === null &&
    !hasUnlockCookie(req) &&
    !carriesShare(req.url ?? '') &&
    !result.errors &&
    operation?.operation === OperationTypeNode.QUERY &&
    operation.selectionSet.selections.every(
      field => field.kind === Kind.FIELD && (field.name.value === 'shared' || isLeftOut(field, result)),
    )
  );
}

/** True for a field left out by @skip or @include, as the web app does with fields for owners only. */
function isLeftOut({ alias, name }: FieldNode, { data }: ExecutionResult): boolean {
  return !Object.hasOwn(data ?? {}, (alias ?? name).value);
}

/** Returns the ETags of the header; a compressing proxy turns ours into weak ones. */
function tagsOf(header: string | undefined): string[] {
  return (header ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''));
}
