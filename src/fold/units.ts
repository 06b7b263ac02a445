import type { Dialect, Executor } from '../db/dialect.ts';
import { type EventUnit, findUnits, readUnits } from '../db/rollups/amounts.ts';

/** The most units of an event of a website, over all days; amounts in further ones are summed as `(other)`. */
const MOST_UNITS = 20;

/** Limits the units in which the amounts of each event are summed: each is a sum in every row of the event. */
export class UnitBound {
  readonly #units: ReadonlyMap<number, Set<number>>;
  readonly #other: number;

  constructor(units: ReadonlyMap<number, Set<number>>, other: number) {
    this.#units = units;
    this.#other = other;
  }

  /**
   * Reads what decides about these pairs of value ids, of which those that are not stored yet are below 0: at most a
   * row of each, and 21 of each event that has a new one. `other` is the id of `(other)`, which is no unit.
   */
  static async read(
    tx: Executor,
    dialect: Dialect,
    website: number,
    pairs: readonly EventUnit[],
    other: number,
  ): Promise<UnitBound> {
    // An event beyond the limit of new values becomes `(other)`.
    const possible = pairs.flatMap(pair => (pair[0] < 0 ? [pair, [other, pair[1]] as const] : [pair]));
    const stored = new Map(possible.map(([event]) => [event, new Set<number>()]));
    const asked = Map.groupBy(
      possible.filter(([event, unit]) => event > 0 && unit !== other),
      ([event]) => event,
    );
    const distinct = [...asked].flatMap(([event, some]) =>
      [...new Set(some.map(([, unit]) => unit))].map((unit): EventUnit => [event, unit]),
    );
    const known = distinct.filter(([, unit]) => unit > 0);
    if (known.length > 0)
      for (const [event, unit] of await findUnits(tx, dialect, website, known)) stored.get(event)?.add(unit);
    const withNew = new Set(distinct.filter(([event, unit]) => !stored.get(event)?.has(unit)).map(([event]) => event));
    for (const event of withNew)
      for (const unit of await readUnits(tx, dialect, website, event, MOST_UNITS + 1))
        if (unit !== other) stored.get(event)?.add(unit);
    return new UnitBound(stored, other);
  }

  /** Returns whether amounts of the event may be summed in the unit; a unit that was admitted once always is. */
  admit(event: number, unit: number): boolean {
    const units = this.#units.get(event);
    if (!units || unit === this.#other) return false;
    if (units.has(unit)) return true;
    if (units.size >= MOST_UNITS) return false;
    units.add(unit);
    return true;
  }
}
