import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  type ParseOptions,
  parse,
  type SelectionSetNode,
  Source,
  TokenKind,
} from 'graphql';
import { AppError } from '../errors.ts';
import { tooComplex } from './error-responses.ts';

/** The limits of one request; a dashboard of all statistics with full pages stays far below each of them. */
export const LIMITS = {
  /** Operations in one request; several questions belong in one operation, which reads them together. */
  operations: 1,
  /** Nested lists and objects in the JSON of a request; filters, the deepest variables, need half of it. */
  nesting: 50,
  /** Lexical tokens of the document. */
  tokens: 2_500,
  /** Nested fields; the introspection query of GraphiQL has 14 levels. */
  depth: 15,
  fields: 1_000,
  /** Fields selected again under the same name: validation compares each of them with all others. */
  repetitions: 100,
  aliases: 100,
  /** Fragment spreads: validation compares each fragment with all others. */
  fragments: 100,
  directives: 50,
  /** The estimated values in the response and reads of the database; see complexity.ts. */
  complexity: 30_000,
};

type Counted = 'fields' | 'repetitions' | 'aliases' | 'fragments' | 'directives';

/** The size of an operation; a fragment counts at each place where it is spread. */
type Size = Record<'depth' | Exclude<Counted, 'repetitions'>, number>;

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Parses a document; throws QUERY_TOO_COMPLEX for one beyond the limits before slower steps look at it. */
export function parseWithinLimits(source: string | Source, options?: ParseOptions): DocumentNode {
  checkTokens(typeof source === 'string' ? new Source(source) : source);
  const document = parse(source, options);
  const operations: OperationDefinitionNode[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
  }
  const sizeOf = createMeasure(fragments);
  // Validation also checks every fragment alone, even one that is never spread.
  for (const definition of [...operations, ...fragments.values()]) {
    const { depth, fields, aliases, fragments: spreads, directives } = sizeOf(definition);
    if (depth > LIMITS.depth) {
      throw tooComplex(`The operation has a depth of ${depth} fields; at most ${LIMITS.depth} are allowed.`);
    }
    checkNumber('fields', fields);
    checkNumber('aliases', aliases);
    checkNumber('fragments', spreads);
    checkNumber('directives', directives);
    checkNumber('repetitions', countRepetitions([definition.selectionSet], fragments));
  }
  return document;
}

/** Measures each fragment once, however often it is spread, so that fragments that double each other cost no time. */
function createMeasure(fragments: Fragments) {
  const sizes = new Map<FragmentDefinitionNode, Size | null>();

  function sizeOf(definition: OperationDefinitionNode | FragmentDefinitionNode): Size {
    const decorated = [definition, ...(definition.variableDefinitions ?? [])];
    const directives = decorated.reduce((sum, node) => sum + (node.directives?.length ?? 0), 0);
    return addSet({ ...NOTHING, directives }, definition.selectionSet, 0);
  }

  function addSet(size: Size, { selections }: SelectionSetNode, level: number): Size {
    for (const selection of selections) {
      size.directives += selection.directives?.length ?? 0;
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        size.fragments += 1;
        add(size, sizeOfSpread(selection.name.value), level);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        addSet(size, selection.selectionSet, level);
      } else {
        add(size, selection.alias ? ALIASED_FIELD : FIELD, level);
        if (selection.selectionSet) addSet(size, selection.selectionSet, level + 1);
      }
    }
    return size;
  }

  function sizeOfSpread(name: string): Size {
    const fragment = fragments.get(name);
    // Validation refuses a fragment that does not exist; it counts, because validation visits it.
    if (!fragment) return FIELD;
    const known = sizes.get(fragment);
    if (known) return known;
    if (known === null) {
      throw new AppError('BAD_USER_INPUT', `The fragment "${name}" spreads itself, directly or through others.`);
    }
    sizes.set(fragment, null);
    const size = sizeOf(fragment);
    sizes.set(fragment, size);
    return size;
  }

  return sizeOf;
}

const NOTHING: Size = { depth: 0, fields: 0, aliases: 0, fragments: 0, directives: 0 };
const FIELD: Size = { ...NOTHING, depth: 1, fields: 1 };
const ALIASED_FIELD: Size = { ...FIELD, aliases: 1 };

function add(size: Size, inner: Size, level: number): void {
  size.depth = Math.max(size.depth, level + inner.depth);
  size.fields += inner.fields;
  size.aliases += inner.aliases;
  size.fragments += inner.fragments;
  size.directives += inner.directives;
}

/** Returns how many fields of one object in the response repeat the name of an earlier one; `sets` are merged into that object. */
function countRepetitions(sets: readonly SelectionSetNode[], fragments: Fragments): number {
  const below = new Map<string, SelectionSetNode[]>();
  let repetitions = 0;
  const collect = ({ selections }: SelectionSetNode) => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const merged = below.get(name);
        if (merged) repetitions += 1;
        const sets = merged ?? [];
        if (selection.selectionSet) sets.push(selection.selectionSet);
        below.set(name, sets);
        continue;
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      if (fragment) collect(fragment.selectionSet);
    }
  };
  sets.forEach(collect);
  for (const merged of below.values()) {
    if (merged.length > 0) repetitions += countRepetitions(merged, fragments);
  }
  return repetitions;
}

function checkNumber(limit: Counted, given: number): void {
  if (given <= LIMITS[limit]) return;
  // Fragments that spread fragments soon reach unreadable numbers.
  const number = given > 1e9 ? 'more than 1000000000' : String(given);
  throw tooComplex(`The operation has ${number} ${limit}; at most ${LIMITS[limit]} are allowed.`);
}

/** Stops at the limit: counting every token of a full body would block the event loop for some tens of milliseconds. */
function checkTokens(source: Source): void {
  const lexer = new Lexer(source);
  let tokens = 0;
  try {
    while (lexer.advance().kind !== TokenKind.EOF) {
      tokens += 1;
      if (tokens > LIMITS.tokens)
        throw tooComplex(`The operation has ${tokens} tokens or more; at most ${LIMITS.tokens} are allowed.`);
    }
  } catch (error) {
    // The parser reports invalid tokens.
    if (error instanceof AppError) throw error;
  }
}
