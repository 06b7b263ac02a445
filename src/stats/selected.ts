import type { IdSet } from '../counting/id-filter.ts';

/** A set of value ids, at one bit for each id of the website, because a thread that runs out of memory dies. */
export class Selected {
  #bits = new Uint8Array(1_024);
  #count = 0;

  add(id: number): void {
    if (id >= this.#bits.length * 8) {
      const longer = new Uint8Array(Math.max(this.#bits.length * 2, Math.ceil((id + 1) / 8)));
      longer.set(this.#bits);
      this.#bits = longer;
    }
    if (this.has(id)) return;
    this.#bits[id >> 3]! |= 1 << (id & 7);
    this.#count++;
  }

  /** Returns how many ids `upTo` lists for the same id. */
  shorterUpTo(last: number): number {
    return Math.min(this.#count, last + 1 - this.#count);
  }

  /** Returns the ids or, if those are fewer, all others from 0 to `last`: the shorter list makes the shorter statement. */
  upTo(last: number): IdSet {
    const isShort = this.#count <= last + 1 - this.#count;
    const ids: number[] = [];
    for (let id = 0; id <= last; id++) if (this.has(id) === isShort) ids.push(id);
    return isShort ? { ids } : { ids, allOthersUpTo: last };
  }

  has(id: number): boolean {
    return ((this.#bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }
}
