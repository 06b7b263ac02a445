import { type Amount, writeAmount } from '../domain/amount.ts';
import type { ScaledAmounts } from './scaled-amounts.ts';

/**
 * Exact sums of amounts by key. Each amount is split once into digits of a base so large that as many of them as there
 * can be add up exactly in a floating-point number; nearly all amounts have one digit. Sums are written as text at the
 * end.
 */
export class AmountSums {
  readonly #scale: number;
  readonly #base: number;
  /** The digits of the amounts by their position, the lowest digits first. */
  readonly #digits: Float64Array[];
  readonly #places = new Map<number, number>();
  readonly #sums: number[][];

  /** `amounts` are those to choose from; `most` is how many are added at most. */
  constructor(amounts: ScaledAmounts, most: number) {
    const { numbers, large } = amounts;
    this.#base = Math.floor(Number.MAX_SAFE_INTEGER / Math.max(1, most));
    this.#scale = amounts.scale;
    this.#digits = [numbers];
    if (large.size > 0 || amounts.most >= this.#base) {
      this.#digits = [new Float64Array(numbers.length)];
      for (const [at, number] of numbers.entries()) this.#split(large.get(at) ?? number, at);
    }
    this.#sums = this.#digits.map(() => []);
  }

  #split(number: number | bigint, at: number): void {
    if (-this.#base < number && number < this.#base) {
      (this.#digits[0] as Float64Array)[at] = Number(number);
      return;
    }
    const base = BigInt(this.#base);
    let rest = BigInt(number);
    for (let digit = 0; rest !== 0n; digit++) {
      if (digit === this.#digits.length) this.#digits.push(new Float64Array((this.#digits[0] as Float64Array).length));
      // A digit has the sign of its amount.
      (this.#digits[digit] as Float64Array)[at] = Number(rest % base);
      rest /= base;
    }
  }

  /** Adds the amount at this position of the texts. */
  add(key: number, amount: number): void {
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.#places.size;
      this.#places.set(key, place);
      for (const sums of this.#sums) sums.push(0);
    }
    for (let digit = 0; digit < this.#sums.length; digit++)
      (this.#sums[digit] as number[])[place]! += (this.#digits[digit] as Float64Array)[amount] as number;
  }

  /** Returns what `make` makes of each key and its sum. */
  map<T>(make: (key: number, sum: Amount) => T): T[] {
    const base = BigInt(this.#base);
    return [...this.#places].map(([key, place]) => {
      let sum = 0n;
      for (const sums of this.#sums.toReversed()) sum = sum * base + BigInt(sums[place] as number);
      return make(key, writeAmount(sum, this.#scale));
    });
  }
}
