import { addBlock, type PlaceIds } from '../domain/block.ts';
import { STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';
import { loop } from './loop.ts';

/** Sums by id, in columns: each position of `ids` has one id, and each column has its sum at the same position. */
export interface Vector {
  readonly metrics: readonly StoredMetric[];
  readonly ids: readonly number[];
  readonly columns: readonly ArrayLike<number>[];
}

const SPACE = 32;
const COMMA = 44;
const MINUS = 45;

/** Adds up texts of the form `id sum sum,id sum sum` and packed blocks; an id may occur more than once. */
export function sumBodies(bodies: readonly (string | Uint8Array)[], metrics: readonly StoredMetric[]): Vector {
  const sum = createSum(metrics);
  for (const body of bodies) addBody(sum, body);
  return withoutLookup(sum);
}

/** Adds one such text or block. */
export function addBody(sum: Sum, body: string | Uint8Array): void {
  if (typeof body === 'string') addText(sum, body);
  else addBlock(body, sum.metrics, sum.place);
}

/** Returns the rows with a selected id. */
export function selectRows({ metrics, ids, columns }: Vector, isSelected: (id: number) => boolean): Vector {
  const places: number[] = [];
  ids.forEach((id, at) => {
    if (isSelected(id)) places.push(at);
  });
  const pick = (column: ArrayLike<number>) => places.map(at => column[at] as number);
  return { metrics, ids: pick(ids), columns: columns.map(pick) };
}

/** Returns the sum of several vectors with the same metrics. */
export function addVectors(vectors: readonly Vector[]): Vector {
  const filled = vectors.filter(({ ids }) => ids.length > 0);
  const [first] = filled;
  if (!first || filled.length === 1) return first ?? vectors[0] ?? { metrics: [], ids: [], columns: [] };
  const sum = createSum(first.metrics);
  for (const { ids, columns } of filled) {
    const places = Int32Array.from(ids);
    const sums = sum.place(places);
    columns.forEach((column, metric) => void addAtPlaces(sums[metric] as Float64Array, places, column));
  }
  return withoutLookup(sum);
}

const addAtPlaces = loop((sums: Float64Array, places: Int32Array, column: ArrayLike<number>): void => {
  for (let at = 0; at < places.length; at++) sums[places[at] as number]! += column[at] as number;
});

/** Returns the final vector of a sum, without its lookup tables and spare room, because vectors are cached. */
export function withoutLookup({ metrics, ids, columns }: Sum): Vector {
  return { metrics, ids: ids.slice(), columns: columns.map(column => column.slice(0, ids.length)) };
}

/** Bytes that an array takes in addition to its content. */
const ARRAY = 200;

/** Returns roughly how many bytes a vector takes in a cache under a key. */
export function bytesOf({ ids, columns }: Vector, key: string): number {
  return 2 * key.length + (ARRAY + 8 * ids.length) * (1 + columns.length);
}

/** A vector that grows. Its columns are longer than its ids and are replaced by longer ones when full. */
export interface Sum extends Vector {
  readonly metrics: readonly StoredMetric[];
  readonly ids: number[];
  readonly columns: Float64Array[];
  /** Returns the position of an id; a new id gets a row of zeros. */
  positionOf(id: number): number;
  /** Does the same for many ids at once. */
  readonly place: PlaceIds;
}

/** The most places of the array in which ids are looked up, which is several times faster than a map. */
const DENSE = 2 ** 21;
/** With fewer ids, the array costs more than it saves, and a page of websites makes thousands of small sums. */
const FEW = 256;

/** Creates an empty sum. */
export function createSum(metrics: readonly StoredMetric[]): Sum {
  const ids: number[] = [];
  let room = 64;
  const columns = metrics.map(() => new Float64Array(room));
  let dense = new Int32Array(0);
  /** The id of the first place: hours are numbered since 1970, so an array from 0 on would mostly be empty. */
  let base = 0;
  const sparse = new Map<number, number>();

  function positionOf(id: number): number {
    const at = id - base;
    if (at >= 0 && at < DENSE && ids.length >= FEW) {
      if (at >= dense.length) widen(at);
      const known = dense[at] as number;
      if (known > 0) return known - 1;
      dense[at] = ids.length + 1;
    } else {
      const known = sparse.get(id);
      if (known !== undefined) return known;
      sparse.set(id, ids.length);
    }
    if (ids.length === room) lengthen();
    ids.push(id);
    if (ids.length === FEW) fillDense();
    return ids.length - 1;
  }

  function widen(at: number): void {
    const wider = new Int32Array(Math.min(DENSE, Math.max(at + 1, dense.length * 4, 4_096)));
    wider.set(dense);
    dense = wider;
  }

  function fillDense(): void {
    base = ids.reduce((least, id) => Math.min(least, id));
    for (const [id, position] of sparse) {
      const at = id - base;
      if (at >= DENSE) continue;
      if (at >= dense.length) widen(at);
      dense[at] = position + 1;
      sparse.delete(id);
    }
  }

  /** Avoids a call for each known id, because a year has hundreds of thousands of them. */
  function place(some: Int32Array): readonly Float64Array[] {
    for (let row = 0; row < some.length; row++) {
      const id = some[row] as number;
      // As a number without a sign, an id below the first is beyond all others.
      const at = (id - base) >>> 0;
      const known = at < dense.length ? (dense[at] as number) : 0;
      some[row] = known > 0 ? known - 1 : positionOf(id);
    }
    return columns;
  }

  function lengthen(): void {
    room *= 2;
    for (const [index, column] of columns.entries()) {
      const longer = new Float64Array(room);
      longer.set(column);
      columns[index] = longer;
    }
  }
  return { metrics, ids, columns, positionOf, place };
}

/** Adds a text of the form `id sum sum,id sum sum`. */
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
      else (columns[field - 1] as Float64Array)[at]! += negative ? -number : number;
      field = code === COMMA ? 0 : field + 1;
      number = 0;
      negative = false;
    }
  }
}

/** All stored metrics; each has a value. */
export type AllSums = Record<StoredMetric, number>;

/** Zero for every metric. */
export const NO_SUMS: Readonly<AllSums> = Object.freeze(
  Object.fromEntries(STORED_METRICS.map(metric => [metric, 0])) as AllSums,
);

/** Adds one position of a vector to `sums`. */
export function addAt(sums: AllSums, { metrics, columns }: Vector, at: number): void {
  for (let column = 0; column < metrics.length; column++)
    sums[metrics[column] as StoredMetric] += columns[column]?.[at] ?? 0;
}

/** Returns the sum of all rows of a vector. */
export function sumOf({ metrics, ids, columns }: Vector): AllSums {
  const sums = { ...NO_SUMS };
  metrics.forEach((metric, place) => {
    const column = columns[place] ?? [];
    let sum = 0;
    for (let at = 0; at < ids.length; at++) sum += column[at] ?? 0;
    sums[metric] = sum;
  });
  return sums;
}
