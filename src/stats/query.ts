import type { Metric, StatName } from '../domain/statistics.ts';

export type SortDirection = 'ASC' | 'DESC';

/** What a statistic is asked for: the one argument that goes down the read path, checked once at the edge. */
export interface StatsQuery {
  readonly website: number;
  readonly name: StatName;
  /** First and last day, inclusive, as days since 1970-01-01 in the website's time zone. */
  readonly from: number;
  readonly to: number;
  /** Literal substring of the value, ASCII letters in either case; null for all. */
  readonly search: string | null;
  readonly sortBy: 'COUNT' | 'VALUE';
  readonly sort: SortDirection;
  readonly perPage: number;
  readonly page: number;
  /** True when the rows' sums beside the count are wanted; otherwise they may be null. */
  readonly sums?: boolean;
}

/** One value of a statistic. Sums that the statistic does not keep are null. */
export interface StatRow {
  readonly value: string;
  /** What a person reads. */
  readonly label: string;
  readonly count: number;
  /** Part of the sum of all matching rows, 0 to 1. */
  readonly share: number;
  readonly sums: Readonly<Record<Metric, number | null>>;
}

/** A page of rows; `total` values match, and their counts add up to `sum`. */
export interface StatPage {
  readonly rows: readonly StatRow[];
  readonly total: number;
  readonly sum: number;
  readonly page: number;
  readonly perPage: number;
  /** At least 1. */
  readonly lastPage: number;
}

/** Loads pages; all queries of one tick over the same website and range become one statement. Throws UNAVAILABLE when the database is away. */
export interface StatsLoader {
  load(query: StatsQuery): Promise<StatPage>;
}
