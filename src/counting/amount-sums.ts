import { type Amount, writeAmount } from '../domain/amount.ts';
import { loop } from './loop.ts';
import type { ScaledAmounts } from './scaled-amounts.ts';

/** What is summed: at each place a key, which is below `limit`, and the position of an amount. */
interface Added {
  readonly keys: Float64Array;
  readonly amounts: Uint32Array;
  readonly limit: number;
}

/** The longest table in which keys are looked up; with more of them, a map takes less memory. */
const TABLE = 2 ** 20;

/**
 * Returns what `make` makes of each key and the exact sum of its amounts. Each amount is split once into digits of a base
 * so large that as many of them as are added are exact in a floating-point number; nearly all amounts have one digit. Sums are
 * written as text at the end.
 */
export function sumByKey<T>(
  scaled: ScaledAmounts,
  { keys, amounts, limit }: Added,
  make: (key: number, sum: Amount) => T,
): T[] {
  if (keys.length === 0) return [];
  const base = Math.floor(Number.MAX_SAFE_INTEGER / keys.length);
  const places = new Uint32Array(keys.length);
  const found = limit > TABLE ? placesByMap(places, keys) : placesByTable(places, keys, limit);
  const sums = digitsOf(scaled, base).map(digits => {
    const ofDigit = new Float64Array(found.length);
    addDigits(ofDigit, places, digits, amounts);
    return ofDigit;
  });
  const [lowest = new Float64Array(), ...higher] = sums;
  return Array.from(found, (key, place) => {
    let sum: number | bigint = lowest[place] as number;
    if (higher.length > 0) {
      sum = 0n;
      for (const ofDigit of sums.toReversed()) sum = sum * BigInt(base) + BigInt(ofDigit[place] as number);
    }
    return make(key, writeAmount(sum, scaled.scale));
  });
}

/** Returns the digits of the amounts by their position, the lowest digits first. */
function digitsOf({ numbers, large, most }: ScaledAmounts, base: number): Float64Array[] {
  if (large.size === 0 && most < base) return [numbers];
  const digits = [new Float64Array(numbers.length)];
  for (const [at, number] of numbers.entries()) split(large.get(at) ?? number, at);
  return digits;

  function split(number: number | bigint, at: number): void {
    if (-base < number && number < base) {
      (digits[0] as Float64Array)[at] = Number(number);
      return;
    }
    let rest = BigInt(number);
    for (let digit = 0; rest !== 0n; digit++) {
      if (digit === digits.length) digits.push(new Float64Array(numbers.length));
      // A digit has the sign of its amount.
      (digits[digit] as Float64Array)[at] = Number(rest % BigInt(base));
      rest /= BigInt(base);
    }
  }
}

/** Sets the place of each key among the keys that are found, in the order in which they are, and returns these. */
function placesByTable(places: Uint32Array, keys: Float64Array, limit: number): Float64Array {
  const found = new Float64Array(Math.min(keys.length, limit));
  return found.subarray(0, numberKeys(places, found, keys, new Int32Array(limit)));
}

function placesByMap(places: Uint32Array, keys: Float64Array): Float64Array {
  const known = new Map<number, number>();
  for (const [at, key] of keys.entries()) {
    const place = known.get(key) ?? known.size;
    if (place === known.size) known.set(key, place);
    places[at] = place;
  }
  return Float64Array.from(known.keys());
}

/** `table` has the number of each key from 1 on, 0 for one that was not found yet. */
const numberKeys = loop((places: Uint32Array, found: Float64Array, keys: Float64Array, table: Int32Array): number => {
  let count = 0;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as number;
    if (table[key] === 0) {
      found[count++] = key;
      table[key] = count;
    }
    places[at] = (table[key] as number) - 1;
  }
  return count;
});

const addDigits = loop((sums: Float64Array, places: Uint32Array, digits: Float64Array, amounts: Uint32Array): void => {
  for (let at = 0; at < places.length; at++) sums[places[at] as number]! += digits[amounts[at] as number] as number;
});
