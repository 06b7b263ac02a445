/** Reads bits, the highest of a byte first, from bytes that are added as they arrive. */
export class BitReader {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  /** The bits of the last byte that are not read yet. */
  #rest = 0;
  #restBits = 0;

  /** The bytes that are not read yet. */
  get available(): number {
    return this.#bytes.length - this.#at;
  }

  add(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes.subarray(this.#at), bytes]);
    this.#at = 0;
  }

  /** Returns a number of up to 32 bits. Throws Error at the end. */
  take(count: number): number {
    let value = 0;
    let left = count;
    while (left > 0) {
      if (this.#restBits === 0) {
        if (this.#at >= this.#bytes.length) throw new Error('it ends in the middle');
        this.#rest = this.#bytes[this.#at++] as number;
        this.#restBits = 8;
      }
      const some = Math.min(left, this.#restBits);
      this.#restBits -= some;
      value = (value << some) | ((this.#rest >> this.#restBits) & ((1 << some) - 1));
      left -= some;
    }
    return value >>> 0;
  }

  /** Skips what is left of a byte. */
  align(): void {
    this.#restBits = 0;
  }
}
