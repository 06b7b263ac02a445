import { hash } from 'node:crypto';

const FIRST_SIZE = 1 << 10;

/** A set of hashes of 64 bits, each given as two numbers of 32 bits, in 8 bytes each and little room besides. */
export class HashSet {
  #keys = new Uint32Array(FIRST_SIZE * 2);
  #size = 0;
  #hasZero = false;

  get size(): number {
    return this.#size + Number(this.#hasZero);
  }

  /** Returns false if the hash is there already. */
  add(high: number, low: number): boolean {
    if (high === 0 && low === 0) {
      const isNew = !this.#hasZero;
      this.#hasZero = true;
      return isNew;
    }
    if (this.#size * 4 > (this.#keys.length / 2) * 3) this.#grow();
    const isNew = insert(this.#keys, high, low);
    if (isNew) this.#size++;
    return isNew;
  }

  /** Returns the hashes as numbers of 64 bits, of which the second half is the higher one. */
  sorted(): BigUint64Array {
    const all = new BigUint64Array(this.#keys.slice().buffer).sort();
    return all.subarray(all.length - this.size);
  }

  #grow(): void {
    const before = this.#keys;
    this.#keys = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += 2) {
      const high = before[at] as number;
      const low = before[at + 1] as number;
      if (high !== 0 || low !== 0) insert(this.#keys, high, low);
    }
  }
}

/** Returns false if the hash is there already. */
function insert(keys: Uint32Array, high: number, low: number): boolean {
  const places = keys.length / 2;
  for (let place = low & (places - 1); ; place = (place + 1) & (places - 1)) {
    const found = keys[place * 2] as number;
    const rest = keys[place * 2 + 1] as number;
    if (found === high && rest === low) return false;
    if (found === 0 && rest === 0) {
      keys[place * 2] = high;
      keys[place * 2 + 1] = low;
      return true;
    }
  }
}

/** Two numbers of 32 bits; overwritten by the next hash. */
const words = new Uint32Array(2);

/** Returns a hash of a text as two numbers, which are valid until the next call; `seed` separates kinds of texts. */
export function hashText(text: string, seed: number): Uint32Array {
  let one = 0x9e3779b9 ^ seed;
  let other = 0x85ebca6b ^ Math.imul(seed, 0x27d4eb2f);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x85ebca6b);
    one ^= one >>> 13;
    other = Math.imul(other ^ unit, 0xc2b2ae35);
    other ^= other >>> 16;
  }
  one = Math.imul(one ^ (other >>> 15), 0x2c1b3c6d);
  other = Math.imul(other ^ (one >>> 12), 0x297a2d39);
  words[0] = (one ^ (other >>> 16)) >>> 0;
  words[1] = (other ^ (one >>> 15)) >>> 0;
  return words;
}

const first = new DataView(new ArrayBuffer(8));

/** Returns 8 bytes that stand for a row; without the key, nobody can tell which row it was. */
export function rowHash(key: string, identity: string): bigint {
  // A text of bytes comes several times as fast as a buffer.
  const bytes = hash('sha256', `${key}\0${identity}`, 'binary');
  for (let at = 0; at < 8; at++) first.setUint8(at, bytes.charCodeAt(at));
  return first.getBigUint64(0, true);
}
