import assert from 'node:assert/strict';
import {
  type GraphQLArgument,
  type GraphQLField,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  parse,
  type TypedQueryDocumentNode,
} from 'graphql';
import { AppError, type FieldErrors } from '../../src/errors.ts';
import type { Context } from '../../src/graphql/context.ts';
import { runOperation, schema } from '../../src/graphql/schema.ts';

/** An argument of the schema, or a field of its input type. */
export interface Place {
  /** `Website.stats(perPage)`, or `GoalInput.name`. */
  readonly coordinate: string;
  readonly name: string;
  /** True when its type is an enum. */
  readonly isEnum: boolean;
  /** The path its errors are reported under: `perPage`, `input.name`. */
  readonly path: string;
  /** The field it is sent to, and the argument that it is or that contains it. */
  readonly parent: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly argument: GraphQLArgument;
}

/** Returns every argument and every field of input arguments; those of an interface once per type. */
export function placesOfSchema(): readonly Place[] {
  const types = Object.values(schema.getTypeMap()).filter(type => isObjectType(type) && !type.name.startsWith('__'));
  return types
    .filter(isObjectType)
    .flatMap(type =>
      Object.values(type.getFields()).flatMap(field =>
        field.args.flatMap(argument => placesOf(type.name, field, argument)),
      ),
    );
}

/** Inputs that are validated as a whole. */
const WHOLE = ['StatFilter', 'FunnelStepInput', 'JourneyNodeInput'];

function placesOf(parent: string, field: GraphQLField<unknown, unknown>, argument: GraphQLArgument): Place[] {
  const sent = getNamedType(argument.type);
  const common = { parent, field, argument };
  const { name } = argument;
  if (!isInputObjectType(sent) || WHOLE.includes(sent.name))
    return [{ ...common, coordinate: `${parent}.${field.name}(${name})`, name, isEnum: isEnumType(sent), path: name }];
  return Object.values(sent.getFields()).map(inner => ({
    ...common,
    coordinate: `${sent.name}.${inner.name}`,
    name: inner.name,
    isEnum: isEnumType(getNamedType(inner.type)),
    path: `${name}.${inner.name}`,
  }));
}

/** Sends a value to a place and returns its errors; `right` has the other required values by argument or input type. */
export async function faultsOf(
  { coordinate, name, parent, field, argument }: Place,
  given: unknown,
  right: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<FieldErrors> {
  const needed = field.args.filter(
    one => String(one.type).endsWith('!') || one === argument || `${field.name}.${one.name}` in right,
  );
  const variables = Object.fromEntries(
    needed.map(one => {
      const fitting = right[`${field.name}.${one.name}`] ?? right[getNamedType(one.type).name] ?? right[one.name];
      if (one !== argument) return [one.name, fitting];
      return [one.name, one.name === name ? given : { ...(fitting as object), [name]: given }];
    }),
  );
  const head = needed.map(one => `$${one.name}: ${one.type}`).join(', ');
  const sent = needed.map(one => `${one.name}: $${one.name}`).join(', ');
  const call = `${field.name}(${sent})${isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'}`;
  const around: Readonly<Record<string, string>> = {
    Query: `query(${head}) { ${call} }`,
    Mutation: `mutation(${head}) { ${call} }`,
    Website: `query(${head}) { website(id: 1) { ${call} } }`,
    SharedWebsite: `query(${head}) { shared(domain: "demo.example") { ${call} } }`,
  };
  const document = parse(around[parent] ?? '') as TypedQueryDocumentNode<unknown, Record<string, unknown>>;
  const error = await runOperation(document, variables, context).catch(thrown => thrown);
  assert.ok(error instanceof AppError, `${coordinate} takes ${JSON.stringify(given)}`);
  assert.equal(error.code, 'BAD_USER_INPUT', error.message);
  return error.fields ?? {};
}
