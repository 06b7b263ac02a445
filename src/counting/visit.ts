import type { Amount } from '../domain/amount.ts';
import type { HitKind } from '../domain/hit.ts';
import type { Statistic } from '../domain/statistic.ts';
import { DIMENSIONS, STATISTICS } from '../domain/statistics.ts';

/** Idle time that ends a visit, in milliseconds; exactly this long does not. */
const IDLE = 30 * 60_000;
/** Seconds a visit can be engaged: no visit outlasts its day, whatever a sender says. */
const MOST_ENGAGED = 86_400;
/** Pageviews and events a visit can have: more than this no engine's column holds, and nobody may stop the fold with them. */
export const MOST_HITS = 2 ** 23 - 1;

/** Visits of one visitor and day that another source may begin: the fold looks through them for each hit. */
const MOST_VISITS = 1_000;

/** A hit whose texts have become value ids; 0 is the empty text, below 0 stand texts the dictionary does not have yet. */
export interface FoldHit {
  readonly time: number;
  readonly day: number;
  readonly hour: number;
  /** 16 hex digits, or empty when nobody is identified. */
  readonly visitor: string;
  readonly kind: HitKind;
  /** The value id of the statistic with this rollup number. To be asked for only when it counts, since a new one uses up room. */
  valueId(rollup: number): number;
  readonly amount: Amount | null;
  readonly unit: number;
  readonly seconds: number;
}

/** One visit of one visitor on one day. Times in milliseconds, durations in seconds. */
export interface Visit {
  readonly no: number;
  firstAt: number;
  lastAt: number;
  pageviews: number;
  events: number;
  seconds: number;
  engaged: number;
  /** Hour of day in which it began; attributed once. */
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

/** A visit that begins with this pageview. A visitor's own values are those of the first visit of the day. */
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

/** The visit a pageview belongs to; undefined when it begins one of its own. */
export function visitOfPageview(visits: readonly Visit[], hit: FoldHit): Visit | undefined {
  const visit = runningVisit(visits, hit.time) ?? visitSoonAfter(visits, hit.time);
  return visit && (visits.length >= MOST_VISITS || !startsAnew(hit, visit)) ? visit : undefined;
}

/** The visit that is under way at `time`: of several the one that began last. */
export function runningVisit(visits: readonly Visit[], time: number): Visit | undefined {
  let running: Visit | undefined;
  for (const visit of visits) {
    const underWay = visit.firstAt <= time && time - visit.lastAt <= IDLE;
    if (underWay && (!running || visit.firstAt >= running.firstAt)) running = visit;
  }
  return running;
}

/** For a late pageview: the visit that begins within the idle time after it. */
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

/** Lets a visit reach over the time of a hit; a pageview, an event or visible seconds prolong it. */
export function stretch(visit: Visit, hit: FoldHit): void {
  if (hit.kind === 'pageview' && hit.time >= visit.lastAt) visit.exitPage = hit.valueId(PAGE);
  if (hit.time < visit.firstAt) {
    visit.seconds += Math.round((visit.firstAt - hit.time) / 1000);
    visit.firstAt = hit.time;
  }
  visit.lastAt = Math.max(visit.lastAt, hit.time);
  visit.engaged = Math.min(MOST_ENGAGED, visit.engaged + hit.seconds);
  // Between two pageviews the clock tells how long a visit was; on its last page only the visible seconds do.
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
