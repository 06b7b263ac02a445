import { type ASTNode, type DocumentNode, type GraphQLError, Kind, visit } from 'graphql';

/**
 * Returns the path of the argument that an error of graphql-js concerns, `perPage` or `input.excludeIps`, without list
 * indexes; null if none.
 */
export function argumentPath(error: GraphQLError, document: DocumentNode): string | null {
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

/**
 * Returns the names of the arguments and input fields around the first wanted node, outermost first; null if none.
 * Skips variable definitions.
 */
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

/**
 * Returns the place of the error in the variable's value, which graphql-js gives only in the message: `at
 * "input.excludeIps[1]"`.
 */
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
