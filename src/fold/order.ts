import type { FoldHit } from '../counting/visit.ts';

/** As many hex digits of a visitor as a number holds exactly together with a position. */
const DIGITS = 8;
const MOST_HITS = 2 ** 21;

type KeyedHit = Pick<FoldHit, 'day' | 'visitor'>;

/**
 * Returns the positions of hits by day and visitor, which is the order of the keys of visits and hits. Visitors whose first
 * 8 digits are the same may be in the wrong order, which costs time and, for pages that only events have, the order of ids.
 */
export function inOrderOfKeys(hits: readonly KeyedHit[]): Uint32Array {
  if (hits.length > MOST_HITS) throw new RangeError('These are too many hits.');
  // Sorting numbers that hold both the visitor and the position is much faster than comparing hits.
  const keys = Float64Array.from(hits, ({ visitor }, index) => prefixOf(visitor) * MOST_HITS + index).sort();
  // A remainder would take much longer.
  const order = Uint32Array.from(keys, key => key - Math.floor(key / MOST_HITS) * MOST_HITS);
  const days = Map.groupBy(order, index => (hits[index] as KeyedHit).day);
  if (days.size <= 1) return order;
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
  const isOfSame = (a: KeyedHit, b: KeyedHit) => a.day === b.day && prefixOf(a.visitor) === prefixOf(b.visitor);
  const hitAt = (place: number) => hits[order[place] as number] as FoldHit;
  const ofNew: number[] = [];
  const slices: number[][] = [[]];
  for (let from = 0, to = 0; from < order.length; from = to) {
    for (to = from + 1; to < order.length && isOfSame(hitAt(from), hitAt(to)); ) to++;
    const ofVisitor = order.subarray(from, to);
    if ((slices.at(-1)?.length ?? 0) >= most) slices.push([]);
    const into = ofVisitor.some(isNew) ? ofNew : slices.at(-1);
    for (const index of ofVisitor) into?.push(index);
  }
  /** The positions of hits in their slices. */
  const places = new Uint32Array(hits.length);
  return [ofNew, ...slices]
    .filter(({ length }) => length > 0)
    .map(some => {
      const byTime = Uint32Array.from(some).sort();
      byTime.forEach((index, place) => {
        places[index] = place;
      });
      return {
        hits: Array.from(byTime, index => hits[index] as FoldHit),
        numbers: Float64Array.from(byTime, index => numbers[index] as number),
        order: Uint32Array.from(some, index => places[index] as number),
      };
    });
}

function prefixOf(visitor: string): number {
  return Number.parseInt(visitor.slice(0, DIGITS), 16) || 0;
}
