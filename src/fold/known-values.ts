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
  get(text: string): number | undefined;
  /** Call this after the commit of the fold, which made the id certain. */
  keep(text: string, id: number): void;
}

/** Ids of committed texts, by website and text. */
export class KnownValues {
  /** The texts that the limit of new values refused lately. */
  readonly refused = new RefusedTexts();
  // `maxSize` is used because `max` would allocate all memory in advance.
  readonly #ids = new LRUCache<string, number>({ maxSize: 200_000, sizeCalculation: () => 1 });
  readonly #eras = new ValueEras();

  /** Returns the ids that are certain in the state of the website, which `tx` has locked. */
  async of(tx: Executor, dialect: Dialect, website: number, { version, nextValue }: FoldState): Promise<KnownIds> {
    const era = this.#eras.of(website, version);
    const isCertain =
      era.newest === null || (era.newest.id < nextValue && (await isStored(tx, dialect, website, era.newest)));
    const { key } = isCertain ? era : this.#eras.begin(website, version);
    return {
      era: key,
      get: text => this.#ids.get(`${key}\0${text}`),
      keep: (text, id) => {
        this.#ids.set(`${key}\0${text}`, id);
        this.#eras.confirm(website, key, version + 1, { id, text });
      },
    };
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
