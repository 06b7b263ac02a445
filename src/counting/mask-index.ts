/** Numbers each different mask in the order in which it was first seen. */
export class MaskIndex {
  length = 0;
  /** The mask of each number; longer than `length`. */
  masks = new Uint32Array(1_024);
  /** One more than the number of a mask; 0 where none is. At least four times as long as there is room for masks. */
  #table = new Int32Array(4_096);

  clear(): void {
    this.#table.fill(0);
    this.length = 0;
  }

  /** Returns the number of a mask; a new one gets the next. */
  numberOf(mask: number): number {
    const table = this.#table;
    const last = table.length - 1;
    let at = (Math.imul(mask, 0x9e3779b1) >>> 9) & last;
    for (;;) {
      const number = (table[at] as number) - 1;
      if (number < 0) break;
      if (this.masks[number] === mask) return number;
      at = (at + 1) & last;
    }
    if (this.length === this.masks.length) {
      this.#grow();
      return this.numberOf(mask);
    }
    this.masks[this.length] = mask;
    table[at] = this.length + 1;
    return this.length++;
  }

  #grow(): void {
    const masks = this.masks;
    this.masks = new Uint32Array(masks.length * 2);
    this.#table = new Int32Array(masks.length * 8);
    this.length = 0;
    for (const mask of masks) this.numberOf(mask);
  }
}
