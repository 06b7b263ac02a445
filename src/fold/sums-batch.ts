import { ROLLUP_DAY, ROLLUP_HOUR } from '../counting/rollups.ts';
import { STORED_METRICS } from '../domain/metrics.ts';
import { IMPORTED_PROPERTIES } from '../domain/properties.ts';
import { cutValue, toStorable } from '../domain/text.ts';

const ROLLUPS = 256;

/** The sums of one rollup and day in a batch, as positions of its entries. */
export interface Bucket {
  readonly rollup: number;
  readonly day: number;
  readonly entries: readonly number[];
}

/** Returns true for a rollup whose values are numbers rather than texts. */
export function isNumbered(rollup: number): boolean {
  return rollup === ROLLUP_DAY || rollup === ROLLUP_HOUR;
}

/** Returns the number of a rollup with the id of a property in place of the position of its text. */
export function storedRollup(rollup: number, ids: Int32Array): number {
  if (rollup < IMPORTED_PROPERTIES) return rollup;
  return IMPORTED_PROPERTIES + (ids[rollup - IMPORTED_PROPERTIES] as number);
}

/** Returns a value as it is stored. */
export function storedValue(text: string): string {
  return cutValue(toStorable(text));
}

/**
 * Sums by rollup, day and value, in columns: a file has millions of rows, and an object for each would take most of the
 * time. Several entries may have the same rollup, day and value.
 */
export class SumsBatch {
  /** The rows that the entries are of, counted in the batch. */
  row: Int32Array;
  /** Of a property, IMPORTED_PROPERTIES and the position of its text. */
  rollup: Int32Array;
  day: Int32Array;
  /** The position of a text, or a value that is a number. */
  value: Int32Array;
  /** By the number of each stored metric. */
  columns: readonly Float64Array[];
  /** For each rollup, the metrics that are not zero everywhere, as bits; all properties share the last place. */
  readonly #used = new Int32Array(ROLLUPS);
  length = 0;
  /** As they are stored. */
  readonly texts: string[] = [];
  readonly #places = new Map<string, number>();

  /** `room` is about the number of entries. */
  constructor(room = 1_024) {
    this.row = new Int32Array(room);
    this.rollup = new Int32Array(room);
    this.day = new Int32Array(room);
    this.value = new Int32Array(room);
    this.columns = STORED_METRICS.map(() => new Float64Array(room));
  }

  /** Adds an entry of zeros, and returns its position, for `set`. */
  add(row: number, rollup: number, day: number, value: number): number {
    if (this.length === this.rollup.length) this.#grow();
    const at = this.length++;
    this.row[at] = row;
    this.rollup[at] = rollup;
    this.day[at] = day;
    this.value[at] = value;
    return at;
  }

  /** Sets a sum of an entry, by the number of its metric. */
  set(entry: number, metric: number, sum: number): void {
    if (sum === 0) return;
    (this.columns[metric] as Float64Array)[entry] = sum;
    this.#used[Math.min(this.rollup[entry] as number, ROLLUPS - 1)]! |= 1 << metric;
  }

  /** Sets the sums of an entry to zero, of the metrics whose bits are set. */
  clear(entry: number, metrics: number): void {
    if (metrics === 0) return;
    this.columns.forEach((column, metric) => {
      if ((metrics & (1 << metric)) !== 0) column[entry] = 0;
    });
  }

  /** Returns the metrics that a rollup may have, as bits. */
  usedBy(rollup: number): number {
    return this.#used[Math.min(rollup, ROLLUPS - 1)] as number;
  }

  /** Returns the position of a text. */
  placeOf(text: string): number {
    let place = this.#places.get(text);
    if (place === undefined) {
      place = this.texts.push(storedValue(text)) - 1;
      this.#places.set(text, place);
    }
    return place;
  }

  /** Returns the entries by rollup and day, without those that are not wanted. */
  buckets(isWanted: (entry: number) => boolean = () => true): Bucket[] {
    const found = new Map<number, { rollup: number; day: number; entries: number[] }>();
    for (let entry = 0; entry < this.length; entry++) {
      if (!isWanted(entry)) continue;
      const rollup = this.rollup[entry] as number;
      const day = this.day[entry] as number;
      const key = rollup * 2 ** 24 + day;
      const bucket = found.get(key);
      if (bucket) bucket.entries.push(entry);
      else found.set(key, { rollup, day, entries: [entry] });
    }
    return [...found.values()];
  }

  #grow(): void {
    const longer = <T extends Int32Array | Float64Array>(column: T): T => {
      const wider = new (column.constructor as new (length: number) => T)(column.length * 2);
      wider.set(column);
      return wider;
    };
    this.row = longer(this.row);
    this.rollup = longer(this.rollup);
    this.day = longer(this.day);
    this.value = longer(this.value);
    this.columns = this.columns.map(longer);
  }
}
