import { ROLLUP_EVENT } from '../counting/rollups.ts';
import type { FoldHit } from '../counting/visit.ts';
import type { Amount } from '../domain/amount.ts';
import type { HitKind } from '../domain/stored-hit.ts';
import type { NewValueBound } from './new-values.ts';
import { type FoldableHit, UNIT } from './text-table.ts';
import type { UnitBound } from './units.ts';

/** Units are limited like values; no statistic has this number. */
const ROLLUP_UNIT = 0;

/** The ids of all hits of a fold, in one table because an object for each hit would cost more than the lookups. */
interface ValueTable {
  readonly table: Int32Array;
  readonly described: ReadonlyMap<FoldableHit, Int32Array>;
  readonly bound: NewValueBound | undefined;
  readonly units: UnitBound | undefined;
  readonly other: number;
}

const NO_IDS: readonly number[] = [];

/** A hit with ids in place of its texts; those beyond a limit are the id of `(other)`. */
export class InternedHit implements FoldHit {
  readonly unit: number;
  readonly properties: readonly number[];
  readonly #hit: FoldableHit;
  readonly #values: ValueTable;
  readonly #at: number;

  constructor(hit: FoldableHit, values: ValueTable, at: number) {
    this.#hit = hit;
    this.#values = values;
    this.#at = at;
    this.unit = this.#boundedUnit();
    this.properties = hit.properties.length === 0 ? NO_IDS : this.#boundedProperties();
  }

  get time(): number {
    return this.#hit.time;
  }
  get day(): number {
    return this.#hit.day;
  }
  get hour(): number {
    return this.#hit.hour;
  }
  get visitor(): string {
    return this.#hit.visitor;
  }
  get kind(): HitKind {
    return this.#hit.kind;
  }
  get amount(): Amount | null {
    return this.#hit.amount;
  }
  get seconds(): number {
    return this.#hit.seconds;
  }
  get depth(): number | null {
    return this.#hit.depth;
  }
  get interactive(): boolean {
    return this.#hit.interactive;
  }

  valueId(rollup: number): number {
    const id = this.#values.table[this.#at + rollup] as number;
    return id < 0 ? this.#bounded(id, rollup) : id;
  }

  #boundedUnit(): number {
    const { table, units, other } = this.#values;
    const unit = table[this.#at + UNIT] as number;
    if (unit === 0) return 0;
    const isAdmitted = this.#hit.amount === null || units?.admit(this.valueId(ROLLUP_EVENT), unit);
    return isAdmitted ? this.#bounded(unit, ROLLUP_UNIT) : other;
  }

  #boundedProperties(): readonly number[] {
    const { described, bound, other } = this.#values;
    const ids = described.get(this.#hit) as Int32Array;
    return bound ? bound.properties.admit(this.day, ids, other) : Array.from(ids);
  }

  knownId(rollup: number): number {
    const { table, bound, other } = this.#values;
    const id = table[this.#at + rollup] as number;
    return id < 0 && bound && !bound.isAdmitted(this.#hit.day, rollup, id) ? other : id;
  }

  #bounded(id: number, rollup: number): number {
    const { bound, other } = this.#values;
    return id < 0 && id !== other && bound && !bound.admit(this.#hit.day, rollup, id) ? other : id;
  }
}
