import { HashSet, hashText } from './hash.ts';

/** Finds the rows that several files of one import have in common, by the ids that the tool gave them. */
export class Once {
  readonly #seen = new HashSet();

  /** Returns false for an id that was asked about before. */
  isNew(id: string): boolean {
    const [high, low] = hashText(id, 0) as unknown as [number, number];
    const before = this.#seen.size;
    this.#seen.add(high, low);
    return this.#seen.size > before;
  }
}
