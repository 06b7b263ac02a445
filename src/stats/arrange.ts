/** The values of a list by id and count, of which some are selected and sorted. */
export interface ListOrder {
  readonly ids: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
  /** If true, the value without a text is left out. */
  readonly skipEmpty: boolean;
  /** Returns whether a search has found the value; null without a search. */
  readonly isFound: ((id: number) => boolean) | null;
  /** Null to sort by the text of the value, or else the number of each value to sort by; NaN comes last in any order. */
  readonly keys: ArrayLike<number> | null;
  readonly sort: 'ASC' | 'DESC';
  /** The places to return, first inclusive and last exclusive; null for all. */
  readonly window: readonly [start: number, end: number] | null;
  /** The counts of the compared range. */
  readonly before: { readonly ids: ArrayLike<number>; readonly counts: ArrayLike<number> } | null;
}

/** The selected values; a position is a place in `ids` and `counts`. */
export interface Arranged {
  readonly total: number;
  readonly sum: number;
  /** The sum of all values that are listed without a search. */
  readonly sumOfAll: number;
  /** The sum of the selected values in the compared range; null when nothing is compared. */
  readonly sumBefore: number | null;
  /** The positions of the window in order: by key, values with the same key by text, or by text. */
  readonly order: Int32Array;
  /** The positions that the search selected, in their order; null when nothing was searched. */
  readonly found: Int32Array | null;
}

/** Returns whether the value at a position is in the list, whatever is searched. */
export function isListed(ids: ArrayLike<number>, counts: ArrayLike<number>, skipEmpty: boolean, at: number): boolean {
  return (counts[at] as number) > 0 && !(skipEmpty && ids[at] === 0);
}

/** Values handled in one stretch of work. */
const STRETCH = 10_000;

/** Selects and sorts values. `textsOf` reads texts by id; `rest` is awaited between stretches of work. */
export async function arrange(
  { ids, counts, skipEmpty, isFound, keys, sort, window, before }: ListOrder,
  textsOf: (ids: ArrayLike<number>) => Promise<(id: number) => string>,
  rest: () => Promise<void>,
): Promise<Arranged> {
  const select = async (list: ArrayLike<number>, numbers: ArrayLike<number>): Promise<Int32Array> => {
    const positions: number[] = [];
    for (let at = 0; at < list.length; at++) {
      if (at % STRETCH === STRETCH - 1) await rest();
      if (!isListed(list, numbers, skipEmpty, at)) continue;
      if (!isFound || isFound(list[at] as number)) positions.push(at);
    }
    return Int32Array.from(positions);
  };
  const sumOf = (positions: Int32Array, numbers: ArrayLike<number>) =>
    positions.reduce((sum, at) => sum + (numbers[at] as number), 0);

  const selected = await select(ids, counts);
  const found = isFound ? selected : null;
  const sumBefore = before && sumOf(await select(before.ids, before.counts), before.counts);
  const total = selected.length;
  const sum = sumOf(selected, counts);
  let sumOfAll = isFound ? 0 : sum;
  for (let at = 0; isFound && at < ids.length; at++)
    if (isListed(ids, counts, skipEmpty, at)) sumOfAll += counts[at] as number;
  const sums = { total, sum, sumOfAll, sumBefore };
  const [start, end] = [window?.[0] ?? 0, Math.min(window?.[1] ?? total, total)];
  if (start >= end) return { ...sums, order: new Int32Array(0), found };

  const direction = sort === 'DESC' ? -1 : 1;
  const byText = async (positions: Int32Array, factor: number, compareFirst: Compare): Promise<Int32Array> => {
    const texts = await textsOf(positions.map(at => ids[at] as number));
    const textAt = (at: number) => texts(ids[at] as number);
    return sorted(positions, (a, b) => compareFirst(a, b) || factor * compareTexts(textAt(a), textAt(b)), rest);
  };
  if (keys === null) {
    const order = await byText(selected, direction, () => 0);
    return { ...sums, order: order.slice(start, end), found };
  }
  const keyOf = (at: number) => {
    const key = keys[at] as number;
    return Number.isNaN(key) ? Number.POSITIVE_INFINITY : direction * key;
  };
  // Sorting plain numbers is many times faster than sorting rows, and shows which counts are within the window.
  const numbers = Float64Array.from(selected, keyOf).sort();
  const [first, last] = [numbers[start] as number, numbers[end - 1] as number];
  // Only rows that tie with the first or last row of the window can move in or out, so no other text is needed.
  const near = selected.filter(at => keyOf(at) >= first && keyOf(at) <= last);
  const order = await byText(near, 1, (a, b) => keyOf(a) - keyOf(b));
  const skipped = numbers.indexOf(first);
  return { ...sums, order: order.slice(start - skipped, end - skipped), found };
}

type Compare = (a: number, b: number) => number;

/** Sorts in stretches, so that sorting many values does not block the thread. */
async function sorted(positions: Int32Array, compare: Compare, rest: () => Promise<void>): Promise<Int32Array> {
  let runs: Int32Array[] = [];
  for (let at = 0; at < positions.length; at += STRETCH) {
    if (at > 0) await rest();
    runs.push(positions.slice(at, at + STRETCH).sort(compare));
  }
  while (runs.length > 1) {
    const merged: Int32Array[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const next = runs[at + 1];
      merged.push(next ? await merge(runs[at] as Int32Array, next, compare, rest) : (runs[at] as Int32Array));
    }
    runs = merged;
  }
  return runs[0] ?? positions;
}

async function merge(
  left: Int32Array,
  right: Int32Array,
  compare: Compare,
  rest: () => Promise<void>,
): Promise<Int32Array> {
  const both = new Int32Array(left.length + right.length);
  let [l, r] = [0, 0];
  for (let at = 0; at < both.length; at++) {
    if (at % STRETCH === STRETCH - 1) await rest();
    const takeLeft = r >= right.length || (l < left.length && compare(left[l] as number, right[r] as number) <= 0);
    both[at] = takeLeft ? (left[l++] as number) : (right[r++] as number);
  }
  return both;
}

/** Compares code unit by code unit, the order of values everywhere. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
