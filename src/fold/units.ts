import type { Executor } from '../db/dialect.ts';
import { readUnits } from '../db/rollups/amounts.ts';

/** The most units of an event of a website, over all days; amounts in further ones are summed as `(other)`. */
const MOST_UNITS = 20;

/** Limits the units in which the amounts of each event are summed: each is a sum in every row of the event. */
export class UnitBound {
  readonly #units: ReadonlyMap<number, Set<number>>;
  readonly #new = new Map<number, Set<number>>();

  constructor(units: ReadonlyMap<number, Set<number>>) {
    this.#units = units;
  }

  /** Reads the units of these events (value ids); an event that is not stored yet has none. */
  static async read(tx: Executor, website: number, events: ReadonlySet<number>): Promise<UnitBound> {
    const units = new Map<number, Set<number>>();
    const stored = [...events].filter(event => event > 0);
    if (stored.length > 0)
      for (const { event, unit } of await readUnits(tx, website, stored))
        units.set(event, (units.get(event) ?? new Set()).add(unit));
    return new UnitBound(units);
  }

  /** Returns whether amounts of the event may be summed in the unit; a unit that was admitted once always is. */
  admit(event: number, unit: number): boolean {
    const stored = this.#units.get(event);
    const added = this.#new.get(event);
    if (stored?.has(unit) || added?.has(unit)) return true;
    if ((stored?.size ?? 0) + (added?.size ?? 0) >= MOST_UNITS) return false;
    if (added) added.add(unit);
    else this.#new.set(event, new Set([unit]));
    return true;
  }
}
