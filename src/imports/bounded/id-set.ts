const WORD = 32;
/** Words of a page. */
const PAGE = 2_048;

/** A set of ids of the dictionary, which follow one another: a bit for each, in pages. */
export class IdSet {
  readonly #pages: (Uint32Array | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(id: number): void {
    if (this.has(id)) return;
    const page = Math.floor(id / (WORD * PAGE));
    const words = this.#pages[page] ?? new Uint32Array(PAGE);
    this.#pages[page] = words;
    words[Math.floor(id / WORD) % PAGE]! |= 1 << (id % WORD);
    this.#size++;
  }

  has(id: number): boolean {
    const words = this.#pages[Math.floor(id / (WORD * PAGE))];
    return words !== undefined && ((words[Math.floor(id / WORD) % PAGE] as number) & (1 << (id % WORD))) !== 0;
  }
}
