/** The tools that history can come from, by their name in REST; GraphQL uses capitals. The order never changes. */
export const IMPORT_SOURCES = [
  'plausible',
  'umami',
  'matomo',
  'ga4',
  'goatcounter',
  'fathom',
  'simple_analytics',
  'csv',
  'hits',
  'access_log',
] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** `hits`: the file has single pageviews and events; `sums`: it has counts by day. */
export type ImportKind = 'hits' | 'sums';

/**
 * What happens to an import: `reading` finds faults, days and totals without writing anything, `running` counts the
 * rows, `checking` compares the result with the file, `undoing` takes everything out again.
 */
export const IMPORT_STATES = [
  'waiting',
  'reading',
  'running',
  'checking',
  'done',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** A total, or the sum of a statistic and its number of values. */
export type ImportFigure = number | { readonly sum: number; readonly values: number };

/** What the file says about a total or a statistic, and what was counted or would be; null for what is not known. */
export interface ReportLine {
  readonly name: string;
  readonly file: ImportFigure | null;
  readonly ours: ImportFigure | null;
}

/** Why a row of a file does not count. */
export type LeftOutReason =
  | 'app'
  | 'automatic'
  | 'bad'
  | 'bot'
  | 'counted_here'
  | 'duplicate'
  | 'excluded_country'
  | 'excluded_host'
  | 'excluded_ip'
  | 'excluded_referrer'
  | 'failed_request'
  | 'followed'
  | 'goal'
  | 'link_or_pixel'
  | 'no_page'
  | 'not_counted'
  | 'other_action'
  | 'other_method'
  | 'other_report'
  | 'prefetch'
  | 'redirect'
  | 'repeated'
  | 'spam_referrer'
  | 'unknown_website';

/** A row that cannot be counted, by its file and line, or a remark about the file: line 0. */
export interface BadRow {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/**
 * By the number of a rollup, the stored metrics that an import of sums knows on all of its days, as bits by their
 * numbers.
 */
export type KnownMetrics = Readonly<Record<string, number>>;

/** How a source is read, beyond what its files say. */
export interface ImportOptions {
  /** The IANA name of the zone of times without an offset; null for that of the website. */
  readonly timezone: string | null;
  /** The last day to count (since 1970-01-01); null for the day before the website's first own hit. */
  readonly until: number | null;
  /** The columns of a general file under their own names. */
  readonly mapping: ImportMapping | null;
}

/** By the name that Footfall has for a column, the name that the file has, or with `=` in front, a fixed value. */
export type ImportMapping = Readonly<Record<string, string>>;
