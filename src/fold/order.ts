import type { FoldHit } from '../counting/visit.ts';

/** As many hex digits of a visitor as a number holds exactly together with a position. */
const DIGITS = 8;
const MOST_HITS = 2 ** 21;
const LETTER_A = 0x61;
/** What the code of a hex letter lacks, apart from higher bits, to be its value; that of a decimal digit lacks nothing. */
const BEYOND_9 = 9;

type KeyedHit = Pick<FoldHit, 'day' | 'visitor'>;

/**
 * Returns the positions of hits by day and visitor, which is the order of the keys of visits and hits. Visitors whose first
 * 8 digits are the same may be in the wrong order, which costs time and, for pages that only events have, the order of ids.
 */
export function inOrderOfKeys(hits: readonly KeyedHit[]): Uint32Array {
  if (hits.length > MOST_HITS) throw new RangeError('These are too many hits.');
  // Sorting numbers that hold both the visitor and the position is much faster than comparing hits.
  const keys = new Float64Array(hits.length);
  for (let index = 0; index < hits.length; index++)
    keys[index] = prefixOf((hits[index] as KeyedHit).visitor) * MOST_HITS + index;
  keys.sort();
  const order = new Uint32Array(hits.length);
  for (let place = 0; place < keys.length; place++) {
    const key = keys[place] as number;
    // A remainder would take much longer.
    order[place] = key - Math.floor(key / MOST_HITS) * MOST_HITS;
  }
  if (hits.every(({ day }) => day === hits[0]?.day)) return order;
  const days = Map.groupBy(order, index => (hits[index] as KeyedHit).day);
  return Uint32Array.from([...days].sort(([a], [b]) => a - b).flatMap(([, ofDay]) => ofDay));
}

/** All hits of some visitors of a fold, in order of time. */
export interface Slice {
  readonly hits: readonly FoldHit[];
  /** The number under which each hit is stored; 0 for one that is not stored. */
  readonly numbers: Float64Array;
  /** The positions of its hits in the order of keys. */
  readonly order: Uint32Array;
}

/**
 * Divides hits into slices of about `most` hits, in the order of keys. All visitors with a hit for which `isNew` returns
 * true are in the first one, whatever its size.
 */
export function slicesOf(all: Slice, most: number, isNew: (index: number) => boolean = () => false): Slice[] {
  const { hits, numbers, order } = all;
  if (hits.length <= most) return [all];
  const isOfSame = (a: KeyedHit, b: KeyedHit) =>
    a.day === b.day && (a.visitor === b.visitor || prefixOf(a.visitor) === prefixOf(b.visitor));
  const hitAt = (place: number) => hits[order[place] as number] as FoldHit;
  const ofNew: number[] = [];
  const slices: number[][] = [[]];
  for (let from = 0, to = 0; from < order.length; from = to) {
    for (to = from + 1; to < order.length && isOfSame(hitAt(from), hitAt(to)); ) to++;
    if ((slices.at(-1)?.length ?? 0) >= most) slices.push([]);
    let into = slices.at(-1) as number[];
    for (let place = from; place < to && into !== ofNew; place++) if (isNew(order[place] as number)) into = ofNew;
    for (let place = from; place < to; place++) into.push(order[place] as number);
  }
  /** The positions of hits in their slices. */
  const places = new Uint32Array(hits.length);
  return [ofNew, ...slices]
    .filter(({ length }) => length > 0)
    .map(some => {
      const slice = { hits: [] as FoldHit[], numbers: new Float64Array(some.length), order: new Uint32Array(some) };
      // Much faster than from(), which asks an iterator for each of them.
      slice.order.sort();
      for (let place = 0; place < some.length; place++) {
        const index = slice.order[place] as number;
        places[index] = place;
        slice.hits.push(hits[index] as FoldHit);
        slice.numbers[place] = numbers[index] as number;
      }
      for (let at = 0; at < some.length; at++) slice.order[at] = places[some[at] as number] as number;
      return slice;
    });
}

/** Returns the first digits of a visitor as a number; for any other text, some number below 16 ** DIGITS. */
function prefixOf(visitor: string): number {
  let number = 0;
  for (let at = 0; at < DIGITS && at < visitor.length; at++) {
    const code = visitor.charCodeAt(at);
    number = number * 16 + ((code + (code < LETTER_A ? 0 : BEYOND_9)) & 15);
  }
  return number;
}
