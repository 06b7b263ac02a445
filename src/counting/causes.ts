import { type FourCounts, gOf, logTail } from '../domain/significance.ts';
import { MaskIndex } from './mask-index.ts';
import type { Trait, TraitSums } from './traits.ts';

/** A cause: the visits that have all of its traits (one or two positions) and belong to no cause before it. */
export interface FoundCause {
  readonly traits: readonly number[];
  readonly before: number;
  readonly after: number;
}

/** The sums of a range, which is divided into blocks. */
export interface RangeSums {
  readonly sums: TraitSums;
  readonly blocks: number;
  /** By how much the sums are divided to be compared with those of another range; 1 unless it is said. */
  readonly times?: number;
}

export interface CauseQuestion {
  /** With how coarse their statistics are: the number of different values that they have. */
  readonly traits: readonly (Pick<Trait, 'kind' | 'column'> & { readonly values: number })[];
  readonly before: RangeSums;
  readonly after: RangeSums;
  /** Further days that show what is usual; null if those of both ranges suffice. */
  readonly reference: RangeSums | null;
  /** How many values and how many pairs could have been found, including those that `traits` leaves out. */
  readonly values: number;
  readonly pairs: number;
}

export const MOST_CAUSES = 5;
/** The least share of all visits of both ranges that a cause has, and the least share that it moves beyond the rest. */
export const LEAST_SHARE = 0.01;
/** The probability of any cause being told when nothing but chance was at work. */
const FALSE_CAUSES = 0.01;
/** The least degrees of freedom: with fewer days nobody knows what is usual. */
const LEAST_FREEDOM = 4;
/** How many degrees of freedom the dispersion that is usual for other values counts for. */
const USUAL_FREEDOM = 16;
/** Of several causes whose scores differ by less than this factor, which say the same, the coarsest is told. */
const SAME = 0.95;

interface Candidate extends FourCounts {
  readonly traits: readonly number[];
  readonly mask: number;
  readonly score: number;
  readonly g: number;
}

/**
 * Finds the causes of a change one after another: each is the value, or the pair of values, whose share of the visits
 * that are left has changed most clearly. A cause is told if that is unlikely to be chance, given how much its share
 * varies between blocks of the same range, and although the clearest of all values and pairs was chosen.
 */
export function findCauses(question: CauseQuestion): FoundCause[] {
  const table = new MaskTable(question);
  const [before, after] = table.totals();
  const least = LEAST_SHARE * (before + after);
  const moved = LEAST_SHARE * Math.max(before, after);
  // Values and pairs share the probability equally: there are far more pairs.
  const limits = [question.values, question.pairs].map(count => Math.log(FALSE_CAUSES / 2 / Math.max(1, count)));
  const limitOf = ({ traits }: Candidate) => limits[traits.length - 1] as number;
  const usual = usualDispersion(table, question.traits.length);
  const causes: FoundCause[] = [];
  while (causes.length < MOST_CAUSES) {
    const candidates = candidatesOf(table, question)
      .filter(one => one.before + one.after >= least && Math.abs(beyondOf(one)) >= moved)
      .filter(one => logTail(one.g, Number.MAX_SAFE_INTEGER) <= limitOf(one))
      .sort((a, b) => b.score - a.score);
    const best = candidates.find(one => isTold(one, table, usual, limitOf(one)));
    if (!best) break;
    const same = candidates.filter(one => one.score >= SAME * best.score && isTold(one, table, usual, limitOf(one)));
    const told = same.reduce((one, other) => (coarseness(other, question) < coarseness(one, question) ? other : one));
    causes.push({ traits: told.traits, before: told.before, after: told.after });
    table.remove(told.mask);
  }
  return causes;
}

/** Returns how far a cause went beyond the change of everything else. */
export function beyondOf({ before, after, otherBefore, otherAfter }: FourCounts): number {
  return otherBefore === 0 ? after - before : after - (before * otherAfter) / otherBefore;
}

/** Every trait and every pair of traits of different statistics. */
function candidatesOf(table: MaskTable, { traits }: CauseQuestion): Candidate[] {
  const [allBefore, allAfter] = table.totals();
  const sums = table.pairs();
  const candidates: Candidate[] = [];
  for (let one = 0; one < traits.length; one++)
    for (let other = one; other < traits.length; other++) {
      if (other > one && nameOf(traits[one]) === nameOf(traits[other])) continue;
      const [before, after] = sums(one, other);
      const counts = { before, after, otherBefore: allBefore - before, otherAfter: allAfter - after };
      const g = gOf(counts);
      const own = Math.abs(Math.log((after + 1) / (before + 1)));
      const rest = Math.abs(Math.log((counts.otherAfter + 1) / (counts.otherBefore + 1)));
      // Of a value and all others, that one is the cause which did not stay as it was.
      const lean = own + rest === 0 ? 0.5 : 0.5 + own / (own + rest) / 2;
      const of = other === one ? [one] : [one, other];
      candidates.push({ traits: of, mask: (1 << one) | (1 << other), ...counts, g, score: g * lean });
    }
  return candidates;
}

function nameOf(trait: CauseQuestion['traits'][number] | undefined): string {
  return `${trait?.kind}.${trait?.column}`;
}

/** Pairs are finer than values; a value is finer if its statistic has more of them. */
function coarseness({ traits }: Candidate, question: CauseQuestion): number {
  const values = traits.map(at => question.traits[at]?.values ?? 0);
  return traits.length * 1e9 + Math.max(...values);
}

/**
 * Whether the change is more than noise. How much noise there is follows from how the share differs between the days of
 * the earlier range, of the later one, or of both: what happened on some days of one makes that one a poor measure. As
 * few days say little, what is usual for other values counts as well.
 */
function isTold({ mask, g }: Candidate, table: MaskTable, usual: number, limit: number): boolean {
  const spreads = table.spreadsOf(mask).filter(({ freedom }) => freedom >= LEAST_FREEDOM);
  return spreads.some(spread => {
    const freedom = spread.freedom + USUAL_FREEDOM;
    const dispersion = (spread.squares + usual * USUAL_FREEDOM) / freedom;
    return logTail(g / Math.max(1, dispersion), freedom) <= limit - Math.log(spreads.length);
  });
}

/** Returns the dispersion that half of the traits exceed; at least 1, that of independent visits. */
function usualDispersion(table: MaskTable, count: number): number {
  const found = Array.from({ length: count }, (_, trait) => table.spreadsOf(1 << trait)[0] as Spread)
    .filter(({ freedom }) => freedom > 0)
    .map(({ squares, freedom }) => squares / freedom)
    .sort((a, b) => a - b);
  return Math.max(1, found[Math.floor(found.length / 2)] ?? 1);
}

/** How far a share is from its mean in each block of a range, as the sum of squares that are 1 for independent visits. */
interface Spread {
  readonly squares: number;
  readonly freedom: number;
}

/** The sums of the visits that belong to no cause yet, by mask and block. */
class MaskTable {
  /** The blocks of all ranges follow one another. */
  readonly #ranges: { readonly from: number; readonly to: number }[] = [];
  readonly #index = new MaskIndex();
  readonly #blocks: number;
  readonly #sums: Uint32Array;
  /** The sum of each mask before and after. */
  readonly #whole: readonly [before: Float64Array, after: Float64Array];

  constructor({ before, after, reference }: CauseQuestion) {
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

  /** Returns how the share of the visits with these traits spreads before (with the reference), after, and in all ranges. */
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
    return [usual, after, addSpreads(usual, after)];
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

const BITS = 32;

function addSpreads(one: Spread, other: Spread): Spread {
  return { squares: one.squares + other.squares, freedom: one.freedom + other.freedom };
}

function sumOf(numbers: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < numbers.length; at++) sum += numbers[at] as number;
  return sum;
}
