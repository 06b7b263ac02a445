import type { Amount } from '../domain/amount.ts';
import type { Filter } from '../domain/filter.ts';
import type { Interval } from '../domain/intervals.ts';
import type { StoredMetric } from '../domain/metrics.ts';
import type { Compare, DayRange } from '../domain/presets.ts';
import type { StatName } from '../domain/statistics.ts';

export type SortDirection = 'ASC' | 'DESC';

/** What a statistic is asked for: the one argument that goes down the read path, checked once at the edge. */
export interface StatsQuery extends DayRange {
  readonly website: number;
  readonly name: StatName;
  /** Literal substring of the value, ASCII letters in either case; null for all. */
  readonly search: string | null;
  readonly sortBy: 'COUNT' | 'VALUE';
  readonly sort: SortDirection;
  readonly perPage: number;
  readonly page: number;
  /** Only what belongs to matching visits is counted. */
  readonly filter?: Filter | null;
  /** What `previous` of the rows is of; it is null without. */
  readonly compare?: Compare | null;
  /** True when the rows' sums beside the count are wanted; otherwise they may be null. */
  readonly sums?: boolean;
  /** True when the amounts of events are wanted; otherwise they are left out. */
  readonly amounts?: boolean;
  /** True when the row of what came after too many values is wanted by itself. */
  readonly other?: boolean;
}

/** The sums of a row; one that the statistic does not keep is null. */
export type Sums = Readonly<Record<StoredMetric, number | null>>;

/** The sum of an event's amounts in one unit; the empty unit is that of amounts without one. */
export interface UnitSum {
  readonly unit: string;
  readonly sum: Amount;
}

/** One value of a statistic. */
export interface StatRow {
  readonly value: string;
  /** What a person reads. */
  readonly label: string;
  readonly count: number;
  /** Part of the sum of all matching rows, 0 to 1. */
  readonly share: number;
  readonly sums: Sums;
  /** By unit, the empty one first; of events alone. */
  readonly amounts: readonly UnitSum[];
  /** The count in the range that is compared with; null when none is. */
  readonly previous: number | null;
}

/** Where an answer comes from: sums that were kept ready, or a look at the single visits and hits. */
export type Basis = 'ROLLUP' | 'HITS';

/** What is said of every answer. */
export interface Source {
  readonly basis: Basis;
  /** Milliseconds since 1970, UTC: what was acknowledged before, on this machine, is counted. */
  readonly freshAt: number;
}

/** A page of rows; `total` values match, and their counts add up to `sum`. */
export interface StatPage extends Source {
  readonly rows: readonly StatRow[];
  readonly total: number;
  readonly sum: number;
  readonly page: number;
  readonly perPage: number;
  /** At least 1. */
  readonly lastPage: number;
  /** All matching rows together. */
  readonly totals: { readonly sums: Sums; readonly previous: number | null };
  /** The row of `(other)`, when it matches and was wanted; its share is of the same sum. */
  readonly other: StatRow | null;
}

/** What is asked of a website over a range as a whole. */
export interface PeriodQuery extends DayRange {
  readonly website: number;
  /** IANA name of the website's time zone. */
  readonly timezone: string;
  readonly filter: Filter | null;
  readonly compare: Compare | null;
}

/** A time series is asked for by the length of its points. */
export interface TimeseriesQuery extends PeriodQuery {
  readonly interval: Interval;
  /** Milliseconds since 1970, UTC: what is not over by then is partial. */
  readonly now: number;
}
