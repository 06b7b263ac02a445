import assert from 'node:assert/strict';
import { type GraphQLField, type GraphQLNamedType, getNamedType, isObjectType, isRequiredArgument } from 'graphql';

/** Returns a selection of all fields of a type that need no argument; empty for a scalar or an enum. */
function selectionOf(type: GraphQLNamedType): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  return `{ ${fields.map(field => `${field.name} ${selectionOf(getNamedType(field.type))}`).join(' ')} }`;
}

/** Returns a selection of a field with its required arguments, from `given` by name, and everything below it. */
export function selectionWith(
  { name, args, type }: GraphQLField<unknown, unknown>,
  values: Readonly<Record<string, string>> = {},
): string {
  const given = args.filter(isRequiredArgument).map(argument => {
    const value = values[argument.name];
    assert.ok(value, `${name} requires the argument ${argument.name}; the test has no value for it.`);
    return `${argument.name}: ${value}`;
  });
  return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selectionOf(getNamedType(type))}`;
}
