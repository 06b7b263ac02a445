import type { Amount } from '../domain/amount.ts';
import type { ExplainedMetric } from '../domain/explain.ts';
import type { Filter, PropertyRef } from '../domain/filter.ts';
import type { Language } from '../domain/languages.ts';
import type { MetricName, ShownMetric, StoredMetric } from '../domain/metrics.ts';
import type { Comparison, DayRange, Interval, Running } from '../domain/range.ts';
import type { StatName } from '../domain/statistics.ts';

export type SortDirection = 'ASC' | 'DESC';

/** What rows are sorted by: their counts, their values, or one of their metrics. */
export type SortField = 'COUNT' | 'VALUE' | ShownMetric<'rows'>;

/**
 * A query for a statistic: the one argument passed down the read path, validated once at the edge. Days are since
 * 1970-01-01, inclusive.
 */
export interface StatsQuery extends DayRange {
  readonly website: number;
  readonly name: StatName;
  /** The property that the statistic `property` counts by; null for all others. */
  readonly property?: PropertyRef | null;
  /** A literal substring of the value, ignoring the case of ASCII letters; null for all values. */
  readonly search: string | null;
  /** The language whose labels are searched, too, as are pages as people read them; null to search values alone. */
  readonly searchLabels?: Language | null;
  /** A metric needs `sums`. */
  readonly sortBy: SortField;
  readonly sort: SortDirection;
  readonly perPage: number;
  readonly page: number;
  /** Only matching visits and their hits are counted. */
  readonly filter?: Filter | null;
  /** The range that `previous` refers to; `previous` is null without it. */
  readonly compare?: Comparison | null;
  /** How far today has come, if the range is still running and compared; then only what is over is compared. */
  readonly running?: Running | null;
  /** True when the rows' sums are needed in addition to the count; otherwise they may be null. */
  readonly sums?: boolean;
  /** True when the amounts of events are needed; otherwise they are left out. */
  readonly amounts?: boolean;
  /** True when the exit rates of pages are needed; otherwise they are null. */
  readonly exits?: boolean;
  /** True when the hosts of pages are needed; otherwise they are null. */
  readonly hosts?: boolean;
  /** True when the row `(other)`, for values beyond the limit, is needed separately. */
  readonly other?: boolean;
}

/** The sums of a row; a sum that the statistic does not store is null. */
export type Sums = Readonly<Record<StoredMetric, number | null>>;

/** The sum of an event's amounts in one unit; the empty unit is for amounts without a unit. */
export interface UnitSum {
  readonly unit: string;
  readonly sum: Amount;
}

/** The ratios that leave out sums of imports that know only one of their metrics; null where nothing is left. */
export type Ratios = Readonly<Partial<Record<MetricName, number | null>>>;

/** One value of a statistic. */
export interface StatRow {
  readonly value: string;
  /** The text shown to people. */
  readonly label: string;
  readonly count: number;
  /** The share of the sum of all matching rows, 0 to 1. */
  readonly share: number;
  readonly sums: Sums;
  /** The ratios of which imports know only one metric. */
  readonly ratios: Ratios;
  /** The average engaged seconds and depth in percent of a page; null without any, and for other statistics. */
  readonly timeOnPage: number | null;
  readonly scrollDepth: number | null;
  /** Only for pages: the visits that ended on it, divided by its pageviews, 0 to 1. */
  readonly exitRate: number | null;
  /**
   * Only for statistics of pages: the hosts on which it was, the most frequent first. Null if the website had at most
   * one in the range.
   */
  readonly hosts: readonly string[] | null;
  /** By unit, the empty one first; only for events. */
  readonly amounts: readonly UnitSum[];
  /** The count in the compared range; null when nothing is compared. */
  readonly previous: number | null;
  /** The part of the count that `previous` compares with; null unless the range is still running. */
  readonly compared: number | null;
  /** The part of the count that imports have added as sums. */
  readonly imported: number;
}

/** Where a result comes from: stored sums, single visits and hits, or sums and, for its amounts, hits. */
export type Basis = 'ROLLUP' | 'HITS' | 'IMPORTED' | 'MIXED';

/** The sum of everything that an answer counts, and the part of it that is imported: only equality and zero mean anything. */
export interface ImportedShare {
  readonly imported: number;
  readonly all: number;
}

/** The source of a result. */
export interface Source {
  readonly basis: Basis;
  /** Milliseconds since 1970, UTC: every hit acknowledged on this machine before then is counted. */
  readonly freshAt: number;
}

/** A page of rows; `total` values match, and their counts add up to `sum`, those of all values to `sumOfAll`. */
export interface StatPage extends Source {
  readonly rows: readonly StatRow[];
  readonly total: number;
  readonly sum: number;
  readonly sumOfAll: number;
  readonly page: number;
  readonly perPage: number;
  /** At least 1. */
  readonly lastPage: number;
  /** The totals of all matching rows. */
  readonly totals: {
    readonly sums: Sums;
    readonly ratios: Ratios;
    readonly previous: number | null;
    readonly compared: number | null;
    readonly imported: number;
  };
  /** The row of `(other)`, when it matches and was requested; its share refers to the same sum. */
  readonly other: StatRow | null;
}

/** A query for a website over a whole range of days (since 1970-01-01, inclusive). */
export interface PeriodQuery extends DayRange {
  readonly website: number;
  /** IANA name of the website's time zone. */
  readonly timezone: string;
  readonly filter: Filter | null;
  readonly compare: Comparison | null;
  /** How far today has come, if the range is still running and compared; then only what is over is compared. */
  readonly running?: Running | null;
  /** True when the attention of pages is needed, for which a filter reads pageviews; otherwise it may be left out. */
  readonly attention?: boolean;
  /** True when the amounts of events are needed; otherwise they are left out. */
  readonly amounts?: boolean;
}

/** A query for a time series; `interval` is the length of its points. */
export interface TimeseriesQuery extends PeriodQuery {
  readonly interval: Interval;
  /** Milliseconds since 1970, UTC: a point that is not over by then is partial. */
  readonly now: number;
}

/** What is explained; the days really compared can be fewer. */
export interface ExplainQuery extends PeriodQuery {
  readonly compare: Comparison;
  readonly metric: ExplainedMetric;
  /** Milliseconds since 1970, UTC: only days that are over by then are compared. */
  readonly now: number;
  /** Replaces the range that `compare` means. */
  readonly against?: DayRange;
  /** When the website was registered, in milliseconds since 1970 (UTC). */
  readonly registeredAt: number;
}

/** The visits that began in one hour of one day are compared with the mean of the same hour on the days `usual`. */
export interface HourQuery {
  readonly website: number;
  readonly filter: Filter | null;
  /** Days since 1970-01-01, and the hour of day, in the website's time zone. */
  readonly day: number;
  readonly hour: number;
  /** Earlier days. */
  readonly usual: readonly number[];
}
