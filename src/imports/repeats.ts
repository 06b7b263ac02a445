import { MOST_IN_MEMORY, SortedHashes } from './bounded/sorted-hashes.ts';

/*
 * Two files can have the same rows, in one import and in two, and a file can have equal rows, such as two requests in one
 * second. Of equal rows, as many count as the file with the most of them has.
 */

/** The hashes of rows that earlier imports of the same source have counted; each makes one row of a file a repeat. */
export class Repeats {
  readonly #hashes: SortedHashes;
  /** A bit for each hash that the rows of this file have taken. */
  readonly #used: Uint8Array;
  /** The same of all files. */
  readonly #taken: Uint8Array;
  #hasTaken = false;

  private constructor(hashes: SortedHashes) {
    this.#hashes = hashes;
    this.#used = new Uint8Array(Math.ceil(hashes.length / 8));
    this.#taken = new Uint8Array(this.#used.length);
  }

  /** `bodies` are hashes of 8 bytes each, as `packHashes` returns them; what does not fit in memory is in a file until `close`. */
  static async of(bodies: AsyncIterable<Uint8Array>, path: string, most = MOST_IN_MEMORY): Promise<Repeats> {
    const hashes = new SortedHashes(path, most);
    try {
      for await (const body of bodies) hashes.add(hashesIn(body));
      hashes.settle();
    } catch (error) {
      hashes.close();
      throw error;
    }
    return new Repeats(hashes);
  }

  get isEmpty(): boolean {
    return this.#hashes.length === 0;
  }

  /** Begins with the rows of another file, which can repeat the same ones. */
  beginFile(): void {
    this.#used.fill(0);
  }

  /** Returns true for a row that was counted before; two equal rows of a file are repeats only if both were. */
  take(hash: bigint): boolean {
    if (this.isEmpty) return false;
    const { from, hashes } = this.#hashes.near(hash);
    for (let at = hashes.indexOf(hash); at >= 0 && hashes[at] === hash; at++) {
      const place = from + at;
      if (hasBit(this.#used, place)) continue;
      setBit(this.#used, place);
      setBit(this.#taken, place);
      this.#hasTaken = true;
      return true;
    }
    return false;
  }

  /** Returns true if one of the hashes of a body was a repeat in any file. */
  hasTakenOf(body: Uint8Array): boolean {
    return this.#hasTaken && hashesIn(body).some(hash => this.#isTaken(hash));
  }

  close(): void {
    this.#hashes.close();
  }

  #isTaken(hash: bigint): boolean {
    const { from, hashes } = this.#hashes.near(hash);
    const at = hashes.indexOf(hash);
    // Of equal ones, the first is taken first.
    return at >= 0 && hasBit(this.#taken, from + at);
  }
}

function hasBit(bits: Uint8Array, place: number): boolean {
  return ((bits[place >>> 3] as number) & (1 << (place & 7))) !== 0;
}

function setBit(bits: Uint8Array, place: number): void {
  bits[place >>> 3]! |= 1 << (place & 7);
}

function hashesIn(body: Uint8Array): BigUint64Array {
  // A view of numbers begins at a multiple of their size.
  return new BigUint64Array(Uint8Array.from(body).buffer);
}

export interface Divided<T> {
  readonly counted: T[];
  /** Those that an earlier file has as well. */
  readonly repeated: T[];
}

/** Divides the rows of several files, which come one file after the other, and keeps their order. */
export function divideRepeats<T extends { readonly hash: bigint; readonly file: string }>(
  rows: readonly T[],
): Divided<T> {
  const divided: Divided<T> = { counted: [], repeated: [] };
  const equal = new Map<bigint, { file: string; ofFile: number; counted: number }>();
  for (const row of rows) {
    const { hash, file } = row;
    let found = equal.get(hash);
    if (!found) {
      found = { file, ofFile: 0, counted: 0 };
      equal.set(hash, found);
    }
    if (found.file !== file) {
      found.file = file;
      found.ofFile = 0;
    }
    if (++found.ofFile > found.counted) {
      found.counted++;
      divided.counted.push(row);
    } else divided.repeated.push(row);
  }
  return divided;
}

/** Returns hashes in 8 bytes each, the lowest first. */
export function packHashes(hashes: readonly bigint[]): Buffer {
  return Buffer.from(BigUint64Array.from(hashes).buffer);
}
