import { type DocumentNode, GraphQLError } from 'graphql';
import { days } from '../domain/inputs/days.ts';
import { AppError, badInput, ERRORS, type ErrorCode } from '../errors.ts';
import { argumentPath } from './argument-path.ts';

/** Runs `work`, whose complaints are about the fields of the argument `input`, and names them as the caller wrote them. */
export async function aboutInput<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const fields = Object.fromEntries(Object.entries(error.fields).map(([name, texts]) => [`input.${name}`, texts]));
    throw new AppError(error.code, error.message, { fields, cause: error });
  }
}

/** QUERY_TOO_COMPLEX for an operation that is beyond a limit, which the message names with the number that was given. */
export function tooComplex(message: string): AppError {
  return new AppError('QUERY_TOO_COMPLEX', message);
}

/**
 * What an error of a GraphQL answer tells its caller. What GraphQL itself refuses is BAD_USER_INPUT, with the argument it
 * is about where there is one; null is a fault of ours, which nobody but the log may see.
 */
export function appErrorOf(error: GraphQLError, document: DocumentNode | null): AppError | null {
  const root = rootOf(error);
  if (root instanceof AppError) return root;
  if (!(root instanceof GraphQLError)) return null;
  if (isErrorCode(root.extensions.code)) return new AppError(root.extensions.code, root.message);
  // GraphQL has limits of its own, which it does not number.
  if (/^(Validation aborted|Maximum introspection depth)/.test(root.message)) return tooComplex(root.message);
  // Refusals of arguments point at a node; a value of ours that a type cannot carry has a path in the answer alone.
  if (error.path && !root.nodes) return null;
  const path = document && argumentPath(error, document);
  return path ? badInput({ [path]: [textOf(root, path)] }) : new AppError('BAD_USER_INPUT', error.message);
}

/** The error as it is answered: message, place, and `extensions` with the code and the fields, or with the request id of a fault of ours. */
export function publicError(error: GraphQLError, told: AppError | null, requestId: string): GraphQLError {
  const { nodes, source, positions, path } = error;
  const extensions = told
    ? { code: told.code, ...(told.fields ? { fields: told.fields } : {}) }
    : { code: 'INTERNAL', requestId };
  const message =
    told?.message ?? `Something went wrong on our side; the log has more under the request id ${requestId}.`;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions,
  });
}

/** The same without the names of the schema that GraphQL suggests, which strangers need not learn. */
export function withoutSuggestions(told: AppError): AppError {
  if (told.code !== 'BAD_USER_INPUT') return told;
  const shorten = (text: string) => text.replace(/ Did you mean .*\?$/s, '');
  const fields = Object.entries(told.fields ?? {}).map(([path, texts]) => [path, texts.map(shorten)] as const);
  return new AppError(told.code, shorten(told.message), told.fields ? { fields: Object.fromEntries(fields) } : {});
}

/** A refusal of the request itself, before any operation is known, with its HTTP status. */
export function refusal(
  status: number,
  code: ErrorCode,
  message: string,
  headers: Record<string, string> = {},
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status, headers } } });
}

/** What was thrown first: GraphQL wraps it, once in its place in the answer and once more for variables. */
function rootOf(error: Error): Error {
  return error instanceof GraphQLError && error.originalError ? rootOf(error.originalError) : error;
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && code in ERRORS;
}

/** The words of REST for the days of a range, which know the name of the argument. */
function textOf(root: GraphQLError, path: string): string {
  const { given } = root.extensions;
  const day = path === 'from' || path === 'to' ? days[path] : null;
  return (typeof given === 'string' && day?.safeParse(given).error?.issues[0]?.message) || root.message;
}
