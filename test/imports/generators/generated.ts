import type { ImportOptions, ImportSource } from '../../../src/domain/import.ts';
import type { StatName } from '../../../src/domain/statistics.ts';

/** The totals that a file can know. */
export type Total = 'pageviews' | 'visitors' | 'visits' | 'events' | 'bounces' | 'seconds';

/** What a file holds, and what it must add to answers; what is missing, the file does not know. */
export interface Generated {
  readonly files: Readonly<Record<string, string | Buffer>>;
  readonly options?: Partial<Pick<ImportOptions, 'timezone' | 'mapping'>>;
  readonly totals: Readonly<Partial<Record<Total, number>>>;
  /** The pageviews of every day with any, such as `2026-01-31`. */
  readonly days: Readonly<Record<string, number>>;
  /** The count of every value, in the metric of its statistic. */
  readonly statistics: Readonly<Partial<Record<StatName, Readonly<Record<string, number>>>>>;
  /** The rows that do not count although they can be read, by reason. */
  readonly leftOut?: Readonly<Record<string, number>>;
}

/** Makes files of one format for the website site-1.example, all before 2026-03-01. */
export interface Generator {
  /** The source, and the form if it has several. */
  readonly name: string;
  readonly source: ImportSource;
  /** Returns the same for the same seed: at most some 150 rows, among them the odd ones of the format. */
  generate(seed: number): Generated;
}

/** Adds to the count of a value. */
export function count(counts: Record<string, number>, value: string, more = 1): void {
  counts[value] = (counts[value] ?? 0) + more;
}
