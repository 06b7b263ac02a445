/** The unit of a metric: a whole number, a share from 0 to 1, seconds, or a ratio of two counts. */
export type Unit = 'count' | 'share' | 'seconds' | 'ratio';

/** The places that list metrics: a summary, the points of a time series, rows of a statistic (and files). */
export type MetricPlace = 'summary' | 'points' | 'rows';

/** What a visit has in numbers; `interactive` is 1 if it has an event with interaction, else 0. */
export type VisitColumn = 'pageviews' | 'events' | 'interactive' | 'seconds';

/** What is known of the attention that a page got in a visit: the engaged seconds, and the greatest depth in percent. */
export type Attention = 'seconds' | 'depth';

/**
 * The counting rule of a stored metric, used by the fold, by filters and by `verify`.
 * `hit`: counts every hit of a kind at its own time; `column` has the number per visit.
 * `visitor`: counts every visitor once a day, at the first visit of the day; per value of a visit, at the first visit
 * with the value.
 * `visit`: counts every visit when it began: as 1, as the number in `column`, or as 1 only if its columns equal
 * `where`.
 * `page`: counts every page of a visit whose attention is known: as 1, or as its seconds or depth.
 */
export type Counting =
  | { readonly by: 'hit'; readonly kind: 'pageview' | 'event'; readonly column: VisitColumn }
  | { readonly by: 'visitor' }
  | {
      readonly by: 'visit';
      readonly column?: VisitColumn;
      readonly where?: Readonly<Partial<Record<VisitColumn, number>>>;
    }
  | { readonly by: 'page'; readonly attention: Attention; readonly as: 'one' | 'amount' };

interface Described {
  /** The name in GraphQL and JSON; columns and CSV use snake case. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly unit: Unit;
  /** The direction of a change that is good; null if neither is. */
  readonly good: 'up' | 'down' | null;
  /** The places that list the metric; by default, all of them. */
  readonly shownIn?: readonly MetricPlace[];
  /** If true, reports show the metric; a message `lead.NAME` says how it changed. */
  readonly isInMails?: true;
}

/** The single definition of a metric. All code that stores, reads, shows or documents metrics loops over METRICS. */
export type Metric = Described &
  (
    | {
        /** The number in packed blocks. Numbers are stored: a new metric takes the next, none is reused. */
        readonly stored: number;
        readonly counting: Counting;
      }
    | {
        /** Derived: the first stored metric divided by the second. */
        readonly ratio: readonly [part: string, whole: string];
      }
  );
