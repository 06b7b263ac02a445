import { type Amount, addAmounts } from '../domain/amount.ts';
import type { Statistic } from '../domain/statistic.ts';
import { DIMENSIONS } from '../domain/statistics.ts';
import { type DaySums, type Sums, sumsAt } from './sums.ts';
import {
  beginVisit,
  type FoldHit,
  idAt,
  isBounce,
  MOST_HITS,
  runningVisit,
  stretch,
  VISIT_COLUMNS,
  type Visit,
  visitOfPageview,
} from './visit.ts';

/** What a fold adds to what is stored. */
export interface Folded {
  readonly sums: Map<number, DaySums>;
  /** Visit number of each hit, in the order of the hits; 0 when it belongs to none. */
  readonly visitNos: number[];
  /** Sums of event amounts, each of one day, event and unit. */
  readonly amounts: Map<string, EventAmount>;
}

export interface EventAmount {
  readonly day: number;
  readonly event: number;
  readonly unit: number;
  amount: Amount;
}

/** Rollup number of the sums of a whole day (value 0) and of its hours (value 0 to 23). */
export const ROLLUP_DAY = 1;
export const ROLLUP_HOUR = 2;

const pageDimensions = withScope('pageview');
const visitDimensions = withScope('visit');
const visitorDimensions = withScope('visitor');
const eventDimensions = withScope('event');

/** Key of a visitor's visits of one day. */
export function visitorKey(day: number, visitor: string): string {
  return `${day}:${visitor}`;
}

/**
 * Works out visits and sums of one website's hits, which must be in order of their time. `visits` holds what is stored of
 * their visitors and is changed in place. Pure but for that: no I/O, no clock.
 */
export function attribute(hits: readonly FoldHit[], visits: Map<string, Visit[]>): Folded {
  const folded: Folded = { sums: new Map(), visitNos: [], amounts: new Map() };
  for (const hit of hits) {
    let sums = folded.sums.get(hit.day);
    if (!sums) {
      sums = new Map();
      folded.sums.set(hit.day, sums);
    }
    let visit: Visit | undefined;
    if (hit.kind === 'pageview') visit = addPageview(hit, visits, sums);
    else {
      if (hit.kind === 'event') addEvent(hit, sums, folded.amounts);
      visit = prolong(hit, visits, sums);
    }
    folded.visitNos.push(visit?.no ?? 0);
  }
  return folded;
}

function addPageview(hit: FoldHit, visits: Map<string, Visit[]>, sums: DaySums): Visit | undefined {
  sumsAt(sums, ROLLUP_DAY, 0).pageviews++;
  sumsAt(sums, ROLLUP_HOUR, hit.hour).pageviews++;
  for (const { rollup } of pageDimensions) sumsAt(sums, rollup, hit.valueId(rollup)).pageviews++;
  if (hit.visitor === '') return undefined;

  const key = visitorKey(hit.day, hit.visitor);
  let mine = visits.get(key);
  if (!mine) {
    mine = [];
    visits.set(key, mine);
  }
  let visit = visitOfPageview(mine, hit);
  if (visit) {
    const before = measure(visit);
    visit.pageviews = Math.min(MOST_HITS, visit.pageviews + 1);
    stretch(visit, hit);
    addChange(visit, before, sums);
    return visit;
  }
  visit = beginVisit(hit, mine.length + 1, mine[0]);
  countVisit(hit, visit, mine, sums);
  mine.push(visit);
  return visit;
}

/** Counts a new visit, and a new visitor when there was none before it that day. */
function countVisit(hit: FoldHit, visit: Visit, earlier: readonly Visit[], sums: DaySums): void {
  const isNewVisitor = earlier.length === 0;
  for (const total of [sumsAt(sums, ROLLUP_DAY, 0), sumsAt(sums, ROLLUP_HOUR, visit.hour)]) {
    if (isNewVisitor) total.visitors++;
    total.visits++;
    total.bounces++;
  }
  for (const { rollup, column, skipEmpty } of visitDimensions) {
    const id = hit.valueId(rollup);
    if (skipEmpty && id === 0) continue;
    const row = sumsAt(sums, rollup, id);
    if (column && !earlier.some(other => idAt(other.ids, rollup) === id)) row.visitors++;
    addVisit(row, column !== undefined);
  }
  for (const { rollup, column, skipEmpty } of visitorDimensions) {
    if (!column && !isNewVisitor) continue;
    const id = column ? idAt(visit.ids, rollup) : hit.valueId(rollup);
    if (skipEmpty && id === 0) continue;
    const row = sumsAt(sums, rollup, id);
    if (isNewVisitor) row.visitors++;
    if (column) addVisit(row, true);
  }
}

/** A statistic without a column in `visit` cannot be followed through later hits, so it keeps its count alone. */
function addVisit(row: Sums, followed: boolean): void {
  row.visits++;
  if (!followed) return;
  row.pageviews++;
  row.bounces++;
}

function addEvent(hit: FoldHit, sums: DaySums, amounts: Folded['amounts']): void {
  sumsAt(sums, ROLLUP_DAY, 0).events++;
  sumsAt(sums, ROLLUP_HOUR, hit.hour).events++;
  for (const { rollup } of eventDimensions) {
    const event = hit.valueId(rollup);
    sumsAt(sums, rollup, event).events++;
    if (hit.amount === null) continue;
    const key = `${hit.day}:${event}:${hit.unit}`;
    const sum = amounts.get(key);
    if (sum) sum.amount = addAmounts(sum.amount, hit.amount);
    else amounts.set(key, { day: hit.day, event, unit: hit.unit, amount: hit.amount });
  }
}

/** Lets an event or an engagement prolong the visit it falls into. */
function prolong(hit: FoldHit, visits: Map<string, Visit[]>, sums: DaySums): Visit | undefined {
  if (hit.visitor === '') return undefined;
  const visit = runningVisit(visits.get(visitorKey(hit.day, hit.visitor)) ?? [], hit.time);
  if (!visit) return undefined;
  const before = measure(visit);
  if (hit.kind === 'event') visit.events = Math.min(MOST_HITS, visit.events + 1);
  stretch(visit, hit);
  addChange(visit, before, sums);
  return visit;
}

interface Measure {
  readonly pageviews: number;
  readonly bounces: number;
  readonly seconds: number;
  readonly events: number;
}

function measure(visit: Visit): Measure {
  return { pageviews: visit.pageviews, bounces: Number(isBounce(visit)), seconds: visit.seconds, events: visit.events };
}

/** Adds what changed about a visit to the day, the hour it began in, and every value it has. The first two count pageviews and events by themselves. */
function addChange(visit: Visit, before: Measure, sums: DaySums): void {
  const after = measure(visit);
  const pageviews = after.pageviews - before.pageviews;
  const bounces = after.bounces - before.bounces;
  const seconds = after.seconds - before.seconds;
  const events = after.events - before.events;
  if (bounces !== 0 || seconds !== 0) {
    for (const total of [sumsAt(sums, ROLLUP_DAY, 0), sumsAt(sums, ROLLUP_HOUR, visit.hour)]) {
      total.bounces += bounces;
      total.seconds += seconds;
    }
  }
  if (pageviews === 0 && bounces === 0 && seconds === 0 && events === 0) return;
  for (const { rollup, skipEmpty } of VISIT_COLUMNS) {
    const id = idAt(visit.ids, rollup);
    if (skipEmpty && id === 0) continue;
    const row = sumsAt(sums, rollup, id);
    row.pageviews += pageviews;
    row.bounces += bounces;
    row.seconds += seconds;
    row.events += events;
  }
}

function withScope(scope: Statistic['scope']): readonly Statistic[] {
  return DIMENSIONS.filter(statistic => statistic.scope === scope);
}
