import { STORED_METRICS } from '../domain/metrics.ts';
import { hashText } from './hash.ts';
import type { Row, SumsRow } from './importer.ts';

/** By the name of a file, the days (since 1970-01-01) that an earlier file of the import has as well, as ranges. */
export type RepeatedDays = Readonly<Record<string, readonly (readonly [from: number, to: number])[]>>;

/** The rows of a file on one day, in any order: their number, and the sums of their hashes. */
interface Signature {
  rows: number;
  high: number;
  low: number;
}

/**
 * Finds out which files of an import overlap, as exports of overlapping periods do: two files whose rows are equal on most
 * of the days that both have. Others, such as those of two hosts, add up.
 */
export class FileDays {
  readonly #files = new Map<string, Map<number, Signature>>();

  add(rows: readonly Row[]): void {
    for (const row of rows) if (row.type === 'sums') this.#addRow(row);
  }

  #addRow({ file, day, counted }: SumsRow): void {
    let days = this.#files.get(file);
    if (!days) {
      days = new Map();
      this.#files.set(file, days);
    }
    let signature = days.get(day);
    if (!signature) {
      signature = { rows: 0, high: 0, low: 0 };
      days.set(day, signature);
    }
    signature.rows++;
    for (const { name, value, sums, property } of counted) {
      const text = property ? `${name}\0${property.event ?? ''}\0${property.key}\0${value}` : `${name}\0${value}`;
      let [high, low] = hashText(text, 0) as unknown as [number, number];
      for (const metric of STORED_METRICS) {
        const sum = sums[metric] ?? -1;
        high = Math.imul(high ^ sum, 0x85ebca6b) + 1;
        low = Math.imul(low ^ (sum + (high >>> 16)), 0xc2b2ae35) + 1;
      }
      signature.high = (signature.high + high) | 0;
      signature.low = (signature.low + low) | 0;
    }
  }

  /** Returns the days of files that an earlier one has. */
  repeated(): RepeatedDays {
    const files = [...this.#files];
    const found = new Map<string, (readonly [number, number])[]>();
    files.forEach(([name, days], at) => {
      const repeated = new Set<number>();
      for (const [, earlier] of files.slice(0, at)) {
        const shared = [...days.keys()].filter(day => earlier.has(day));
        const equal = shared.filter(day => isEqual(days.get(day), earlier.get(day)));
        if (equal.length * 2 > shared.length) for (const day of shared) repeated.add(day);
      }
      if (repeated.size > 0) found.set(name, rangesOf([...repeated].sort((a, b) => a - b)));
    });
    return Object.fromEntries(found);
  }
}

function isEqual(one: Signature | undefined, other: Signature | undefined): boolean {
  return one?.rows === other?.rows && one?.high === other?.high && one?.low === other?.low;
}

function rangesOf(days: readonly number[]): (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else ranges.push([day, day]);
  }
  return ranges;
}
