import assert from 'node:assert/strict';
import { type GraphQLField, type GraphQLNamedType, getNamedType, isObjectType, isRequiredArgument } from 'graphql';

/** All that can be selected of a type without naming an argument; empty for a value. */
export function selectionOf(type: GraphQLNamedType): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  return `{ ${fields.map(field => `${field.name} ${selectionOf(getNamedType(field.type))}`).join(' ')} }`;
}

/** A field with the arguments it insists on, whose values are `given` by their names, and everything below it. */
export function selectionWith(
  { name, args, type }: GraphQLField<unknown, unknown>,
  values: Readonly<Record<string, string>> = {},
): string {
  const given = args.filter(isRequiredArgument).map(argument => {
    const value = values[argument.name];
    assert.ok(value, `${name} insists on the argument ${argument.name}; the test has no value for it.`);
    return `${argument.name}: ${value}`;
  });
  return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selectionOf(getNamedType(type))}`;
}
