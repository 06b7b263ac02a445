/** A generator of random numbers that are the same for the same seed, so that a run can be repeated. */
export class Random {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed;
    this.#state = seed;
  }

  /** Returns a whole number from 0 to below `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * end);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** Returns as many bytes. */
  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.below(256)));
  }
}

/** Returns a generator with the seed in FAULTS_SEED, or with a new one. */
export function newRandom(): Random {
  return new Random(Number(process.env.FAULTS_SEED ?? Date.now() % 2 ** 31));
}
