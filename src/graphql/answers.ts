import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type DocumentNode, type ExecutionResult, GraphQLError, type OperationDefinitionNode } from 'graphql';
import { type AppError, ERRORS } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { Log } from '../log.ts';
import { appErrorOf, publicError, withoutSuggestions } from './errors.ts';
import { LIMITS } from './limits.ts';
import type { Params } from './request.ts';

/** What is known of a request when its answer is settled; the less of it the earlier it failed. */
export interface Asked {
  readonly caller?: Caller;
  /** What the client was told to find the request by, where it was told before it was known who asks. */
  readonly requestId?: string;
  /** What was parsed, so that errors can be placed in it. */
  readonly document?: DocumentNode;
  /** Its complexity. */
  readonly cost?: number;
}

/** What becomes known of a request on its way. */
export interface ServerContext extends Writable<Asked> {
  readonly req: IncomingMessage;
  /** What it asks, or why it may not ask or could not be read. */
  params?: Params;
  refusal?: unknown;
  operation?: OperationDefinitionNode | null;
  /** What came of it when it was run already. */
  result?: ExecutionResult;
  /** Whether the answer may be told by its ETag. */
  shared?: boolean;
}
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * An answer as it may leave: every error, whoever made it, is one of the catalogue, and faults of ours are logged, once each.
 * `extensions.cost` says what the operation cost and how much it might have.
 */
export function settleAnswer(result: ExecutionResult, asked: Asked, log: Log): ExecutionResult {
  const settled = result.errors ? { ...result, errors: settleErrors(result, asked, log) } : result;
  if (asked.cost === undefined) return settled;
  const cost = { points: asked.cost, limit: LIMITS.complexity };
  return { ...settled, extensions: { ...settled.extensions, cost } };
}

/** The same for each answer of a subscription; what ends it with an error is its last answer. */
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
