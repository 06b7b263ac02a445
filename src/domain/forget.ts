import type { Filter } from './filter.ts';

/** What to forget: the visits, and hits without a visit, of which all of this is true. */
export interface ForgetChoice {
  /** The first and the last day of the website (since 1970-01-01). */
  readonly from: number;
  readonly to: number;
  /** Visits begin at this minute of the first day or later, and before this minute of the last day; null for all day. */
  readonly fromMinute: number | null;
  readonly toMinute: number | null;
  /** The visitor of a visit sent a hit at this time (milliseconds since 1970, UTC) on these days; null for any visitor. */
  readonly visitorAt: number | null;
  /** A visit has a pageview of such a path, in which `*` is any text; null for any. */
  readonly page: string | null;
  readonly filter: Filter | null;
}

/** What a choice amounts to. */
export interface ForgetCounts {
  readonly visits: number;
  /** The visitors of these visits, each day's by itself. */
  readonly visitors: number;
  readonly pageviews: number;
  readonly events: number;
}

/** What a choice amounts to on one day. */
export interface ForgetDay extends ForgetCounts {
  /** `2026-01-31`. */
  readonly date: string;
}

/** The same before it is forgotten. */
export interface ForgetPreview extends ForgetCounts {
  /** The number of days with any. */
  readonly days: number;
  /** Each of these days, in their order. */
  readonly byDay: readonly ForgetDay[];
}

/** Returns the number of stored hits. */
export function hitsOf({ pageviews, events }: ForgetCounts): number {
  return pageviews + events;
}

/** Returns what a choice is made by, without any value: values may be what has to go. */
export function wordsOf({ fromMinute, toMinute, visitorAt, page, filter }: ForgetChoice): string {
  const words = [
    fromMinute !== null || toMinute !== null ? 'time of day' : '',
    visitorAt !== null ? 'visitor' : '',
    page !== null ? 'page' : '',
    ...namesIn(filter),
  ].filter(word => word !== '');
  return words.length === 0 ? 'everything' : [...new Set(words)].join(', ');
}

function namesIn(filter: Filter | null): string[] {
  if (filter === null) return [];
  if ('and' in filter) return filter.and.flatMap(namesIn);
  if ('or' in filter) return filter.or.flatMap(namesIn);
  if ('not' in filter) return namesIn(filter.not);
  return ['property' in filter ? 'property' : filter.name];
}

/** Returns whether a filter asks only for what a hit has that belongs to no visit. */
export function isOfHits(filter: Filter | null): boolean {
  return namesIn(filter).every(name => ['page', 'host', 'event', 'property'].includes(name));
}
