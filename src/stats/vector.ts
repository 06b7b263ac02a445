import type { SliceBody } from '../db/rollup-rows.ts';
import { unpackBlock } from '../domain/block.ts';
import type { Metric } from '../domain/statistic.ts';

/** Sums by id, in columns: one id at each position of `ids`, and its sums at the same position of each column. */
export interface Vector {
  readonly metrics: readonly Metric[];
  readonly ids: readonly number[];
  readonly columns: readonly (readonly number[])[];
}

const SPACE = 32;
const COMMA = 44;
const MINUS = 45;

/** Adds up bodies of rollup slices, in which an id may come more than once. */
export function sumBodies(bodies: readonly SliceBody[], metrics: readonly Metric[]): Vector {
  const sum = createSum(metrics);
  for (const body of bodies) {
    if (typeof body === 'string') addText(sum, body);
    else addBlock(sum, body);
  }
  return withoutLookup(sum);
}

/** The sum of several vectors with the same metrics. */
export function addVectors(vectors: readonly Vector[]): Vector {
  const filled = vectors.filter(({ ids }) => ids.length > 0);
  const [first] = filled;
  if (!first || filled.length === 1) return first ?? vectors[0] ?? { metrics: [], ids: [], columns: [] };
  const sum = createSum(first.metrics);
  for (const { ids, columns } of filled) {
    ids.forEach((id, index) => {
      const at = sum.positionOf(id);
      columns.forEach((column, metric) => {
        (sum.columns[metric] as number[])[at]! += column[index] as number;
      });
    });
  }
  return withoutLookup(sum);
}

/** Vectors are kept, and what found their positions is larger than they are. */
function withoutLookup({ metrics, ids, columns }: Sum): Vector {
  return { metrics, ids, columns };
}

/** A vector that grows. */
export interface Sum extends Vector {
  readonly metrics: readonly Metric[];
  readonly ids: number[];
  readonly columns: number[][];
  /** The position of an id, made with zeros when it is new. */
  positionOf(id: number): number;
}

/** Ids below this are looked up in an array, which is several times faster than a map. */
const DENSE = 2 ** 21;

/** Begins with nothing in it. */
export function createSum(metrics: readonly Metric[]): Sum {
  const ids: number[] = [];
  const columns: number[][] = metrics.map(() => []);
  let dense = new Int32Array(4_096);
  const sparse = new Map<number, number>();

  function positionOf(id: number): number {
    if (id < DENSE) {
      if (id >= dense.length) {
        const wider = new Int32Array(Math.min(DENSE, Math.max(id + 1, dense.length * 4)));
        wider.set(dense);
        dense = wider;
      }
      const known = dense[id] as number;
      if (known > 0) return known - 1;
      dense[id] = ids.length + 1;
    } else {
      const known = sparse.get(id);
      if (known !== undefined) return known;
      sparse.set(id, ids.length);
    }
    ids.push(id);
    for (const column of columns) column.push(0);
    return ids.length - 1;
  }
  return { metrics, ids, columns, positionOf };
}

function addBlock({ metrics, columns, positionOf }: Sum, block: Uint8Array): void {
  const unpacked = unpackBlock(block, metrics);
  const positions = new Int32Array(unpacked.ids.length);
  for (let row = 0; row < positions.length; row++) positions[row] = positionOf(unpacked.ids[row] as number);
  unpacked.columns.forEach((added, metric) => {
    if (!added) return;
    const column = columns[metric] as number[];
    for (let row = 0; row < added.length; row++) column[positions[row] as number]! += added[row] as number;
  });
}

/** Text of the form `id sum sum,id sum sum`. */
function addText({ columns, positionOf }: Sum, text: string): void {
  let field = 0;
  let number = 0;
  let negative = false;
  let at = 0;
  for (let index = 0; index <= text.length && text.length > 0; index++) {
    const code = index < text.length ? text.charCodeAt(index) : COMMA;
    if (code === MINUS) negative = true;
    else if (code !== SPACE && code !== COMMA) number = number * 10 + code - 48;
    else {
      if (field === 0) at = positionOf(number);
      else (columns[field - 1] as number[])[at]! += negative ? -number : number;
      field = code === COMMA ? 0 : field + 1;
      number = 0;
      negative = false;
    }
  }
}
