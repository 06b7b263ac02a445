import { latestUsed } from '../../domain/latest-used.ts';

/** A time in which everything that a process has cached about the texts of a website is certain. */
export interface Era {
  /** Part of the keys of everything that is cached in this era; no other era has the same. */
  readonly key: number;
  /** The latest version of the website that was seen. */
  readonly version: number;
  /** The cached text with the highest id; null if nothing is cached. */
  readonly newest: { readonly id: number; readonly text: string } | null;
}

/** Websites whose eras are remembered; what is cached about another one is not found again. */
const WEBSITES = 100_000;

/**
 * The eras of websites. A text never changes its id, but a database that fails over can lose its last commits, and then
 * gives their ids to other texts. Commits are lost from the end: while versions never go back and the newest cached text
 * has its id, all cached ones have theirs. Otherwise a new era begins, in which nothing is cached.
 */
export class ValueEras {
  readonly #eras = latestUsed<number, Era>(WEBSITES);
  #last = 0;

  /** Returns the era of a website that is at this version; a new one if it was ahead of that before. */
  of(website: number, version: number): Era {
    const era = this.#eras.get(website);
    return era && era.version <= version ? era : this.begin(website, version);
  }

  /** Begins a new era and returns it. */
  begin(website: number, version: number): Era {
    const era = { key: ++this.#last, version, newest: null };
    this.#eras.set(website, era);
    return era;
  }

  /** Records that a text was cached under the key of an era, or with null that the era was confirmed at this version. */
  confirm(website: number, key: number, version: number, text: Era['newest']): void {
    const era = this.#eras.get(website);
    if (era?.key !== key) return;
    const newest = text && text.id > (era.newest?.id ?? 0) ? text : era.newest;
    this.#eras.set(website, { key, version: Math.max(version, era.version), newest });
  }
}
