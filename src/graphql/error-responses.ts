import { type ASTNode, type DocumentNode, GraphQLError, Kind, visit } from 'graphql';
import { type Database, unavailableFor } from '../db/open.ts';
import { days } from '../domain/inputs/days.ts';
import { AppError, badInput, ERRORS, type ErrorCode, wordedFields } from '../errors.ts';

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
 * BAD_USER_INPUT, with the argument they concern, if any; those of an unavailable database become UNAVAILABLE. Returns
 * null for an internal error, which only the log may show.
 */
export function appErrorOf(error: GraphQLError, document: DocumentNode | null, database: Database): AppError | null {
  const root = rootOf(error);
  if (root instanceof AppError) return root;
  if (!(root instanceof GraphQLError)) return unavailableFor(database, root);
  if (isErrorCode(root.extensions.code)) return new AppError(root.extensions.code, root.message);
  // graphql-js has limits of its own, without error codes.
  if (/^(Validation aborted|Maximum introspection depth)/.test(root.message)) return tooComplex(root.message);
  // Errors in arguments have nodes; a value of ours that its type cannot serialize has only a path.
  if (error.path && !root.nodes) return null;
  const path = document && argumentPath(error, document);
  return path ? badInput({ [path]: [textOf(root, path)] }) : new AppError('BAD_USER_INPUT', error.message);
}

/**
 * Returns the error as clients see it, with code and fields in `extensions`; an internal one has the request id. `word`
 * words its sentences in the language of the client.
 */
export function publicError(
  error: GraphQLError,
  told: AppError | null,
  requestId: string,
  word: (sentence: string) => string,
): GraphQLError {
  const { nodes, source, positions, path } = error;
  const extensions = told
    ? { code: told.code, ...(told.fields ? { fields: wordedFields(told.fields, word) } : {}) }
    : { code: 'INTERNAL', requestId };
  const message =
    told?.message ?? `Something went wrong on our side; the server log has the details under request id ${requestId}.`;
  return new GraphQLError(word(message), {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions,
  });
}

/** Returns the error without the names that graphql-js suggests, so that anonymous callers learn none. */
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
  const name = path.replace(/^input\./, '');
  const day = name === 'from' || name === 'to' ? days[name] : null;
  return (typeof given === 'string' && day?.safeParse(given).error?.issues[0]?.message) || root.message;
}

/** Returns the path of the argument that an error of graphql-js is about, without list indexes, or null. */
function argumentPath(error: GraphQLError, document: DocumentNode): string | null {
  const { message } = error;
  const node = error.nodes?.[0];
  if (!node) return null;
  if (node.kind === Kind.FIELD) return /argument "(\w+)" of (?:required )?type "/i.exec(message)?.[1] ?? null;
  const variable = node.kind === Kind.VARIABLE_DEFINITION ? node.variable.name.value : null;
  if (variable !== null && !/ (got invalid value|was not provided|must not be null)/.test(message)) return null;
  const path = pathOf(document, found =>
    variable === null ? found === node : found.kind === Kind.VARIABLE && found.name.value === variable,
  );
  if (path === null) return null;
  return (
    [...path, ...(variable === null ? missingField(message) : pathInVariable(variable, message))].join('.') || null
  );
}

/** Returns the arguments and input fields around the first wanted node, outermost first; null if none. */
function pathOf(document: DocumentNode, isWanted: (node: ASTNode) => boolean): string[] | null {
  const names: string[] = [];
  let found: string[] | null = null;
  visit(document, {
    enter(node) {
      if (found) return false;
      if (node.kind === Kind.VARIABLE_DEFINITION) return false;
      if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) names.push(node.name.value);
      if (isWanted(node)) found = [...names];
      return undefined;
    },
    leave(node) {
      if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) names.pop();
    },
  });
  return found;
}

/** Returns the error's place in the variable, which graphql-js names only in its text: `at "input.excludeIps[1]"`. */
function pathInVariable(variable: string, message: string): string[] {
  const at = / at "([\w.[\]]+)"; /.exec(message)?.[1] ?? '';
  const inside = at.startsWith(variable) ? at.slice(variable.length) : '';
  const unknown = /Field "(\w+)" is not defined by type /.exec(message)?.[1];
  return [...(inside.match(/[a-z_]\w*/gi) ?? []), ...(unknown === undefined ? missingField(message) : [unknown])];
}

function missingField(message: string): string[] {
  const name = /Field "(?:\w+\.)?(\w+)" of required type /.exec(message)?.[1];
  return name === undefined ? [] : [name];
}
