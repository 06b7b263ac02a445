import { LRUCache } from 'lru-cache';
import type { Dialect, Executor } from '../db/dialect.ts';
import type { FoldState } from '../db/rollups/fold-state.ts';
import { type Era, ValueEras } from '../db/rollups/value-eras.ts';
import { findValueIds, valueHash } from '../db/rollups/values.ts';
import { RefusedTexts } from './witnesses.ts';

/** The known ids of one website's texts. */
export interface KnownIds {
  /** Ids that were certain in the same era still are. */
  readonly era: number;
  /** True if the ids of all texts of the website are known, so that any other text is new. */
  readonly areAll: boolean;
  get(text: string): number | undefined;
  /** Call this after the commit of the fold, which made the id certain. */
  keep(text: string, id: number): void;
}

/** Ids of committed texts, by website and text. */
export class KnownValues {
  /** The texts that the limit of new values refused lately. */
  readonly refused = new RefusedTexts();
  // `maxSize` is used because `max` would allocate all memory in advance.
  readonly #ids = new LRUCache<string, number>({
    maxSize: 200_000,
    sizeCalculation: () => 1,
    dispose: (_, key, reason) => {
      if (reason !== 'set') this.#count(Number.parseInt(key, 10), -1);
    },
  });
  /** The number of known ids by the key of their era. */
  readonly #counts = new Map<number, number>();
  readonly #eras = new ValueEras();

  /** Returns the ids that are certain in the state of the website, which `tx` has locked. */
  async of(tx: Executor, dialect: Dialect, website: number, { version, nextValue }: FoldState): Promise<KnownIds> {
    const era = this.#eras.of(website, version);
    const isCertain =
      era.newest === null || (era.newest.id < nextValue && (await isStored(tx, dialect, website, era.newest)));
    const { key } = isCertain ? era : this.#eras.begin(website, version);
    return {
      era: key,
      // No id is left out, and no text has two.
      areAll: (this.#counts.get(key) ?? 0) === nextValue - 1,
      get: text => this.#ids.get(`${key}\0${text}`),
      keep: (text, id) => {
        const name = `${key}\0${text}`;
        if (!this.#ids.has(name)) this.#count(key, 1);
        this.#ids.set(name, id);
        this.#eras.confirm(website, key, version + 1, { id, text });
      },
    };
  }

  #count(era: number, change: 1 | -1): void {
    const count = (this.#counts.get(era) ?? 0) + change;
    if (count === 0) this.#counts.delete(era);
    else this.#counts.set(era, count);
  }
}

async function isStored(
  tx: Executor,
  dialect: Dialect,
  website: number,
  { id, text }: NonNullable<Era['newest']>,
): Promise<boolean> {
  const hash = valueHash(text);
  return (await findValueIds(tx, dialect, website, [hash])).get(hash) === id;
}
