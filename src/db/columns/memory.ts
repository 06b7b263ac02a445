const SMALLEST = 4_096;
/** Bytes that are kept for the next question. */
const MOST_KEPT = 64_000_000;

/**
 * Memory for columns that is used again and again: a question reads megabytes for milliseconds, and new memory for each
 * would cost more than reading, and be returned to the system late. Each thread has its own.
 */
export class Memory {
  readonly #free = new Map<number, ArrayBuffer[]>();
  #kept = 0;

  /** Returns at least this many bytes with any content. */
  take(bytes: number): ArrayBuffer {
    const size = Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(bytes)));
    const free = this.#free.get(size)?.pop();
    if (!free) return new ArrayBuffer(size);
    this.#kept -= size;
    return free;
  }

  giveBack(taken: ArrayBuffer): void {
    const size = taken.byteLength;
    if (this.#kept + size > MOST_KEPT) return;
    const free = this.#free.get(size);
    if (free) free.push(taken);
    else this.#free.set(size, [taken]);
    this.#kept += size;
  }
}
