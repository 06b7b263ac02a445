import { join } from 'node:path';
import { MOST_IN_MEMORY, SortedHashes } from './bounded/sorted-hashes.ts';
import { HashSet, hashText } from './hash.ts';
import type { ReadOptions } from './importer.ts';

/** Finds the rows that several files of one import have in common, by the ids that the tool gave them, in bounded memory. */
export class Once {
  readonly #earlier: SortedHashes | null;
  readonly #most: number;
  #seen = new HashSet();

  /** Without a folder for them, all ids stay in memory. */
  constructor({ folder, mostInMemory: most = MOST_IN_MEMORY }: Pick<ReadOptions, 'folder' | 'mostInMemory'>) {
    this.#earlier = folder === undefined ? null : new SortedHashes(join(folder, 'once'), most);
    this.#most = most;
  }

  /** Returns false for an id that was asked about before. */
  isNew(id: string): boolean {
    const [high, low] = hashText(id, 0) as unknown as [number, number];
    if (!this.#seen.add(high, low) || this.#isEarlier(high, low)) return false;
    if (this.#earlier && this.#seen.size >= this.#most) {
      this.#earlier.add(this.#seen.sorted());
      this.#earlier.settle();
      this.#seen = new HashSet();
    }
    return true;
  }

  #isEarlier(high: number, low: number): boolean {
    if (!this.#earlier || this.#earlier.length === 0) return false;
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

/** The same hash as two numbers and as one. */
const words = new Uint32Array(2);
const numbers = new BigUint64Array(words.buffer);
