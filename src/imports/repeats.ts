/*
 * Two files can have the same rows, in one import and in two, and a file can have equal rows, such as two requests in one
 * second. Of equal rows, as many count as the file with the most of them has.
 */

/** The hashes of rows that earlier imports of the same source have counted; each makes one row of a file a repeat. */
export class Repeats {
  readonly #hashes: BigUint64Array;
  /** 1 for what the rows of this file have taken. */
  readonly #used: Uint8Array;
  /** The same of all files. */
  readonly #taken: Uint8Array;
  #hasTaken = false;

  /** `bodies` are hashes of 8 bytes each, as `packHashes` returns them. */
  constructor(bodies: readonly Uint8Array[]) {
    this.#hashes = new BigUint64Array(bodies.reduce((sum, { length }) => sum + length / 8, 0));
    let at = 0;
    for (const body of bodies) {
      const hashes = hashesIn(body);
      this.#hashes.set(hashes, at);
      at += hashes.length;
    }
    this.#hashes.sort();
    this.#used = new Uint8Array(this.#hashes.length);
    this.#taken = new Uint8Array(this.#hashes.length);
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
    const hashes = this.#hashes;
    for (let at = this.#placeOf(hash); at < hashes.length && hashes[at] === hash; at++) {
      if (this.#used[at] !== 0) continue;
      this.#used[at] = 1;
      this.#taken[at] = 1;
      this.#hasTaken = true;
      return true;
    }
    return false;
  }

  /** Returns true if one of the hashes of a body was a repeat in any file. */
  hasTakenOf(body: Uint8Array): boolean {
    if (!this.#hasTaken) return false;
    return hashesIn(body).some(hash => this.#taken[this.#placeOf(hash)] === 1);
  }

  /** Returns the place of the first of the equal hashes, or where it would be. */
  #placeOf(hash: bigint): number {
    let low = 0;
    let high = this.#hashes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#hashes[middle] as bigint) < hash) low = middle + 1;
      else high = middle;
    }
    return low;
  }
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

export function packHashes(hashes: readonly bigint[]): Buffer {
  const body = Buffer.alloc(hashes.length * 8);
  hashes.forEach((hash, at) => void body.writeBigUInt64LE(hash, at * 8));
  return body;
}
