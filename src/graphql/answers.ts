import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type DocumentNode, type ExecutionResult, GraphQLError, type OperationDefinitionNode } from 'graphql';
import { type AppError, ERRORS } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { Log } from '../log.ts';
import { appErrorOf, publicError, withoutSuggestions } from './errors.ts';
import { LIMITS } from './limits.ts';
import type { Params } from './request.ts';

/** The known facts about a request when its result is settled; fewer of them the earlier it failed. */
export interface Asked {
  readonly caller?: Caller;
  /** The request id that the client received, if it was sent before the caller was identified. */
  readonly requestId?: string;
  /** The parsed document, in which errors are located. */
  readonly document?: DocumentNode;
  /** The complexity of the operation. */
  readonly cost?: number;
}

/** The request, with the facts that are added while it is processed. */
export interface ServerContext extends Writable<Asked> {
  readonly req: IncomingMessage;
  /** The operation and its variables, or the error if they cannot be read or the caller is refused. */
  params?: Params;
  refusal?: unknown;
  operation?: OperationDefinitionNode | null;
  /** The result, if the operation was already executed. */
  result?: ExecutionResult;
  /** Whether the response gets an ETag. */
  shared?: boolean;
}
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * Returns the result to send: every error has a code of the catalogue, and internal errors are logged, once each.
 * `extensions.cost` holds the cost of the operation and the limit.
 */
export function settleAnswer(result: ExecutionResult, asked: Asked, log: Log): ExecutionResult {
  const settled = result.errors ? { ...result, errors: settleErrors(result, asked, log) } : result;
  if (asked.cost === undefined) return settled;
  const cost = { points: asked.cost, limit: LIMITS.complexity };
  return { ...settled, extensions: { ...settled.extensions, cost } };
}

/** Settles each result of a subscription; an error that ends it becomes its last result. */
export async function* settleAnswers(
  results: AsyncIterable<ExecutionResult>,
  asked: Asked,
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

function settleErrors(result: ExecutionResult, asked: Asked, log: Log): GraphQLError[] {
  const { caller, document } = asked;
  const requestId = caller?.requestId ?? asked.requestId ?? randomUUID();
  const suggest = caller !== undefined && caller.viewer !== null;
  const logged = new Set<unknown>();
  return (result.errors ?? []).map(error => {
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
