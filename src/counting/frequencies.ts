/** How often each number occurs. The numbers are in ascending order, and each occurs. */
export interface Frequencies {
  readonly numbers: Uint32Array;
  readonly times: Uint32Array;
}

/** Returns the frequencies of the numbers that `times` counts by position; `numberAt` is in ascending order. */
export function frequenciesOf(times: Uint32Array, numberAt: (position: number) => number): Frequencies {
  let length = 0;
  for (let at = 0; at < times.length; at++) if (times[at] !== 0) length++;
  const found = { numbers: new Uint32Array(length), times: new Uint32Array(length) };
  let next = 0;
  for (let at = 0; at < times.length; at++) {
    if (times[at] === 0) continue;
    found.numbers[next] = numberAt(at);
    found.times[next++] = times[at] as number;
  }
  return found;
}

/** Returns the sum of several frequencies. */
export function addFrequencies(all: readonly Frequencies[]): Frequencies {
  const [first, ...others] = all;
  return others.reduce(addTwo, first ?? { numbers: new Uint32Array(), times: new Uint32Array() });
}

function addTwo(a: Frequencies, b: Frequencies): Frequencies {
  const numbers = new Uint32Array(a.numbers.length + b.numbers.length);
  const times = new Uint32Array(numbers.length);
  const length = mergeInto(numbers, times, a.numbers, a.times, b.numbers, b.times);
  return { numbers: numbers.slice(0, length), times: times.slice(0, length) };
}

/** Returns how many numbers there are. */
function mergeInto(
  numbers: Uint32Array,
  times: Uint32Array,
  a: Uint32Array,
  timesOfA: Uint32Array,
  b: Uint32Array,
  timesOfB: Uint32Array,
): number {
  let length = 0;
  let inA = 0;
  let inB = 0;
  while (inA < a.length && inB < b.length) {
    const [ofA, ofB] = [a[inA] as number, b[inB] as number];
    numbers[length] = ofA <= ofB ? ofA : ofB;
    times[length++] = (ofA <= ofB ? (timesOfA[inA++] as number) : 0) + (ofB <= ofA ? (timesOfB[inB++] as number) : 0);
  }
  for (; inA < a.length; inA++) {
    numbers[length] = a[inA] as number;
    times[length++] = timesOfA[inA] as number;
  }
  for (; inB < b.length; inB++) {
    numbers[length] = b[inB] as number;
    times[length++] = timesOfB[inB] as number;
  }
  return length;
}

export function totalOf({ times }: Frequencies): number {
  let total = 0;
  for (let at = 0; at < times.length; at++) total += times[at] as number;
  return total;
}

/** Returns the numbers that occur most often, at most `most`; of equally frequent ones, the smallest come first. */
export function mostFrequent({ numbers, times }: Frequencies, most: number): { number: number; times: number }[] {
  const best: { number: number; times: number }[] = [];
  for (let at = 0; at < numbers.length; at++) {
    const found = { number: numbers[at] as number, times: times[at] as number };
    if (best.length === most && found.times <= (best.at(-1)?.times ?? 0)) continue;
    const place = best.findIndex(one => one.times < found.times);
    best.splice(place < 0 ? best.length : place, 0, found);
    if (best.length > most) best.pop();
  }
  return best;
}

/** Returns a percentile (50 is the median) by nearest rank; null when there is no number. */
export function percentileOf(frequencies: Frequencies, percent: number): number | null {
  const rank = Math.ceil((totalOf(frequencies) * percent) / 100);
  let passed = 0;
  for (let at = 0; at < frequencies.numbers.length; at++) {
    passed += frequencies.times[at] as number;
    if (passed >= rank) return frequencies.numbers[at] as number;
  }
  return null;
}

/** Numbers below this are counted in an array, which is many times faster than a map. */
const DENSE = 4_096;

/** Counts numbers one by one. */
export class FrequencyCounter {
  readonly #low = new Uint32Array(DENSE);
  readonly #high = new Map<number, number>();

  add(number: number): void {
    if (number < DENSE) this.#low[number]!++;
    else this.#high.set(number, (this.#high.get(number) ?? 0) + 1);
  }

  clear(): void {
    this.#low.fill(0);
    this.#high.clear();
  }

  frequencies(): Frequencies {
    const low = frequenciesOf(this.#low, at => at);
    const high = [...this.#high].sort(([a], [b]) => a - b);
    const all = (numbers: Uint32Array, more: number[]) => {
      const joined = new Uint32Array(numbers.length + more.length);
      joined.set(numbers);
      joined.set(more, numbers.length);
      return joined;
    };
    return {
      numbers: all(
        low.numbers,
        high.map(([number]) => number),
      ),
      times: all(
        low.times,
        high.map(([, times]) => times),
      ),
    };
  }
}
