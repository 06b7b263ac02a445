import type { BadRow, LeftOutReason } from '../domain/import.ts';

/** As many bad rows are listed; all are counted. */
const LISTED = 100;

/** How many rows of an import count, and why the others do not. */
export class SeenRows {
  rows = 0;
  counted = 0;
  /** Days since 1970-01-01, of the rows that count. */
  firstDay = Number.POSITIVE_INFINITY;
  lastDay = Number.NEGATIVE_INFINITY;
  readonly bad: BadRow[] = [];
  readonly #notes: BadRow[] = [];
  /** Numbers of rows by reason. */
  readonly leftOutFor: Record<string, number> = {};

  count(day: number): void {
    this.rows++;
    this.counted++;
    if (day < this.firstDay) this.firstDay = day;
    if (day > this.lastDay) this.lastDay = day;
  }

  leaveOut(reason: LeftOutReason): void {
    this.rows++;
    this.leftOutFor[reason] = (this.leftOutFor[reason] ?? 0) + 1;
  }

  /** Leaves rows out that were counted, because others of their days are equal. */
  leaveOutRepeated(rows: number): void {
    if (rows === 0) return;
    this.counted -= rows;
    this.leftOutFor.repeated = (this.leftOutFor.repeated ?? 0) + rows;
  }

  /** What people see, notes first. */
  get told(): readonly BadRow[] {
    return [...this.#notes, ...this.bad].slice(0, LISTED);
  }

  note({ file, line, reason }: BadRow): void {
    this.#notes.push({ file, line, reason });
  }

  /** Adds notes that stand before all others. */
  warn(notes: readonly BadRow[]): void {
    this.#notes.unshift(...notes);
  }

  leaveOutBad({ file, line, reason }: BadRow): void {
    this.leaveOut('bad');
    if (this.bad.length < LISTED) this.bad.push({ file, line, reason });
  }
}
