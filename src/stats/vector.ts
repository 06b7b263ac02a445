import type { Metric } from '../domain/statistics.ts';

/** Sums by id, in columns: one id at each position of `ids`, and its sums at the same position of each column. */
export interface Vector {
  readonly metrics: readonly Metric[];
  readonly ids: readonly number[];
  readonly columns: readonly (readonly number[])[];
}

const SPACE = 32;
const COMMA = 44;
const MINUS = 45;

/** Adds up texts of the form `id sum sum,id sum sum`, where an id may come more than once. */
export function sumTexts(texts: readonly string[], metrics: readonly Metric[]): Vector {
  const position = new Map<number, number>();
  const ids: number[] = [];
  const columns: number[][] = metrics.map(() => []);
  for (const text of texts) {
    let field = 0;
    let number = 0;
    let negative = false;
    let at = 0;
    for (let index = 0; index <= text.length && text.length > 0; index++) {
      const code = index < text.length ? text.charCodeAt(index) : COMMA;
      if (code === MINUS) negative = true;
      else if (code !== SPACE && code !== COMMA) number = number * 10 + code - 48;
      else {
        if (field === 0) at = positionOf(number, position, ids, columns);
        else (columns[field - 1] as number[])[at]! += negative ? -number : number;
        field = code === COMMA ? 0 : field + 1;
        number = 0;
        negative = false;
      }
    }
  }
  return { metrics, ids, columns };
}

/** The sum of several vectors with the same metrics. */
export function addVectors(vectors: readonly Vector[]): Vector {
  const [first, ...others] = vectors;
  if (!first || others.every(({ ids }) => ids.length === 0)) return first ?? { metrics: [], ids: [], columns: [] };
  const position = new Map(first.ids.map((id, index) => [id, index]));
  const ids = [...first.ids];
  const columns = first.columns.map(column => [...column]);
  for (const vector of others) {
    vector.ids.forEach((id, index) => {
      const at = positionOf(id, position, ids, columns);
      columns.forEach((column, metric) => {
        column[at]! += vector.columns[metric]?.[index] ?? 0;
      });
    });
  }
  return { metrics: first.metrics, ids, columns };
}

function positionOf(id: number, position: Map<number, number>, ids: number[], columns: number[][]): number {
  let at = position.get(id);
  if (at === undefined) {
    at = ids.length;
    position.set(id, at);
    ids.push(id);
    for (const column of columns) column.push(0);
  }
  return at;
}
