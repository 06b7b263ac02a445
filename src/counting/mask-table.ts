import { MaskIndex } from './mask-index.ts';
import type { TraitSums } from './traits.ts';

/** The sums of a range, which is divided into blocks. */
export interface RangeSums {
  readonly sums: TraitSums;
  readonly blocks: number;
  /** By how much the sums are divided to be compared with those of another range; 1 unless it is said. */
  readonly times?: number;
}

const BITS = 32;
/** The least degrees of freedom: with fewer days nobody knows what is usual. */
export const LEAST_FREEDOM = 4;

/** How far a share is from its mean in each block of a range, as the sum of squares that are 1 for independent visits. */
export interface Spread {
  readonly squares: number;
  readonly freedom: number;
}

/** The sums of the visits that belong to no cause yet, by mask and block. */
export class MaskTable {
  /** The blocks of all ranges follow one another. */
  readonly #ranges: { readonly from: number; readonly to: number }[] = [];
  readonly #index = new MaskIndex();
  readonly #blocks: number;
  readonly #sums: Uint32Array;
  /** The sum of each mask before and after. */
  readonly #whole: readonly [before: Float64Array, after: Float64Array];

  /** `reference` has further days that show what is usual. */
  constructor(before: RangeSums, after: RangeSums, reference: RangeSums | null) {
    const asked = reference ? [before, after, reference] : [before, after];
    const numbers = asked.map(({ sums: { masks } }) => masks.map(mask => this.#index.numberOf(mask)));
    const width = asked.reduce((sum, { blocks }) => sum + blocks, 0);
    this.#blocks = width;
    this.#sums = new Uint32Array(this.#index.length * width);
    this.#whole = [new Float64Array(this.#index.length), new Float64Array(this.#index.length)];
    let from = 0;
    asked.forEach(({ sums: { blocks, sums }, blocks: count, times = 1 }, range) => {
      const rows = numbers[range] as Uint32Array;
      const whole = this.#whole[range];
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] as number;
        this.#sums[row * width + from + (blocks[at] as number)]! += sums[at] as number;
        if (whole) whole[row]! += (sums[at] as number) / times;
      }
      this.#ranges.push({ from, to: from + count });
      from += count;
    });
  }

  /** Returns the sums of both ranges. */
  totals(): [before: number, after: number] {
    return [sumOf(this.#whole[0]), sumOf(this.#whole[1])];
  }

  /** Returns a function that returns the sums of both ranges of the visits with two traits, which may be the same. */
  pairs(): (one: number, other: number) => [before: number, after: number] {
    const before = new Float64Array(BITS * BITS);
    const after = new Float64Array(BITS * BITS);
    const bits = new Uint8Array(BITS);
    for (let row = 0; row < this.#index.length; row++) {
      const [first, second] = [this.#whole[0][row] as number, this.#whole[1][row] as number];
      if (first === 0 && second === 0) continue;
      let count = 0;
      for (let mask = this.#index.masks[row] as number; mask !== 0; mask &= mask - 1)
        bits[count++] = 31 - Math.clz32(mask & -mask);
      for (let one = 0; one < count; one++)
        for (let other = one; other < count; other++) {
          const at = (bits[one] as number) * BITS + (bits[other] as number);
          before[at]! += first;
          after[at]! += second;
        }
    }
    return (one, other) => [before[one * BITS + other] as number, after[one * BITS + other] as number];
  }

  /** Removes the visits that have all traits of a mask. */
  remove(mask: number): void {
    for (let row = 0; row < this.#index.length; row++) {
      if (((this.#index.masks[row] as number) & mask) !== mask) continue;
      this.#sums.fill(0, row * this.#blocks, (row + 1) * this.#blocks);
      this.#whole[0][row] = 0;
      this.#whole[1][row] = 0;
    }
  }

  /**
   * Returns how the share of the visits with these traits spreads before (with the reference), after (with the reference
   * if it has too few days alone), and in all ranges.
   */
  spreadsOf(mask: number): Spread[] {
    const own = this.#byBlock(mask);
    const all = this.#byBlock(0);
    const share = sumOf(own) / Math.max(1, sumOf(all));
    const [before, after, reference] = this.#ranges.map(({ from, to }) => {
      const ofRange = sumOf(own.subarray(from, to)) / Math.max(1, sumOf(all.subarray(from, to)));
      let squares = 0;
      let filled = 0;
      for (let block = from; block < to; block++) {
        const size = all[block] as number;
        // What all visits have, or none, cannot vary.
        if (size === 0 || share === 0 || share === 1) continue;
        filled++;
        squares += ((own[block] as number) - size * ofRange) ** 2 / (size * share * (1 - share));
      }
      return { squares, freedom: Math.max(0, filled - 1) };
    }) as [Spread, Spread, Spread?];
    const usual = reference ? addSpreads(before, reference) : before;
    const isShort = reference && after.freedom < LEAST_FREEDOM;
    return [usual, isShort ? addSpreads(after, reference) : after, addSpreads(usual, after)];
  }

  #byBlock(mask: number): Float64Array {
    const found = new Float64Array(this.#blocks);
    for (let row = 0; row < this.#index.length; row++) {
      if (((this.#index.masks[row] as number) & mask) !== mask) continue;
      const first = row * this.#blocks;
      for (let block = 0; block < this.#blocks; block++) found[block]! += this.#sums[first + block] as number;
    }
    return found;
  }
}

function addSpreads(one: Spread, other: Spread): Spread {
  return { squares: one.squares + other.squares, freedom: one.freedom + other.freedom };
}

function sumOf(numbers: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < numbers.length; at++) sum += numbers[at] as number;
  return sum;
}
