/** Returns numbers from 0 (inclusive) to 1, the same for the same seed, so that demos and benchmarks are repeatable. */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a function that picks one of `list` by weight. */
export function picker<T extends { readonly weight: number }>(list: readonly T[]): (random: Random) => T {
  const bounds: number[] = [];
  let sum = 0;
  for (const { weight } of list) {
    sum += weight;
    bounds.push(sum);
  }
  return random => {
    const at = random() * sum;
    let low = 0;
    let high = bounds.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((bounds[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    return list[low] as T;
  };
}

/** Returns a rank from 0 to `size` - 1 by Zipf's law: rank r occurs about 1/(r+1) as often as rank 0. */
export function zipf(random: Random, size: number): number {
  return Math.min(size - 1, Math.floor((size + 1) ** random()) - 1);
}
