import type { Amount } from '../domain/amount.ts';
import type { ScaledAmounts } from './scaled-amounts.ts';
import { VISIT_COLUMN_NAMES } from './visit.ts';

/** Whole numbers in as few bytes each as the largest needs. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** One number of each visit, pageview or event. `ids` are in ascending order. */
export interface Column {
  readonly values: Numbers;
  /** The value ids that `values` are positions in; null when `values` are the numbers themselves. */
  readonly ids: Uint32Array | null;
}

/**
 * The columns of a part: of its visits, in the order of their day, visitor and number; of their pageviews and of their
 * events, in the order of the visits, of time and of arrival. Times are whole seconds: the second that a hit is in.
 *
 * visit: `day` counts from the first day of the part; `first` is 1 for the first visit of its visitor that day; `start`
 * is in seconds since the part's first day began in UTC, plus a day; `pages` and `triggers` are the numbers of
 * pageviews and events that follow in the other lists; `engaged` are the seconds of its pages that have any, and
 * `attended` is the number of these pages.
 * pageview: `gap` is in seconds since the pageview before, or since the visit began; `engaged` (in seconds) and `depth`
 * (in percent) are those of its page in the visit, plus 1, and 0 where another pageview of the page has them or none.
 * event: `after` is the number of the visit's pageviews until then, `gap` is in seconds since the visit began; `unit` is
 * 0 and `amount` is empty where the event has none.
 * pageviewProperty, eventProperty: each property of a hit; `skip` is the number of hits since that of the property before,
 * or since the first hit.
 */
export const COLUMNS = {
  visit: {
    plain: [
      'day',
      'first',
      'start',
      'pageviews',
      'events',
      'interactive',
      'seconds',
      'hour',
      'pages',
      'triggers',
      'engaged',
      'attended',
    ],
    ids: VISIT_COLUMN_NAMES,
  },
  pageview: { plain: ['gap', 'hour', 'engaged', 'depth'], ids: ['page', 'host'] },
  event: { plain: ['gap', 'hour', 'after', 'amount'], ids: ['event', 'page', 'unit'] },
  pageviewProperty: { plain: ['skip'], ids: ['key', 'value'] },
  eventProperty: { plain: ['skip'], ids: ['key', 'value'] },
} as const satisfies Record<string, { plain: readonly string[]; ids: readonly string[] }>;

export type Kind = keyof typeof COLUMNS;

export const KINDS = Object.keys(COLUMNS) as Kind[];

/** Every column, as `kind.name`. */
export const ALL_COLUMNS: ReadonlySet<string> = new Set(
  KINDS.flatMap(kind => [...COLUMNS[kind].plain, ...COLUMNS[kind].ids].map(name => `${kind}.${name}`)),
);

/** Returns what `of` returns for each kind. */
export function byKind<T>(of: (kind: Kind) => T): Record<Kind, T> {
  return Object.fromEntries(KINDS.map(kind => [kind, of(kind)])) as Record<Kind, T>;
}

/** Visits of consecutive days with their hits, in columns. */
export interface Part {
  /** Days since 1970-01-01. */
  readonly firstDay: number;
  readonly days: number;
  readonly count: Readonly<Record<Kind, number>>;
  column(kind: Kind, name: string): Column;
  /** The amounts that `event.amount` refers to, by position; the first is empty. */
  readonly amounts: readonly Amount[];
  /** The same as numbers, if they can be read without texts. */
  readonly scaledAmounts?: ScaledAmounts;
}

/** The days of a part that a question is about: 1 for each of them. */
export interface Portion<Of extends Part = Part> {
  readonly part: Of;
  readonly isWanted: Uint8Array;
}
