import type { NewProperties } from '../db/rollups/properties.ts';
import type { NewValues } from '../db/rollups/values.ts';
import { ROLLUP_PROPERTY } from '../domain/properties.ts';

/** New keys on one day: a website has few, and each can have as many values as a statistic. */
const MOST_KEYS = 100;
/** How many times as many new values all properties of a day can have as one of them. */
const ALL_PROPERTIES = 10;

/** What one day has had before this fold. */
export interface SeenProperties {
  readonly keys: number;
  /** The number of new values by the id of their key. */
  readonly values: ReadonlyMap<number, number>;
}

interface Day {
  readonly before: SeenProperties;
  readonly keys: Set<number>;
  readonly values: Map<number, Set<number>>;
  /** The new values of all properties, with those before this fold. */
  all: number;
  refused: number;
}

/** Limits the new keys, and the new values of each key, of a day: `max` for each of them. */
export class PropertyBound {
  readonly #max: number;
  readonly #seen: ReadonlyMap<number, SeenProperties>;
  readonly #days = new Map<number, Day>();

  constructor(max: number, seen: ReadonlyMap<number, SeenProperties>) {
    this.#max = max;
    this.#seen = seen;
  }

  /** Returns how much of a property is accepted; without its key, its value is not either. */
  admit(day: number, key: number, value: number): 'all' | 'key' | 'nothing' {
    const mine = this.#dayOf(day);
    if (key < 0 && !mine.keys.has(key)) {
      if (mine.before.keys + mine.keys.size >= Math.min(MOST_KEYS, this.#max)) {
        mine.refused++;
        return 'nothing';
      }
      mine.keys.add(key);
    }
    if (value >= 0) return 'all';
    const values = mine.values.get(key) ?? new Set();
    if (values.has(value)) return 'all';
    const seen = (mine.before.values.get(key) ?? 0) + values.size;
    if (seen >= this.#max || mine.all >= this.#max * ALL_PROPERTIES) {
      mine.refused++;
      return 'key';
    }
    mine.values.set(key, values.add(value));
    mine.all++;
    return 'all';
  }

  /** Returns the numbers of accepted keys, and how often something was not accepted. */
  keys(): NewValues[] {
    return [...this.#days]
      .filter(([, { keys, refused }]) => keys.size + refused > 0)
      .map(([day, { keys, refused }]) => ({ day, rollup: ROLLUP_PROPERTY, seen: keys.size, refused }));
  }

  /** Returns the numbers of accepted values. */
  values(idOf: (id: number) => number): NewProperties[] {
    return [...this.#days].flatMap(([day, { values }]) =>
      [...values].map(([key, { size }]) => ({ day, key: idOf(key), seen: size })),
    );
  }

  #dayOf(day: number): Day {
    let mine = this.#days.get(day);
    if (!mine) {
      const before = this.#seen.get(day) ?? { keys: 0, values: new Map() };
      const all = [...before.values.values()].reduce((sum, seen) => sum + seen, 0);
      mine = { before, keys: new Set(), values: new Map(), all, refused: 0 };
      this.#days.set(day, mine);
    }
    return mine;
  }
}
