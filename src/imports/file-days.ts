import { dateOf } from '../domain/calendar.ts';
import { STORED_METRICS } from '../domain/metrics.ts';
import { hashText } from './hash.ts';
import type { NoteRow, Row, SumsRow } from './importer.ts';

/** By the name of a file, the days (since 1970-01-01) that count in another file of the import, as ranges. */
export type RepeatedDays = Readonly<Record<string, readonly (readonly [from: number, to: number])[]>>;

/** The rows of a file on one day, in any order: their number, the sums of their hashes, and all that they count. */
interface Signature {
  rows: number;
  high: number;
  low: number;
  counts: number;
}

interface FileOfDays {
  readonly days: Map<number, Signature>;
  /** The metrics that its rows have of each statistic or property, as bits. */
  readonly statistics: Map<string, number>;
}

/** Which days of files count in another one, and what people should know about days that count in both. */
export interface Overlaps {
  readonly repeated: RepeatedDays;
  readonly notes: readonly NoteRow[];
}

/**
 * Finds out which files of an import overlap, as exports of overlapping periods do: two files whose rows are equal on most
 * of the days that both have. A day on which two such files differ counts from the one with the larger counts, because the
 * last day of an export may not be whole. Files with other rows, such as those of two hosts, add up.
 */
export class FileDays {
  readonly #files = new Map<string, FileOfDays>();

  add(rows: readonly Row[]): void {
    for (const row of rows) if (row.type === 'sums') this.#addRow(row);
  }

  #addRow({ file, day, counted }: SumsRow): void {
    let found = this.#files.get(file);
    if (!found) {
      found = { days: new Map(), statistics: new Map() };
      this.#files.set(file, found);
    }
    let signature = found.days.get(day);
    if (!signature) {
      signature = { rows: 0, high: 0, low: 0, counts: 0 };
      found.days.set(day, signature);
    }
    signature.rows++;
    for (const { name, value, sums, property } of counted) {
      const statistic = property ? `${name}\0${property.event ?? ''}\0${property.key}` : name;
      let metrics = found.statistics.get(statistic) ?? 0;
      const text = `${statistic}\0${value}`;
      let [high, low] = hashText(text, 0) as unknown as [number, number];
      STORED_METRICS.forEach((metric, number) => {
        const sum = sums[metric] ?? -1;
        high = Math.imul(high ^ sum, 0x85ebca6b) + 1;
        low = Math.imul(low ^ (sum + (high >>> 16)), 0xc2b2ae35) + 1;
        if (sum > 0) {
          signature.counts += sum;
          metrics |= 1 << number;
        }
      });
      found.statistics.set(statistic, metrics);
      signature.high = (signature.high + high) | 0;
      signature.low = (signature.low + low) | 0;
    }
  }

  overlaps(): Overlaps {
    const files = [...this.#files];
    const repeated = new Map<string, Set<number>>(files.map(([name]) => [name, new Set()]));
    const notes: NoteRow[] = [];
    files.forEach(([name, file], at) => {
      let isNoted = false;
      for (const [otherName, other] of files.slice(0, at)) {
        const shared = sharedDays(file, other);
        const equal = shared.filter(day => isEqual(file.days.get(day), other.days.get(day)));
        if (equal.length * 2 > shared.length)
          for (const day of shared) {
            const isLarger = countsOf(file, day) > countsOf(other, day);
            repeated.get(isLarger ? otherName : name)?.add(day);
          }
        else if (shared.length > 0 && !isNoted && countTheSame(file, other)) {
          notes.push(noteOf(name, otherName, shared));
          isNoted = true;
        }
      }
    });
    const found = [...repeated].filter(([, days]) => days.size > 0);
    return {
      repeated: Object.fromEntries(found.map(([name, days]) => [name, rangesOf([...days].sort((a, b) => a - b))])),
      notes,
    };
  }
}

function sharedDays({ days }: FileOfDays, other: FileOfDays): number[] {
  return [...days.keys()].filter(day => other.days.has(day));
}

function countTheSame({ statistics }: FileOfDays, other: FileOfDays): boolean {
  return [...statistics].some(([name, metrics]) => (metrics & (other.statistics.get(name) ?? 0)) !== 0);
}

function isEqual(one: Signature | undefined, other: Signature | undefined): boolean {
  return one?.rows === other?.rows && one?.high === other?.high && one?.low === other?.low;
}

function countsOf({ days }: FileOfDays, day: number): number {
  return days.get(day)?.counts ?? 0;
}

function noteOf(file: string, other: string, days: readonly number[]): NoteRow {
  const [from, to] = [dateOf(Math.min(...days)), dateOf(Math.max(...days))];
  const reason =
    from === to
      ? `The day ${from} is in ${other} as well, with different counts, and both files count; if both are exports of the same website, take this day out of one of them.`
      : `Days from ${from} to ${to} are in ${other} as well, with different counts, and both files count; if both are exports of the same website, take these days out of one of them.`;
  return { type: 'note', file, line: 0, reason };
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
