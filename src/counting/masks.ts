import { loop } from './loop.ts';

/**
 * Memory for one byte of each visit or hit of a part, used again for the next part: fresh memory of this size would be
 * zeroed by the system, and have V8 collect in the middle of a question.
 */
export class Masks {
  readonly #bytes: Uint8Array[] = [];
  #used = 0;

  /** Returns room with whatever was there. */
  take(length: number): Uint8Array {
    const at = this.#used++;
    const known = this.#bytes[at];
    if (known && known.length >= length) return known.subarray(0, length);
    // In whole words; see wordsOf.
    const bytes = new Uint8Array(4 * Math.ceil((length + (length >>> 2)) / 4));
    this.#bytes[at] = bytes;
    return bytes.subarray(0, length);
  }

  /** How many were taken. */
  get used(): number {
    return this.#used;
  }

  /** Takes all but the first `count` back. */
  keep(count: number): void {
    this.#used = count;
  }
}

/** Returns a mask as words of four bytes; the last one can have bytes that follow the mask. */
export function wordsOf(mask: Uint8Array): Int32Array {
  return new Int32Array(mask.buffer, 0, Math.ceil(mask.length / 4));
}

/** Sets the mask to 1 at these places. */
export const mark = loop((mask: Uint8Array, places: Uint32Array): void => {
  for (let at = 0; at < places.length; at++) mask[places[at] as number] = 1;
});
