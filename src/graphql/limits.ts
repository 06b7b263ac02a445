import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  Lexer,
  type ParseOptions,
  parse,
  type SelectionSetNode,
  Source,
  TokenKind,
} from 'graphql';
import { tooComplex } from './errors.ts';

/** How much one request may ask; a dashboard of all statistics with full pages stays far below each of these. */
export const LIMITS = {
  /** Bytes of the body. */
  bytes: 102_400,
  /** Operations in one request: whoever has several questions asks them in one operation, which reads them together. */
  operations: 1,
  /** Words and signs of the document. */
  tokens: 4_000,
  /** Fields inside fields. The introspection of GraphiQL goes 14 deep. */
  depth: 15,
  fields: 1_000,
  aliases: 100,
  directives: 50,
  /** Values in the answer and reads of the database, estimated; see complexity.ts. */
  complexity: 30_000,
} as const;

/** What is counted of a document; what a fragment has counts at each place it is spread. */
type Size = Record<'depth' | 'fields' | 'aliases' | 'directives', number>;

/** Parses a document, and refuses one beyond the limits before anything that takes longer looks at it. */
export function parseWithinLimits(source: string | Source, options?: ParseOptions): DocumentNode {
  checkTokens(typeof source === 'string' ? new Source(source) : source);
  const document = parse(source, options);
  const sizes = new Map<FragmentDefinitionNode, Size | null>();
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) checkSize(sizeOfFragment(definition));
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const size = sizeOf(definition.selectionSet);
    size.directives += definition.directives?.length ?? 0;
    for (const variable of definition.variableDefinitions ?? []) size.directives += variable.directives?.length ?? 0;
    checkSize(size);
  }
  return document;

  function sizeOf({ selections }: SelectionSetNode): Size {
    const size: Size = { depth: 0, fields: 0, aliases: 0, directives: 0 };
    for (const selection of selections) {
      size.directives += selection.directives?.length ?? 0;
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment) add(size, sizeOfFragment(fragment), 0);
        continue;
      }
      const isField = selection.kind === Kind.FIELD;
      if (isField) {
        size.fields += 1;
        size.depth = Math.max(size.depth, 1);
        if (selection.alias) size.aliases += 1;
      }
      if (selection.selectionSet) add(size, sizeOf(selection.selectionSet), isField ? 1 : 0);
    }
    return size;
  }

  /** Each fragment is measured once, however often it is spread; one that spreads itself is left to validation. */
  function sizeOfFragment(fragment: FragmentDefinitionNode): Size {
    const known = sizes.get(fragment);
    if (known !== undefined) return known ?? { depth: 0, fields: 0, aliases: 0, directives: 0 };
    sizes.set(fragment, null);
    const size = sizeOf(fragment.selectionSet);
    size.directives += fragment.directives?.length ?? 0;
    sizes.set(fragment, size);
    return size;
  }
}

function add(size: Size, inner: Size, levels: number): void {
  size.depth = Math.max(size.depth, inner.depth + levels);
  size.fields += inner.fields;
  size.aliases += inner.aliases;
  size.directives += inner.directives;
}

function checkSize({ depth, fields, aliases, directives }: Size): void {
  if (depth > LIMITS.depth)
    throw tooComplex(`The operation is ${depth} fields deep; at most ${LIMITS.depth} are allowed.`);
  checkNumber('aliases', aliases);
  checkNumber('fields', fields);
  checkNumber('directives', directives);
}

function checkNumber(limit: 'aliases' | 'fields' | 'directives' | 'tokens', given: number): void {
  if (given <= LIMITS[limit]) return;
  // Fragments that spread fragments soon reach numbers that nobody can read.
  const number = given > 1e9 ? 'more than 1000000000' : String(given);
  throw tooComplex(`The operation has ${number} ${limit}; at most ${LIMITS[limit]} are allowed.`);
}

/** The lexer alone is quick enough to count to the end what the size of the body lets in. */
function checkTokens(source: Source): void {
  const lexer = new Lexer(source);
  let tokens = 0;
  try {
    while (lexer.advance().kind !== TokenKind.EOF) tokens += 1;
  } catch {
    // What is no token is for the parser to complain about, unless there is too much before it already.
  }
  checkNumber('tokens', tokens);
}
