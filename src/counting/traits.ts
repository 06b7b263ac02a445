import type { StoredMetric } from '../domain/metrics.ts';
import type { DayRange } from '../domain/range.ts';
import type { Numbers, Part } from './columns.ts';
import { amountsOfVisits } from './count.ts';
import type { IdSet } from './id-filter.ts';
import { lowerBound, wantedOf } from './id-set.ts';
import { loop } from './loop.ts';
import { MaskIndex } from './mask-index.ts';
import { Scratch } from './scratch.ts';
import type { Selection } from './selection.ts';

/** A visit, or one of its events, has one of these values. */
export interface Trait extends IdSet {
  readonly kind: 'visit' | 'event';
  readonly column: string;
}

/** How much of a metric the visits have by their traits, of which there are at most 31; `range` is divided into blocks of nearly equal length. */
export interface Traits {
  readonly metric: StoredMetric;
  readonly traits: readonly Trait[];
  readonly range: DayRange;
  readonly blocks: number;
}

/** Sums by block and mask: bit `n` of a mask is 1 for visits with trait `n`. A block can have a mask several times. */
export interface TraitSums {
  readonly blocks: Uint32Array;
  readonly masks: Uint32Array;
  readonly sums: Float64Array;
}

/** Counts the selected visits, which are of days in the range. */
export function countTraits(part: Part, selection: Selection, asked: Traits): TraitSums {
  const { visits } = selection;
  const masks = masksOf(part, visits, asked.traits);
  const days = part.column('visit', 'day').values;
  const amounts = amountsOfVisits(part, selection, asked.metric);
  const found: Record<keyof TraitSums, number[]> = { blocks: [], masks: [], sums: [] };
  let from = 0;
  for (let day = 0; day < part.days && from < visits.length; ) {
    const block = blockAt(asked, part.firstDay + day);
    while (day < part.days && blockAt(asked, part.firstDay + day) === block) day++;
    const to = lowerBound(visits, lowerBound(days, day));
    const sums = sumByMask(masks, amounts, from, to);
    for (let number = 0; number < index.length; number++) {
      found.blocks.push(block);
      found.masks.push(index.masks[number] as number);
      found.sums.push(sums[number] as number);
    }
    from = to;
  }
  return {
    blocks: Uint32Array.from(found.blocks),
    masks: Uint32Array.from(found.masks),
    sums: Float64Array.from(found.sums),
  };
}

/** Returns the sums of all parts; parts that share a block can have the same mask. */
export function mergeTraits(all: readonly TraitSums[]): TraitSums {
  const length = all.reduce((sum, { masks }) => sum + masks.length, 0);
  const merged = { blocks: new Uint32Array(length), masks: new Uint32Array(length), sums: new Float64Array(length) };
  let at = 0;
  for (const { blocks, masks, sums } of all) {
    merged.blocks.set(blocks, at);
    merged.masks.set(masks, at);
    merged.sums.set(sums, at);
    at += masks.length;
  }
  return merged;
}

const index = new MaskIndex();
let sums = new Float64Array(1_024);

/** Returns the sum of each mask of `index`, which is made anew. */
function sumByMask(masks: Uint32Array, amounts: ArrayLike<number> | null, from: number, to: number): Float64Array {
  index.clear();
  sums.fill(0);
  for (let at = from; at < to; at++) {
    const number = index.numberOf(masks[at] as number);
    if (number === sums.length) {
      const longer = new Float64Array(number * 2);
      longer.set(sums);
      sums = longer;
    }
    sums[number]! += amounts === null ? 1 : (amounts[at] as number);
  }
  return sums;
}

function blockAt({ range: { from, to }, blocks }: Traits, day: number): number {
  return Math.floor(((day - from) * blocks) / (to - from + 1));
}

/** A thread counts one part at a time. */
const memory = { masks: new Scratch(), values: new Scratch() };

/** Returns the mask of each selected visit. */
function masksOf(part: Part, visits: Uint32Array, traits: readonly Trait[]): Uint32Array {
  const masks = memory.masks.zeros(visits.length);
  const byColumn = Map.groupBy(
    traits.map((trait, at) => ({ trait, bit: 1 << at })),
    ({ trait: { kind, column } }) => `${kind}.${column}`,
  );
  for (const ofColumn of byColumn.values()) {
    const { kind, column } = (ofColumn[0] as (typeof ofColumn)[0]).trait;
    const { values, ids } = part.column(kind, column);
    const table = new Uint32Array((ids as Uint32Array).length);
    for (const { trait, bit } of ofColumn)
      wantedOf(ids as Uint32Array, trait).forEach((isWanted, at) => {
        if (isWanted) table[at]! |= bit;
      });
    if (kind === 'event') addEvents(masks, visits, part.column('visit', 'triggers').values, values, table);
    else addValues(masks, visits, memory.values.copy(values).subarray(0, values.length), table);
  }
  return masks;
}

const addValues = loop((masks: Uint32Array, visits: Uint32Array, values: Uint32Array, table: Uint32Array): void => {
  if (visits.length === values.length)
    for (let at = 0; at < visits.length; at++) masks[at]! |= table[values[at] as number] as number;
  else for (let at = 0; at < visits.length; at++) masks[at]! |= table[values[visits[at] as number] as number] as number;
});

/** `counts` are the numbers of events of all visits, whose values follow one another. */
const addEvents = loop(
  (masks: Uint32Array, visits: Uint32Array, counts: Numbers, values: Numbers, table: Uint32Array) => {
    let visit = 0;
    let event = 0;
    for (let at = 0; at < visits.length; at++) {
      for (const selected = visits[at] as number; visit < selected; visit++) event += counts[visit] as number;
      for (const end = event + (counts[visit++] as number); event < end; event++)
        masks[at]! |= table[values[event] as number] as number;
    }
  },
);
