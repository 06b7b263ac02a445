import { type HashRun, HashRuns, indexOf, LOOKUP_BITS } from './hash-runs.ts';

/** Hashes that are kept in memory, in 8 bytes each. */
export const MOST_IN_MEMORY = 1 << 20;

const REST = BigInt(64 - LOOKUP_BITS);

/** Hashes of 64 bits that can be looked up: a few in memory, and many in a sorted file, with one read for each look. */
export class SortedHashes {
  readonly #path: string;
  readonly #most: number;
  #file: HashRuns;
  #files = 0;
  #runs: HashRun[] = [];
  /** What is not in the file; sorted, and a single piece, once it is settled. */
  #inMemory: BigUint64Array[] = [];
  #added = 0;
  #index: Uint32Array = new Uint32Array((1 << LOOKUP_BITS) + 1);

  /** Files whose names begin with `path` exist until `close`. */
  constructor(path: string, most = MOST_IN_MEMORY) {
    this.#path = path;
    this.#most = most;
    this.#file = new HashRuns(`${path}-0`);
  }

  get length(): number {
    return this.#index.at(-1) as number;
  }

  /** Takes hashes in any order, also repeated ones; they are found after `settle`. */
  add(hashes: BigUint64Array): void {
    this.#inMemory.push(hashes);
    this.#added += hashes.length;
    if (this.#added > this.#most) this.#write();
  }

  settle(): void {
    if (this.#runs.length === 0) {
      const sorted = concatenated(this.#inMemory).sort();
      this.#inMemory = [sorted];
      this.#index = indexOf(sorted, LOOKUP_BITS);
      return;
    }
    if (this.#added > 0) this.#write();
    if (this.#runs.length > 1) this.#merge();
    this.#index = (this.#runs[0] as HashRun).index;
  }

  /** Returns the settled hashes that are equal to one in their first bits, and the position of the first of them. */
  near(hash: bigint): { readonly from: number; readonly hashes: BigUint64Array } {
    const bits = Number(hash >> REST);
    const [from, to] = [this.#index[bits] as number, this.#index[bits + 1] as number];
    const [run] = this.#runs;
    const hashes = run ? this.#file.read(run, from, to) : (this.#inMemory[0]?.subarray(from, to) ?? NONE);
    return { from, hashes };
  }

  close(): void {
    this.#file.close();
  }

  #write(): void {
    this.#runs.push(this.#file.write(concatenated(this.#inMemory).sort(), LOOKUP_BITS));
    this.#inMemory = [];
    this.#added = 0;
  }

  #merge(): void {
    const index = new Uint32Array(this.#index.length);
    for (const run of this.#runs) for (let at = 0; at < index.length; at++) index[at]! += run.index[at] as number;
    const merged = new HashRuns(`${this.#path}-${++this.#files}`);
    for (const hashes of this.#file.parts(this.#runs)) merged.append(hashes);
    this.#file.close();
    this.#file = merged;
    this.#runs = [{ at: 0, bits: LOOKUP_BITS, index }];
  }
}

const NONE = new BigUint64Array(0);

function concatenated(pieces: readonly BigUint64Array[]): BigUint64Array {
  const all = new BigUint64Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
