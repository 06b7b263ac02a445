import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  getVariableValues,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  valueFromAST,
} from 'graphql';
import type { FilterInput } from '../domain/filter.ts';
import { dayRange } from '../domain/range.ts';
import { tooComplex } from './error-responses.ts';
import { LIMITS } from './limits.ts';

/** The arguments of a field. */
export type Args = Readonly<Record<string, unknown>>;

/** Returns the names of all fields that are selected below a field. */
export type Below = () => ReadonlySet<string>;

/** The `extensions.weight` of a field that reads the database; it can depend on the arguments and on what is selected. */
export type Weight = number | WeightTogether | ((args: Args, below: Below) => number | WeightTogether | WeightWithPass);

/** The weight, counted once, of a field that is read for all entries of a list together; its values count for each entry. */
export interface WeightTogether {
  readonly together: number;
}

/** The weight of a field that needs a pass over single visits; fields of one object that need the same pass share it. */
export interface WeightWithPass {
  readonly points: number;
  readonly pass: { readonly key: string; readonly points: number };
}

/** Returns the weight of sums over a range: one read for any number of websites, or with a filter a pass for each. */
export function weightOfRange(args: Args, weight: number): WeightTogether | WeightWithPass {
  return args.filter ? weightOfPass(args, weight) : { together: weight };
}

/** The weight of reading amounts as well: stored sums, or with a filter a part of its pass. */
export const WEIGHT_OF_AMOUNTS = 10;

/** Returns the weight of a pass over visits: one point per day, and one for each text to compare values with. */
export function weightOfPass(args: Args, points: number): WeightWithPass {
  const { from, to } = dayRange(String(args.from), String(args.to));
  const key = JSON.stringify([from, to, args.filter ?? null]);
  return { points, pass: { key, points: Math.max(0, to - from + 1) + countTexts(args.filter as FilterInput) } };
}

/** Returns the number of texts that all values of a website are compared with; exact values are looked up instead. */
function countTexts(filter: FilterInput | null | undefined): number {
  const { and, or, not, operator, values } = filter ?? {};
  const own = operator?.startsWith('IS') ? 0 : (values?.length ?? 0);
  const parts = [...(and ?? []), ...(or ?? []), ...(not ? [not] : [])];
  return parts.reduce((sum, part) => sum + countTexts(part), own);
}

/** The `extensions.entries` of a field with lists of precomputed numbers: the number of entries that they count as. */
export type Entries = (args: Args) => number;

/** The assumed length of a list without `perPage` or `entries`. */
const LIST = 10;
/** GraphiQL reads the whole schema once. */
const INTROSPECTION: Readonly<Record<string, number>> = { __schema: 10_000, __type: 1_000 };

/**
 * Returns the cost of a valid operation, or 0 if its variables are invalid; throws QUERY_TOO_COMPLEX above
 * LIMITS.complexity, before anything is read. Each value costs 1 per row of its page, and a field that reads the database
 * adds its `weight`. Fields that a directive excludes cost nothing.
 *
 * The limit allows a page of 1,000 websites with a summary and 30 points each: ten points of a series, which are read
 * together, count as one row, while a statistic by value costs more per website than all of that.
 */
export function checkComplexity(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): number {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given, { maxErrors: 1 });
  // Execution rejects invalid variables before anything is read, with a better error.
  if (!coerced) return 0;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  let together = 0;
  const cost = costOf(operation.selectionSet, schema.getRootType(operation.operation), LIST) + together;
  if (cost > LIMITS.complexity) {
    throw tooComplex(
      `The query is too large: use fewer days or longer intervals, or fewer rows per page or fields. Its complexity is ${cost}; at most ${LIMITS.complexity} is allowed.`,
    );
  }
  return cost;

  function costOf(
    { selections }: SelectionSetNode,
    type: GraphQLNamedType | null | undefined,
    rows: number,
    passes = new Set<string>(),
  ): number {
    let sum = 0;
    for (const selection of selections) {
      if (isSwitchedOff(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        sum += costOfField(selection, type, rows, passes);
        continue;
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      const condition = fragment?.typeCondition?.name.value;
      if (fragment)
        sum += costOf(fragment.selectionSet, condition === undefined ? type : schema.getType(condition), rows, passes);
    }
    return sum;
  }

  function isSwitchedOff(selection: SelectionNode): boolean {
    return (
      getDirectiveValues(GraphQLSkipDirective, selection, coerced)?.if === true ||
      getDirectiveValues(GraphQLIncludeDirective, selection, coerced)?.if === false
    );
  }

  function costOfField(
    node: FieldNode,
    type: GraphQLNamedType | null | undefined,
    rows: number,
    passes: Set<string>,
  ): number {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    // Introspection reads no data and has a depth limit, but its result is long.
    if (!field) return INTROSPECTION[node.name.value] ?? 1;
    const own = weightOf(field, node, passes);
    if (!node.selectionSet) return own;
    const entries = isListType(getNullableType(field.type)) ? rows : 1;
    return own + entries * costOf(node.selectionSet, getNamedType(field.type), entriesOf(field, node));
  }

  function weightOf(field: GraphQLField<unknown, unknown>, node: FieldNode, passes: Set<string>): number {
    const value = node.selectionSet ? 0 : 1;
    const declared = field.extensions.weight as Weight | undefined;
    const weight =
      typeof declared === 'function' ? declared(argumentsOf(field, node), () => namesBelow(node)) : (declared ?? value);
    if (typeof weight === 'number') return weight;
    if ('together' in weight) {
      together += weight.together;
      return value;
    }
    const { points, pass } = weight;
    if (passes.has(pass.key)) return points;
    passes.add(pass.key);
    return points + pass.points;
  }

  function namesBelow({ selectionSet }: Pick<FieldNode, 'selectionSet'>, names = new Set<string>()): Set<string> {
    for (const selection of selectionSet?.selections ?? []) {
      if (isSwitchedOff(selection)) continue;
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      const below = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      if (below) namesBelow(below, names);
    }
    return names;
  }

  /** Returns the number of entries that the lists below a field count as. */
  function entriesOf(field: GraphQLField<unknown, unknown>, node: FieldNode): number {
    const declared = field.extensions.entries as Entries | undefined;
    if (declared) return declared(argumentsOf(field, node));
    const argument = field.args.find(({ name }) => name === 'perPage');
    if (!argument) return LIST;
    const sent = node.arguments?.find(({ name }) => name.value === 'perPage');
    const value = valueFromAST(sent?.value, argument.type, coerced) ?? argument.defaultValue;
    return typeof value === 'number' && value > 0 ? value : LIST;
  }

  function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): Args {
    return getArgumentValues(field, node, coerced);
  }
}
