import { addAmounts } from '../domain/amount.ts';
import { STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';
import type { Folded, Totals } from './folded.ts';
import { EVENTS_AT, measure, OF_HITS, OF_VISITS, PAGEVIEWS_AT, VISITORS_AT } from './measure.ts';
import {
  COUNTED_ROLLUPS,
  type CountedRollup,
  countedRollup,
  type DaySums,
  EVENTS,
  PAGEVIEWS,
  ROLLUP_DAY,
  ROLLUP_EVENT,
  ROLLUP_HOUR,
  type Sums,
  sumsAt,
} from './rollups.ts';
import {
  beginVisit,
  type FoldHit,
  idAt,
  MOST_HITS,
  MOVING,
  runningVisit,
  stretch,
  VISIT_COLUMNS,
  type Visit,
  visitOfPageview,
} from './visit.ts';

/** The rollups with a row for each value of a pageview, of an event, or of a request of a crawler. */
const OF_PAGEVIEWS = namedByHits(PAGEVIEWS).filter(({ ofCrawlers }) => !ofCrawlers);
const OF_CRAWLERS = [...COUNTED_ROLLUPS.values()].filter(({ ofCrawlers }) => ofCrawlers);
const OF_EVENTS = namedByHits(EVENTS);
/** The rollups with values that no column stores: only new visits count in them. */
const UNFOLLOWED = [...COUNTED_ROLLUPS.values()].filter(
  ({ column, ofVisit }) => column === undefined && ofVisit.length > 0,
);

/** The rollups with a row for each value that the visit stores. */
const OF_VALUES = VISIT_COLUMNS.map(({ rollup }) => countedRollup(rollup));

/**
 * Computes visits and sums from one website's hits, which must be ordered by time. `visits` holds, for each hit, the
 * stored visits of its visitor on that day, undefined if the visitor is not identified; they are changed in place, and so
 * are `totals`, to which the sums are added. Otherwise pure: no I/O, no clock.
 */
export function attribute(hits: readonly FoldHit[], visits: readonly (Visit[] | undefined)[], totals: Totals): Folded {
  const folded: Folded = { ...totals, visitNos: [], engagements: [] };
  hits.forEach((hit, index) => {
    let sums = folded.sums.get(hit.day);
    if (!sums) {
      sums = [];
      folded.sums.set(hit.day, sums);
    }
    const mine = visits[index];
    let visit: Visit | undefined;
    if (hit.kind === 'pageview') visit = addPageview(hit, mine, sums);
    else if (hit.kind === 'crawl')
      for (const { rollup } of OF_CRAWLERS) sumsAt(sums, rollup, hit.valueId(rollup))[PAGEVIEWS_AT]!++;
    else {
      if (hit.kind === 'event') addEvent(hit, sums, folded.amounts);
      visit = mine && runningVisit(mine, hit.time);
      if (visit) {
        const seconds = prolong(hit, visit, sums);
        const { depth } = hit;
        if (hit.seconds > 0) folded.engagements.push({ at: index, seconds, depth });
        else if (depth !== null) folded.engagements.push({ at: index, seconds: null, depth });
      }
    }
    if (hit.properties.length > 0) addProperties(hit, folded.properties);
    folded.visitNos.push(visit?.no ?? 0);
  });
  return folded;
}

/** Counts a pageview, and adds it to the visits of its visitor; there are none if the visitor is not identified. */
function addPageview(hit: FoldHit, mine: Visit[] | undefined, sums: DaySums): Visit | undefined {
  sumsAt(sums, ROLLUP_DAY, 0)[PAGEVIEWS_AT]!++;
  sumsAt(sums, ROLLUP_HOUR, hit.hour)[PAGEVIEWS_AT]!++;
  for (const { rollup } of OF_PAGEVIEWS) sumsAt(sums, rollup, hit.valueId(rollup))[PAGEVIEWS_AT]!++;
  if (!mine) return undefined;
  let visit = visitOfPageview(mine, hit);
  if (visit) {
    measure(visit, before);
    for (let at = 0; at < MOVING.length; at++)
      moved[at] = idAt(visit.ids, (MOVING[at] as (typeof MOVING)[number]).rollup);
    visit.pageviews = Math.min(MOST_HITS, visit.pageviews + 1);
    stretch(visit, hit);
    addChange(visit, sums, null);
    for (let at = 0; at < MOVING.length; at++)
      move(visit, (MOVING[at] as (typeof MOVING)[number]).rollup, moved[at] as number, mine, sums);
    return visit;
  }
  visit = beginVisit(hit, mine.length + 1, mine[0]);
  countVisit(hit, visit, mine, sums);
  mine.push(visit);
  return visit;
}

/** Counts a new visit, and a new visitor if it is the visitor's first visit that day. */
function countVisit(hit: FoldHit, visit: Visit, earlier: readonly Visit[], sums: DaySums): void {
  before.fill(0);
  addChange(visit, sums, earlier);
  for (const { rollup, ofVisit, visitorOnceIn, skipEmpty } of UNFOLLOWED) {
    if (visitorOnceIn === 'day' && earlier.length > 0) continue;
    const id = hit.valueId(rollup);
    if (skipEmpty && id === 0) continue;
    const row = sumsAt(sums, rollup, id);
    for (const metric of ofVisit) row[STORED_METRICS.indexOf(metric)]!++;
  }
}

function addEvent(hit: FoldHit, sums: DaySums, amounts: Folded['amounts']): void {
  sumsAt(sums, ROLLUP_DAY, 0)[EVENTS_AT]!++;
  sumsAt(sums, ROLLUP_HOUR, hit.hour)[EVENTS_AT]!++;
  for (const { rollup } of OF_EVENTS) {
    const event = hit.valueId(rollup);
    sumsAt(sums, rollup, event)[EVENTS_AT]!++;
    if (hit.amount === null) continue;
    const key = `${hit.day}:${event}:${hit.unit}`;
    const sum = amounts.get(key);
    if (sum) sum.amount = addAmounts(sum.amount, hit.amount);
    else amounts.set(key, { day: hit.day, event, unit: hit.unit, amount: hit.amount });
  }
}

function addProperties(hit: FoldHit, counts: Folded['properties']): void {
  const event = hit.kind === 'event' ? hit.valueId(ROLLUP_EVENT) : 0;
  for (let at = 0; at < hit.properties.length; at += 2) {
    const key = hit.properties[at] as number;
    const value = hit.properties[at + 1] as number;
    const name = `${hit.day}:${event}:${key}:${value}`;
    const count = counts.get(name);
    if (count) count.events++;
    else counts.set(name, { day: hit.day, event, key, value, events: 1 });
  }
}

/** Extends the visit during which an event or engagement happened. Returns the engaged seconds that count. */
function prolong(hit: FoldHit, visit: Visit, sums: DaySums): number {
  measure(visit, before);
  if (hit.kind === 'event') {
    if (hit.interactive) visit.interactive = 1;
    visit.events = Math.min(MOST_HITS, visit.events + 1);
  }
  const seconds = stretch(visit, hit);
  addChange(visit, sums, null);
  return seconds;
}

/**
 * The contributions of a visit before and after a change. All of these arrays are reused for every hit, because there
 * are millions.
 */
const before: Sums = STORED_METRICS.map(() => 0);
const after: Sums = STORED_METRICS.map(() => 0);
/** The metrics that changed, and by how much; those of visits come first. */
const changed = STORED_METRICS.map(() => 0);
const changes = STORED_METRICS.map(() => 0);

/**
 * Adds the changes of a visit to its day, the hour in which it began, and each of its values. Day and hour count hits
 * separately. For a new visit, `earlier` holds the visitor's visits before it; otherwise it is null.
 */
function addChange(visit: Visit, sums: DaySums, earlier: readonly Visit[] | null): void {
  measure(visit, after);
  const ofVisits = compare(OF_VISITS, 0);
  const all = compare(OF_HITS, ofVisits);
  const isNewVisitor = earlier?.length === 0;
  if (ofVisits > 0) {
    const ofDay = sumsAt(sums, ROLLUP_DAY, 0);
    const ofHour = sumsAt(sums, ROLLUP_HOUR, visit.hour);
    addChanges(ofDay, ofVisits);
    addChanges(ofHour, ofVisits);
    if (isNewVisitor) {
      ofDay[VISITORS_AT]!++;
      ofHour[VISITORS_AT]!++;
    }
  }
  if (all === 0) return;
  for (const { rollup, visitorOnceIn, skipEmpty } of OF_VALUES) {
    const id = idAt(visit.ids, rollup);
    if (skipEmpty && id === 0) continue;
    const row = sumsAt(sums, rollup, id);
    addChanges(row, all);
    if (!earlier) continue;
    const isFirst = visitorOnceIn === 'day' ? isNewVisitor : !hasVisitWith(earlier, rollup, id, visit);
    if (isFirst) row[VISITORS_AT]!++;
  }
}

/** The values that a visit had before a pageview, at the index of their statistic in MOVING. */
const moved = MOVING.map(() => 0);

/** Takes what the visit was `before` off its former value, and adds it to the value it has now. */
function move(visit: Visit, rollup: number, former: number, mine: readonly Visit[], sums: DaySums): void {
  const current = idAt(visit.ids, rollup);
  if (current === former) return;
  const from = sumsAt(sums, rollup, former);
  const to = sumsAt(sums, rollup, current);
  for (let index = 0; index < before.length; index++) {
    from[index]! -= before[index] as number;
    to[index]! += before[index] as number;
  }
  if (!hasVisitWith(mine, rollup, former, visit)) from[VISITORS_AT]!--;
  if (!hasVisitWith(mine, rollup, current, visit)) to[VISITORS_AT]!++;
}

/** Returns whether a visit other than `except` has this value. A function for each row would take more than the search. */
function hasVisitWith(visits: readonly Visit[], rollup: number, id: number, except: Visit): boolean {
  for (const other of visits) if (other !== except && idAt(other.ids, rollup) === id) return true;
  return false;
}

/** Records how these metrics have changed, from a position on; returns the next position. */
function compare(indices: readonly number[], from: number): number {
  let next = from;
  for (let at = 0; at < indices.length; at++) {
    const index = indices[at] as number;
    const difference = (after[index] as number) - (before[index] as number);
    if (difference === 0) continue;
    changed[next] = index;
    changes[next++] = difference;
  }
  return next;
}

/** Adds the first `count` changes to a row. */
function addChanges(row: Sums, count: number): void {
  for (let at = 0; at < count; at++) row[changed[at] as number]! += changes[at] as number;
}

function namedByHits(metric: StoredMetric): readonly CountedRollup[] {
  return [...COUNTED_ROLLUPS.values()].filter(
    ({ rollup, ofHit }) => rollup !== ROLLUP_DAY && rollup !== ROLLUP_HOUR && ofHit.includes(metric),
  );
}
