import type { Column, Numbers } from '../../counting/columns.ts';

const MOST = 2 ** 32 - 1;
/** Stands for a number that no row should have: a recount notices it, and sums of it fit into every column. */
const DAMAGED = 2 ** 23 - 1;

/** Short at first, because most days of most websites have few visits, and a part has a list for each of its columns. */
const AT_FIRST = 64;

/** A list of numbers of 4 bytes. */
export class Growing {
  #numbers = new Uint32Array(AT_FIRST);
  length = 0;

  push(number: number): void {
    if (this.length === this.#numbers.length) {
      const longer = new Uint32Array(this.length * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.length++] = number >= 0 && number <= MOST ? number : DAMAGED;
  }

  increaseLast(by: number): void {
    this.#numbers[this.length - 1]! += by;
  }

  numbers(): Uint32Array {
    return this.#numbers.subarray(0, this.length);
  }
}

/** Copies numbers into as few bytes each as the largest needs. */
export function narrow(numbers: Uint32Array): Numbers {
  let largest = 0;
  for (let at = 0; at < numbers.length; at++) if ((numbers[at] as number) > largest) largest = numbers[at] as number;
  const narrowed = emptyFor(largest, numbers.length);
  narrowed.set(numbers);
  return narrowed;
}

/** Returns an array for numbers up to the largest. */
export function emptyFor(largest: number, length: number): Numbers {
  if (largest < 2 ** 8) return new Uint8Array(length);
  return largest < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

/** Value ids up to here are looked up in an array, which is several times faster than a map. */
const DENSE = 2 ** 22;

/** Finds the positions of value ids. */
export class Places {
  #dense = new Uint32Array(1_024);
  readonly #sparse = new Map<number, number>();

  /** Replaces value ids with their positions in a list of those that occur. */
  index(numbers: Uint32Array): Column {
    const found: number[] = [];
    for (let at = 0; at < numbers.length; at++) {
      const id = numbers[at] as number;
      if (this.#at(id) !== 0) continue;
      this.#put(id, 1);
      found.push(id);
    }
    const ids = Uint32Array.from(found).sort();
    for (let at = 0; at < ids.length; at++) this.#put(ids[at] as number, at + 1);
    const values = emptyFor(ids.length - 1, numbers.length);
    for (let at = 0; at < numbers.length; at++) values[at] = this.#at(numbers[at] as number) - 1;
    for (const id of ids) if (id < DENSE) this.#dense[id] = 0;
    this.#sparse.clear();
    return { values, ids };
  }

  #at(id: number): number {
    return id < DENSE ? (id < this.#dense.length ? (this.#dense[id] as number) : 0) : (this.#sparse.get(id) ?? 0);
  }

  #put(id: number, place: number): void {
    if (id >= DENSE) {
      this.#sparse.set(id, place);
      return;
    }
    if (id >= this.#dense.length) {
      const wider = new Uint32Array(Math.max(id + 1, this.#dense.length * 4));
      wider.set(this.#dense);
      this.#dense = wider;
    }
    this.#dense[id] = place;
  }
}
