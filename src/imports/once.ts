import { join } from 'node:path';
import { MOST_IN_MEMORY, SortedHashes } from './bounded/sorted-hashes.ts';
import { HashSet, hashText } from './hash.ts';
import type { ReadOptions } from './importer.ts';

/** The most ids in memory, where the values and visitors that are counted meanwhile also need room. */
const MOST = MOST_IN_MEMORY / 2;
/** Bits that say which ids cannot be on disk: of ten million ids, one in a hundred is looked for in vain. */
const FILTER_BITS = 27;
const FILTERS = 3;

/** Finds rows that are there twice by the ids that the file gives them, in bounded memory. */
export class Once {
  readonly #earlier: SortedHashes | null;
  readonly #most: number;
  #seen = new HashSet();
  #filter: Uint8Array | null = null;

  /** Without a folder for them, all ids stay in memory. */
  constructor({ folder, mostInMemory: most = MOST }: Pick<ReadOptions, 'folder' | 'mostInMemory'>) {
    this.#earlier = folder === undefined ? null : new SortedHashes(join(folder, 'once'), most);
    this.#most = most;
  }

  /** Returns false for an id that was asked about before. */
  isNew(id: string): boolean {
    const [high, low] = hashText(id, 0) as unknown as [number, number];
    if (!this.#seen.add(high, low) || this.#isEarlier(high, low)) return false;
    if (this.#earlier && this.#seen.size >= this.#most) this.#write(this.#earlier);
    return true;
  }

  #write(earlier: SortedHashes): void {
    const hashes = this.#seen.sorted();
    const halves = new Uint32Array(hashes.buffer, hashes.byteOffset, hashes.length * 2);
    this.#filter ??= new Uint8Array(2 ** (FILTER_BITS - 3));
    for (let at = 0; at < halves.length; at += 2)
      for (let no = 0; no < FILTERS; no++) {
        const bit = bitOf(halves[at] as number, halves[at + 1] as number, no);
        this.#filter[bit >>> 3]! |= 1 << (bit & 7);
      }
    earlier.add(hashes);
    earlier.settle();
    this.#seen = new HashSet();
  }

  #isEarlier(high: number, low: number): boolean {
    if (!this.#earlier || !this.#filter) return false;
    for (let no = 0; no < FILTERS; no++) {
      const bit = bitOf(high, low, no);
      if (((this.#filter[bit >>> 3] as number) & (1 << (bit & 7))) === 0) return false;
    }
    words[0] = high;
    words[1] = low;
    const hash = numbers[0] as bigint;
    return this.#earlier.near(hash).hashes.includes(hash);
  }

  /** Removes what is on disk. */
  close(): void {
    this.#earlier?.close();
  }
}

function bitOf(high: number, low: number, no: number): number {
  return Math.imul(high ^ (no * 0x9e3779b9), low | 1) >>> (32 - FILTER_BITS);
}

/** The same hash as two numbers and as one. */
const words = new Uint32Array(2);
const numbers = new BigUint64Array(words.buffer);
