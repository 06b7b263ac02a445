import { join } from 'node:path';
import type { ImportContext } from '../context.ts';
import { folderOf } from '../folder.ts';
import { HashSet } from '../hash.ts';
import { type HashRun, HashRuns } from './hash-runs.ts';
import { MOST_IN_MEMORY } from './sorted-hashes.ts';

/** Counts different hashes of one kind. */
export interface DistinctCounter {
  /** Takes a hash as two numbers of 32 bits. */
  add(high: number, low: number): void;
  /** Begins again. */
  clear(): void;
  readonly size: number;
}

/** Counts different hashes of several kinds in bounded memory: what does not fit is sorted and written to a file. */
export class Distinct {
  readonly #runs: HashRuns;
  readonly #most: number;
  readonly #counters: Counter[] = [];
  #inMemory = 0;

  /** The file exists until `close`. */
  constructor(path: string, most = MOST_IN_MEMORY) {
    this.#runs = new HashRuns(path);
    this.#most = most;
  }

  /** Returns a counter for hashes of another kind. */
  counter(): DistinctCounter {
    const counter = new Counter(this.#runs, () => {
      if (++this.#inMemory < this.#most) return;
      for (const one of this.#counters) one.write();
      this.#inMemory = 0;
    });
    this.#counters.push(counter);
    return counter;
  }

  close(): void {
    this.#runs.close();
  }
}

/** Returns what counts the values of an import. */
export function openDistinct({ dataDir, mostInMemory }: ImportContext, id: number): Distinct {
  return new Distinct(join(folderOf(dataDir, id), 'distinct'), mostInMemory);
}

class Counter implements DistinctCounter {
  readonly #file: HashRuns;
  readonly #added: () => void;
  #runs: HashRun[] = [];
  #set = new HashSet();
  #size: number | null = null;

  constructor(file: HashRuns, added: () => void) {
    this.#file = file;
    this.#added = added;
  }

  add(high: number, low: number): void {
    if (!this.#set.add(high, low)) return;
    this.#size = null;
    this.#added();
  }

  clear(): void {
    this.#set = new HashSet();
    this.#runs = [];
    this.#size = null;
  }

  write(): void {
    if (this.#set.size > 0) this.#runs.push(this.#file.write(this.#set.sorted()));
    this.#set = new HashSet();
  }

  get size(): number {
    if (this.#runs.length === 0) return this.#set.size;
    if (this.#size !== null) return this.#size;
    if (this.#set.size > 0) this.write();
    let size = 0;
    for (const hashes of this.#file.parts(this.#runs)) size += countDifferent(hashes);
    this.#size = size;
    return size;
  }
}

/** Returns the number of different hashes among sorted ones. */
function countDifferent(hashes: BigUint64Array): number {
  const words = new Uint32Array(hashes.buffer, hashes.byteOffset, hashes.length * 2);
  let count = words.length === 0 ? 0 : 1;
  for (let at = 2; at < words.length; at += 2)
    if (words[at] !== words[at - 2] || words[at + 1] !== words[at - 1]) count++;
  return count;
}
