import type { NewProperties } from '../db/rollups/properties.ts';
import type { NewValues } from '../db/rollups/values.ts';
import { ROLLUP_PROPERTY } from '../domain/properties.ts';
import type { Shares } from './shares.ts';
import type { Witnesses } from './witnesses.ts';

/** New keys on one day: a website has few, and each can have as many values as a statistic. */
const MOST_KEYS = 100;
/** How many times as many new values all properties of a day can have as one of them. */
const ALL_PROPERTIES = 10;

/** What one day has had before this fold. */
export interface SeenProperties {
  readonly keys: number;
  /** The number of new values by the id of their key. */
  readonly values: ReadonlyMap<number, number>;
  /** The new values that networks have brought, whatever their keys. */
  readonly shares: Shares;
}

interface Day {
  readonly before: SeenProperties;
  readonly keys: Set<number>;
  readonly values: Map<number, Set<number>>;
  /** The new values of all properties, with those before this fold. */
  all: number;
  /** The number of hits with a key that was not accepted. */
  refused: number;
  /** The number of hits whose value was not accepted, by the id of its key. */
  readonly refusedValues: Map<number, number>;
}

/** Limits the new keys, and the new values of each key, of a day: `max` for each of them. */
export class PropertyBound {
  readonly #max: number;
  readonly #open: number;
  readonly #witnesses: Witnesses;
  readonly #seen: ReadonlyMap<number, SeenProperties>;
  readonly #days = new Map<number, Day>();

  /** Values of one visitor alone find room only up to `open`. */
  constructor(
    { max, open }: { readonly max: number; readonly open: number },
    seen: ReadonlyMap<number, SeenProperties>,
    witnesses: Witnesses,
  ) {
    this.#max = max;
    this.#open = open;
    this.#seen = seen;
    this.#witnesses = witnesses;
  }

  /**
   * Returns the ids of keys and values of a hit, in turn, with those that are not accepted as `other`; without its key,
   * a value is not accepted either. All such properties of a hit are one.
   */
  admit(day: number, ids: ArrayLike<number>, other: number): number[] {
    const mine = this.#dayOf(day);
    const properties = new Map<number, number>();
    for (let at = 0; at < ids.length; at += 2) {
      const key = ids[at] as number;
      const value = ids[at + 1] as number;
      if (!this.#admitsKey(mine, key)) properties.set(other, other);
      else if (value === other || this.#admitsValue(mine, key, value)) properties.set(key, value);
      else {
        properties.set(key, other);
        mine.refusedValues.set(key, (mine.refusedValues.get(key) ?? 0) + 1);
      }
    }
    if (properties.has(other)) mine.refused++;
    return [...properties].flat();
  }

  #admitsKey(mine: Day, key: number): boolean {
    if (key >= 0 || mine.keys.has(key)) return true;
    if (mine.before.keys + mine.keys.size >= Math.min(MOST_KEYS, this.#max)) return false;
    mine.keys.add(key);
    return true;
  }

  #admitsValue(mine: Day, key: number, value: number): boolean {
    if (value >= 0) return true;
    const values = mine.values.get(key) ?? new Set();
    if (values.has(value)) return true;
    const seen = (mine.before.values.get(key) ?? 0) + values.size;
    const network = this.#witnesses.networkOf(value);
    const { shares } = mine.before;
    const isCrowded = network !== null && !shares.admits(network);
    const max = this.#witnesses.isShared(value) ? this.#max : this.#open;
    if (isCrowded || seen >= max || mine.all >= max * ALL_PROPERTIES) {
      this.#witnesses.refuse(value);
      return false;
    }
    mine.values.set(key, values.add(value));
    mine.all++;
    if (network !== null) shares.add(network);
    return true;
  }

  /** Returns the numbers of accepted keys, and of hits with another one. */
  keys(): NewValues[] {
    return [...this.#days]
      .filter(([, { keys, refused, before }]) => keys.size + refused > 0 || before.shares.isChanged)
      .map(([day, { keys, refused, before }]) => {
        return { day, rollup: ROLLUP_PROPERTY, seen: keys.size, refused, ...before.shares.toRow() };
      });
  }

  /** Returns, by key, the numbers of accepted values, and of hits with another one. */
  values(idOf: (id: number) => number): NewProperties[] {
    return [...this.#days].flatMap(([day, { values, refusedValues }]) =>
      [...new Set([...values.keys(), ...refusedValues.keys()])].map(key => ({
        day,
        key: idOf(key),
        seen: values.get(key)?.size ?? 0,
        refused: refusedValues.get(key) ?? 0,
      })),
    );
  }

  #dayOf(day: number): Day {
    let mine = this.#days.get(day);
    if (!mine) {
      const before = this.#seen.get(day) as SeenProperties;
      const all = [...before.values.values()].reduce((sum, seen) => sum + seen, 0);
      mine = { before, keys: new Set(), values: new Map(), all, refused: 0, refusedValues: new Map() };
      this.#days.set(day, mine);
    }
    return mine;
  }
}
