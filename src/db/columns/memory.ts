const SMALLEST = 4_096;
/** Bytes that are kept for other columns. */
const MOST_FREE = 32_000_000;

/**
 * Memory for columns that is used again and again: a question reads megabytes for milliseconds, and new memory for each
 * would cost more than reading, and be returned to the system late. Each thread has its own.
 */
export class Memory {
  readonly #free = new Map<number, ArrayBuffer[]>();
  #freeBytes = 0;
  #taken = 0;

  /** The bytes that were taken and not given back. */
  get taken(): number {
    return this.#taken;
  }

  /** Returns at least this many bytes with any content. */
  take(bytes: number): ArrayBuffer {
    const size = Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(bytes)));
    const free = this.#free.get(size)?.pop();
    this.#taken += size;
    if (!free) return new ArrayBuffer(size);
    this.#freeBytes -= size;
    return free;
  }

  giveBack(taken: ArrayBuffer): void {
    const size = taken.byteLength;
    this.#taken -= size;
    if (this.#freeBytes + size > MOST_FREE) return;
    const free = this.#free.get(size);
    if (free) free.push(taken);
    else this.#free.set(size, [taken]);
    this.#freeBytes += size;
  }
}
