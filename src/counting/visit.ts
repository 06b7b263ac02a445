import type { Amount } from '../domain/amount.ts';
import type { Statistic } from '../domain/statistic.ts';
import { DIMENSIONS } from '../domain/statistics.ts';
import type { HitKind } from '../domain/stored-hit.ts';
import { rollupOf } from './rollups.ts';

/** A visit ends after a longer idle time than this, in milliseconds; a pause of exactly this length does not end it. */
const IDLE = 30 * 60_000;
/**
 * The most seconds a visit can be engaged, because no visit outlasts its day, and for how many more than since it began,
 * because clocks and networks are not exact, whatever a sender reports.
 */
export const ENGAGED = { most: 86_400, beyond: 60 };
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
  /** Returns the same, but uses nothing up: a new value that no counted hit has is another one, or (other). */
  knownId(rollup: number): number;
  readonly amount: Amount | null;
  readonly unit: number;
  readonly seconds: number;
  /** The value ids of keys and values in turn, each key once. */
  readonly properties: readonly number[];
  readonly depth: number | null;
  readonly interactive: boolean;
}

/** One visit of one visitor on one day. Times in milliseconds since 1970 (UTC), durations in seconds. */
export interface Visit {
  readonly no: number;
  firstAt: number;
  lastAt: number;
  pageviews: number;
  events: number;
  /** 1 if it has an event with interaction, else 0. */
  interactive: number;
  seconds: number;
  /** The engaged seconds that were sent during it, for whichever page. */
  engaged: number;
  /** The hour of day in which it began; it never changes. */
  readonly hour: number;
  /** Value ids at the index of their statistic's rollup number, for the statistics that have a column. */
  readonly ids: number[];
  /**
   * The time of its latest pageview. Of a stored visit it may be later, up to `lastAt`, unless one of the hits could be
   * between the two.
   */
  exitAt: number;
  /** The time of its latest pageview or event; of a stored visit it is an estimate, unless a pageview may come before. */
  hitAt: number;
  /** True until it is stored. */
  readonly isNew: boolean;
  changed: boolean;
}

/** The statistics that have a column in `visit`, in rollup order. */
export const VISIT_COLUMNS = DIMENSIONS.filter(
  ({ scope, column }) => column !== undefined && (scope === 'visit' || scope === 'visitor'),
) as readonly (Statistic & { column: string })[];

/** The names of these columns. */
export const VISIT_COLUMN_NAMES = VISIT_COLUMNS.map(({ column }) => column);

const REFERRER = rollupOf('referrer');
const CAMPAIGN = rollupOf('campaign');

/** The statistics that move to the value of the latest pageview, and the rollups that they take it from. */
export const MOVING = VISIT_COLUMNS.flatMap(({ rollup, latest }) =>
  latest === undefined ? [] : [{ rollup, from: rollupOf(latest) }],
);
/** The rollup that a visit's value comes from, by the number of its own. */
const SOURCES: readonly number[] = VISIT_COLUMNS.reduce<number[]>((sources, { rollup, latest }) => {
  sources[rollup] = latest === undefined ? rollup : rollupOf(latest);
  return sources;
}, []);

/** The ids of a visit without values; a copy of it is one block of memory, and an array that grows is not. */
export const NO_IDS: readonly number[] = Array.from({ length: Math.max(...SOURCES.keys()) + 1 }, () => 0);

/** Returns a visit that begins with this pageview. A visitor's own values are those of the first visit of the day. */
export function beginVisit(hit: FoldHit, no: number, first: Visit | undefined): Visit {
  const ids = NO_IDS.slice();
  for (const { rollup, scope } of VISIT_COLUMNS)
    ids[rollup] = scope === 'visitor' && first ? idAt(first.ids, rollup) : hit.valueId(SOURCES[rollup] as number);
  return {
    no,
    firstAt: hit.time,
    lastAt: hit.time,
    pageviews: 1,
    events: 0,
    interactive: 0,
    seconds: 0,
    engaged: 0,
    hour: hit.hour,
    ids,
    exitAt: hit.time,
    hitAt: hit.time,
    isNew: true,
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

/**
 * Extends a visit to include the time of a hit; pageviews, events and engaged seconds extend it. Returns the engaged
 * seconds that count: a visit cannot be engaged for much longer than since it began.
 */
export function stretch(visit: Visit, hit: FoldHit): number {
  if (hit.kind === 'pageview' && hit.time >= visit.exitAt) {
    visit.exitAt = hit.time;
    for (const { rollup, from } of MOVING) visit.ids[rollup] = hit.valueId(from);
  }
  visit.firstAt = Math.min(visit.firstAt, hit.time);
  visit.lastAt = Math.max(visit.lastAt, hit.time);
  const most = Math.min(ENGAGED.most, Math.floor((hit.time - visit.firstAt) / 1000) + ENGAGED.beyond);
  const engaged = Math.max(0, Math.min(hit.seconds, most - visit.engaged));
  visit.engaged += engaged;
  // The clock measures the time between two pageviews; only the engaged seconds measure the time on the last page.
  if (hit.kind !== 'engagement') visit.hitAt = Math.max(visit.hitAt, hit.time);
  const span = Math.round((visit.hitAt - visit.firstAt) / 1000);
  visit.seconds = Math.max(visit.seconds, visit.engaged, span);
  visit.changed = true;
  return engaged;
}

export function idAt(ids: readonly number[], rollup: number): number {
  return ids[rollup] ?? 0;
}
