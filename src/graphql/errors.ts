import { type DocumentNode, GraphQLError } from 'graphql';
import { days } from '../domain/inputs/days.ts';
import { AppError, badInput, ERRORS, type ErrorCode } from '../errors.ts';
import { argumentPath } from './argument-path.ts';

/** Runs `work` and prefixes the fields of its errors with `input.`, the argument in which the caller sent them. */
export async function aboutInput<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const fields = Object.fromEntries(Object.entries(error.fields).map(([name, texts]) => [`input.${name}`, texts]));
    throw new AppError(error.code, error.message, { fields, cause: error });
  }
}

/** Returns QUERY_TOO_COMPLEX for an operation beyond a limit; the message names the limit and the given number. */
export function tooComplex(message: string): AppError {
  return new AppError('QUERY_TOO_COMPLEX', message);
}

/**
 * Returns the error the caller sees for an error in a GraphQL result. Errors of graphql-js itself become
 * BAD_USER_INPUT, with the argument they concern, if any. Returns null for an internal error, which only the log may
 * show.
 */
export function appErrorOf(error: GraphQLError, document: DocumentNode | null): AppError | null {
  const root = rootOf(error);
  if (root instanceof AppError) return root;
  if (!(root instanceof GraphQLError)) return null;
  if (isErrorCode(root.extensions.code)) return new AppError(root.extensions.code, root.message);
  // graphql-js has limits of its own, without error codes.
  if (/^(Validation aborted|Maximum introspection depth)/.test(root.message)) return tooComplex(root.message);
  // Errors in arguments have nodes; a value of ours that its type cannot serialize has only a path.
  if (error.path && !root.nodes) return null;
  const path = document && argumentPath(error, document);
  return path ? badInput({ [path]: [textOf(root, path)] }) : new AppError('BAD_USER_INPUT', error.message);
}

/**
 * Returns the error as clients see it, with its code and fields in `extensions`; an internal error has the request id
 * instead.
 */
export function publicError(error: GraphQLError, told: AppError | null, requestId: string): GraphQLError {
  const { nodes, source, positions, path } = error;
  const extensions = told
    ? { code: told.code, ...(told.fields ? { fields: told.fields } : {}) }
    : { code: 'INTERNAL', requestId };
  const message =
    told?.message ?? `Something went wrong on our side; the server log has the details under request id ${requestId}.`;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions,
  });
}

/**
 * Returns the error without the schema names that graphql-js suggests, so that anonymous callers cannot discover them.
 */
export function withoutSuggestions(told: AppError): AppError {
  if (told.code !== 'BAD_USER_INPUT') return told;
  const shorten = (text: string) => text.replace(/ Did you mean .*\?$/s, '');
  const fields = Object.entries(told.fields ?? {}).map(([path, texts]) => [path, texts.map(shorten)] as const);
  return new AppError(told.code, shorten(told.message), told.fields ? { fields: Object.fromEntries(fields) } : {});
}

/** Returns the error for a request that is rejected before its operation is known, with its HTTP status. */
export function refusal(
  status: number,
  code: ErrorCode,
  message: string,
  headers: Record<string, string> = {},
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status, headers } } });
}

/** Returns the error that was thrown first; graphql-js wraps it to add a path, and once more for variables. */
function rootOf(error: Error): Error {
  return error instanceof GraphQLError && error.originalError ? rootOf(error.originalError) : error;
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && code in ERRORS;
}

/** Returns the same text as REST for an invalid `from` or `to`, because that text names the argument. */
function textOf(root: GraphQLError, path: string): string {
  const { given } = root.extensions;
  const day = path === 'from' || path === 'to' ? days[path] : null;
  return (typeof given === 'string' && day?.safeParse(given).error?.issues[0]?.message) || root.message;
}
