import type { Amount } from '../domain/amount.ts';
import type { HitKind } from '../domain/hit.ts';
import type { Statistic } from '../domain/statistic.ts';
import { DIMENSIONS, STATISTICS } from '../domain/statistics.ts';

/** A visit ends after a longer idle time than this, in milliseconds; a pause of exactly this length does not end it. */
const IDLE = 30 * 60_000;
/** The most seconds a visit can be engaged: no visit outlasts its day, whatever a sender reports. */
const MOST_ENGAGED = 86_400;
/**
 * The most pageviews and events of a visit: no engine's column holds more, and no sender may stop the fold with them.
 */
export const MOST_HITS = 2 ** 23 - 1;

/** The most visits of one visitor and day that a new source can begin: the fold searches all of them for each hit. */
const MOST_VISITS = 1_000;

/**
 * A hit with value ids in place of texts; 0 is the empty text, and numbers below 0 are texts that the dictionary does
 * not have yet.
 */
export interface FoldHit {
  readonly time: number;
  readonly day: number;
  readonly hour: number;
  /** 16 hex digits, or empty for an unidentified visitor. */
  readonly visitor: string;
  readonly kind: HitKind;
  /**
   * Returns the value id of the statistic with this rollup number. Call it only when the value counts, because each new
   * value uses up the limit of its day.
   */
  valueId(rollup: number): number;
  readonly amount: Amount | null;
  readonly unit: number;
  readonly seconds: number;
}

/** One visit of one visitor on one day. Times in milliseconds since 1970 (UTC), durations in seconds. */
export interface Visit {
  readonly no: number;
  firstAt: number;
  lastAt: number;
  pageviews: number;
  events: number;
  seconds: number;
  engaged: number;
  /** The hour of day in which it began; it never changes. */
  readonly hour: number;
  /** Value ids at the index of their statistic's rollup number, for the statistics that have a column. */
  readonly ids: readonly number[];
  exitPage: number;
  changed: boolean;
}

/** The statistics that have a column in `visit`, in rollup order. */
export const VISIT_COLUMNS = DIMENSIONS.filter(
  ({ scope, column }) => column !== undefined && (scope === 'visit' || scope === 'visitor'),
) as readonly (Statistic & { column: string })[];

const REFERRER = rollupOf('referrer');
const CAMPAIGN = rollupOf('campaign');
const PAGE = rollupOf('page');

/** Returns a visit that begins with this pageview. A visitor's own values are those of the first visit of the day. */
export function beginVisit(hit: FoldHit, no: number, first: Visit | undefined): Visit {
  const ids: number[] = [];
  for (const { rollup, scope } of VISIT_COLUMNS)
    ids[rollup] = scope === 'visitor' && first ? idAt(first.ids, rollup) : hit.valueId(rollup);
  return {
    no,
    firstAt: hit.time,
    lastAt: hit.time,
    pageviews: 1,
    events: 0,
    seconds: 0,
    engaged: 0,
    hour: hit.hour,
    ids,
    exitPage: hit.valueId(PAGE),
    changed: true,
  };
}

/** Returns the visit that a pageview belongs to; undefined when it begins a new one. */
export function visitOfPageview(visits: readonly Visit[], hit: FoldHit): Visit | undefined {
  const visit = runningVisit(visits, hit.time) ?? visitSoonAfter(visits, hit.time);
  return visit && (visits.length >= MOST_VISITS || !startsAnew(hit, visit)) ? visit : undefined;
}

/** Returns the visit that is in progress at `time`; if there are several, the one that began last. */
export function runningVisit(visits: readonly Visit[], time: number): Visit | undefined {
  let running: Visit | undefined;
  for (const visit of visits) {
    const underWay = visit.firstAt <= time && time - visit.lastAt <= IDLE;
    if (underWay && (!running || visit.firstAt >= running.firstAt)) running = visit;
  }
  return running;
}

/** For a late pageview: returns the visit that begins within the idle time after it. */
function visitSoonAfter(visits: readonly Visit[], time: number): Visit | undefined {
  let next: Visit | undefined;
  for (const visit of visits) {
    const soon = visit.firstAt > time && visit.firstAt - time <= IDLE;
    if (soon && (!next || visit.firstAt < next.firstAt)) next = visit;
  }
  return next;
}

function startsAnew(hit: FoldHit, visit: Visit): boolean {
  const referrer = hit.valueId(REFERRER);
  const campaign = hit.valueId(CAMPAIGN);
  return (
    (referrer !== 0 && referrer !== idAt(visit.ids, REFERRER)) ||
    (campaign !== 0 && campaign !== idAt(visit.ids, CAMPAIGN))
  );
}

/** Extends a visit to include the time of a hit; pageviews, events and visible seconds extend it. */
export function stretch(visit: Visit, hit: FoldHit): void {
  if (hit.kind === 'pageview' && hit.time >= visit.lastAt) visit.exitPage = hit.valueId(PAGE);
  if (hit.time < visit.firstAt) {
    visit.seconds += Math.round((visit.firstAt - hit.time) / 1000);
    visit.firstAt = hit.time;
  }
  visit.lastAt = Math.max(visit.lastAt, hit.time);
  visit.engaged = Math.min(MOST_ENGAGED, visit.engaged + hit.seconds);
  // The clock measures the time between two pageviews; only the visible seconds measure the time on the last page.
  const span = hit.kind === 'engagement' ? 0 : Math.round((hit.time - visit.firstAt) / 1000);
  visit.seconds = Math.max(visit.seconds, visit.engaged, span);
  visit.changed = true;
}

export function idAt(ids: readonly number[], rollup: number): number {
  return ids[rollup] ?? 0;
}

function rollupOf(name: string): number {
  const statistic = (STATISTICS as readonly Statistic[]).find(entry => entry.name === name);
  if (!statistic) throw new Error(`The registry has no statistic named ${name}, and the fold depends on it.`);
  return statistic.rollup;
}
