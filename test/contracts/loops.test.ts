import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const COUNTING = join(import.meta.dirname, '../../src/counting');

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

test('loops name nothing outside themselves, because their copies would not find it', () => {
  const loops = readdirSync(COUNTING).flatMap(name => {
    const { program } = parseSync(name, readFileSync(join(COUNTING, name), 'utf8'));
    return nodesIn(program)
      .filter(isLoop)
      .map(({ arguments: given }) => ({ name, source: (given as [Node])[0] }));
  });

  expect(loops.length).toBeGreaterThan(20);
  for (const { name, source } of loops) {
    expect(source.type, name).toBe('ArrowFunctionExpression');
    expect(freeNamesOf(source), name).toEqual([]);
  }
});

test('a name from outside is seen', () => {
  const { program } = parseSync(
    'a.ts',
    'loop((a: A, { b }: B) => { const c = a.d + b + OUTER; return { e: c[f] as G }; })',
  );
  const [call] = nodesIn(program).filter(isLoop) as [Node];
  expect(freeNamesOf((call.arguments as [Node])[0])).toEqual(['OUTER', 'f']);
});

function isLoop({ type, callee }: Node): boolean {
  return type === 'CallExpression' && (callee as Node).name === 'loop';
}

/** Returns the names that a function uses and does not declare, but for those that are there in every program. */
function freeNamesOf(source: Node): string[] {
  const nodes = nodesIn(source);
  const declared = nodes.flatMap(({ type, id, params }) => {
    const patterns = type === 'VariableDeclarator' ? [id] : type === 'ArrowFunctionExpression' ? params : [];
    return namesIn(patterns);
  });
  return [...new Set(namesIn(source))].filter(name => !declared.includes(name) && !(name in globalThis));
}

function namesIn(of: unknown): string[] {
  return nodesIn(of)
    .filter(({ type }) => type === 'Identifier')
    .map(({ name }) => name as string);
}

/** Returns all nodes but types, and names of properties. */
function nodesIn(of: unknown): Node[] {
  if (Array.isArray(of)) return of.flatMap(nodesIn);
  if (typeof of !== 'object' || of === null) return [];
  const node = of as Node;
  const isType = /^TS/.test(node.type) && !node.expression;
  if (isType) return [];
  const isNamed = (field: string) => (field === 'property' || field === 'key') && !node.computed;
  const inner = Object.entries(node).filter(([field]) => !isNamed(field));
  return [node, ...inner.flatMap(([, one]) => nodesIn(one))];
}
