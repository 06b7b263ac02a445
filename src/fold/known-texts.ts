import type { KnownIds } from './known-values.ts';

/** Texts of each of the two halves; all of them together take some tens of megabytes. */
const HALF = 150_000;

/**
 * The ids of the latest texts of one website's import. It is much faster than the cache of KnownValues, which only has to
 * know the newest of them to tell whether all are certain.
 */
export class KnownTexts {
  #young = new Map<string, number>();
  #old = new Map<string, number>();
  #era = -1;

  /** Returns the id of a text, if it is certain in the era of `ids`. */
  get(ids: KnownIds, text: string): number | undefined {
    if (ids.era !== this.#era) return undefined;
    const id = this.#young.get(text);
    if (id !== undefined) return id;
    const before = this.#old.get(text);
    if (before !== undefined) this.#add(text, before);
    return before;
  }

  /** Call this after the commit that made the ids certain. */
  keep(ids: KnownIds, found: ReadonlyMap<string, number>): void {
    if (ids.era !== this.#era) {
      this.#young = new Map();
      this.#old = new Map();
      this.#era = ids.era;
    }
    let newest: readonly [text: string, id: number] = ['', 0];
    for (const [text, id] of found) {
      // A text that was cut out of a file would keep the whole piece of it in memory.
      this.#add(Buffer.from(text).toString(), id);
      if (id > newest[1]) newest = [text, id];
    }
    if (newest[1] > 0) ids.keep(...newest);
  }

  #add(text: string, id: number): void {
    if (this.#young.size >= HALF) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, id);
  }
}
