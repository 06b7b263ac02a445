import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Runs are read together in this many parts, by the first bits of the hashes. */
const PART_BITS = 6;
/** The finest index of a run, for those in which single hashes are looked up. */
export const LOOKUP_BITS = 16;

/** Sorted hashes in a file. `index` says at which of them each value of the first `bits` bits begins, and ends with their number. */
export interface HashRun {
  /** In bytes. */
  readonly at: number;
  readonly bits: number;
  readonly index: Uint32Array;
}

/** Returns the index of sorted hashes. */
export function indexOf(hashes: BigUint64Array, bits: number): Uint32Array {
  const index = new Uint32Array((1 << bits) + 1);
  const words = new Uint32Array(hashes.buffer, hashes.byteOffset, hashes.length * 2);
  for (let at = 1; at < words.length; at += 2) index[((words[at] as number) >>> (32 - bits)) + 1]!++;
  for (let at = 1; at < index.length; at++) index[at]! += index[at - 1] as number;
  return index;
}

/** A file with runs of sorted hashes of 64 bits, for what does not fit in memory. It exists only as long as it is open. */
export class HashRuns {
  readonly #path: string;
  #file: number | null = null;
  #length = 0;

  constructor(path: string) {
    this.#path = path;
  }

  write(hashes: BigUint64Array, bits = PART_BITS): HashRun {
    const run = { at: this.#length, bits, index: indexOf(hashes, bits) };
    this.append(hashes);
    return run;
  }

  /** Appends hashes to the latest run. */
  append(hashes: BigUint64Array): void {
    if (this.#file === null) {
      mkdirSync(dirname(this.#path), { recursive: true });
      this.#file = openSync(this.#path, 'w+', 0o600);
    }
    const bytes = Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at, bytes.length - at, this.#length + at);
    this.#length += bytes.length;
  }

  /** Returns the hashes of a run from a position to another. */
  read({ at }: HashRun, from: number, to: number): BigUint64Array {
    const hashes = new BigUint64Array(to - from);
    if (this.#file !== null && to > from)
      readSync(this.#file, new Uint8Array(hashes.buffer), 0, hashes.byteLength, at + from * 8);
    return hashes;
  }

  /** Yields the hashes of all runs in their order, in parts of which each fits in memory. */
  *parts(runs: readonly HashRun[]): Generator<BigUint64Array> {
    for (let part = 0; part < 1 << PART_BITS; part++) {
      const some = runs.map(run => {
        const step = 1 << (run.bits - PART_BITS);
        return this.read(run, run.index[part * step] as number, run.index[(part + 1) * step] as number);
      });
      const all = new BigUint64Array(some.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const hashes of some) {
        all.set(hashes, at);
        at += hashes.length;
      }
      yield some.length > 1 ? all.sort() : all;
    }
  }

  /** Removes the file. */
  close(): void {
    if (this.#file === null) return;
    closeSync(this.#file);
    this.#file = null;
    rmSync(this.#path, { force: true });
  }
}
