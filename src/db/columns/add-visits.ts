import { COLUMNS } from '../../counting/columns.ts';
import type { PartBuilder } from './part-builder.ts';
import type { Rows } from './rows.ts';

/** Seconds. */
const DAY = 86_400;
const VISIT_IDS = COLUMNS.visit.ids;
const NOBODY: readonly number[] = [...COLUMNS.visit.plain, ...VISIT_IDS].map(() => 0);

/** Where rows are added. */
export interface Builders {
  /** Returns the builder for the visits of a day (since 1970-01-01) and their hits. */
  of(day: number): PartBuilder;
  /** The same for the day's hits that belong to no visit, which become one visit of nobody; they are left out without it. */
  ofNobody?(day: number): PartBuilder;
  /** The columns that are needed, as `kind.name`; all others may have any numbers. By default, all are needed. */
  readonly columns?: ReadonlySet<string>;
}

/** Visits and their hits. */
export interface VisitRows {
  readonly visits: Rows;
  readonly hits: Rows;
}

/** Adds visits and their hits, in the order that a part has. */
export function addVisits({ visits, hits }: VisitRows, builders: Builders): void {
  const row = NOBODY.slice();
  let hit = hits.next();
  while (visits.next()) {
    for (; hit && hits.compare(visits) < 0; hit = hits.next()) addStray(hits, builders);
    const builder = builders.of(visits.number(0));
    addVisit(builder, visits, row);
    hit = hit && addHits(builder, visits, hits);
  }
  for (; hit; hit = hits.next()) addStray(hits, builders);
}

/*
 * What is done for each visit has functions of its own: V8 compiles one that is called often as a whole, but would leave
 * a loop within a loop at the end of each visit.
 */

/** Adds the visit that is the present row; `row` is filled again for each. */
function addVisit(builder: PartBuilder, visits: Rows, row: number[]): void {
  const plain = COLUMNS.visit.plain.length;
  row[0] = visits.number(0) - builder.firstDay;
  row[1] = visits.number(2) === 1 ? 1 : 0;
  row[2] = secondOf(visits.number(3)) - (builder.firstDay - 1) * DAY;
  for (let at = 4; at <= 8; at++) row[at - 1] = visits.number(at);
  for (let at = 0; at < VISIT_IDS.length; at++) row[plain + at] = visits.number(9 + at);
  builder.add('visit', row);
  if (builder.hasVisitors) builder.addVisitor(visits.high, visits.low);
}

/** Adds the hits of a visit from the present row on; returns false after the last row. */
function addHits(builder: PartBuilder, visits: Rows, hits: Rows): boolean {
  const start = secondOf(visits.number(3));
  let last = start;
  let pages = 0;
  while (hits.compare(visits) === 0) {
    if (!addHit(builder, hits, start, last, pages)) {
      last = secondOf(hits.number(3));
      pages++;
    }
    if (!hits.next()) return false;
  }
  return true;
}

/** Adds a hit to the last visit; returns true for an event. */
function addHit(builder: PartBuilder, hits: Rows, start: number, last: number, pages: number): boolean {
  const second = secondOf(hits.number(3));
  const event = hits.number(6);
  if (event === 0) {
    const engaged = hits.number(9);
    builder.increase('pages');
    if (engaged > 0) {
      builder.increase('engaged', engaged - 1);
      builder.increase('attended');
    }
    const gap = Math.max(0, second - last);
    builder.add('pageview', [gap, hits.number(4), engaged, hits.number(10), hits.number(5), hits.number(8)]);
    if (hits.hasLast()) builder.addProperties('pageview', propertiesIn(hits.last()));
    return false;
  }
  const text = hits.last();
  const properties = propertiesIn(text);
  const amount = properties === '' ? text : text.slice(0, -properties.length);
  builder.increase('triggers');
  builder.add('event', [
    Math.max(0, second - start),
    hits.number(4),
    pages,
    builder.placeOf(amount),
    event,
    hits.number(5),
    hits.number(7),
  ]);
  if (properties !== '') builder.addProperties('event', properties);
  return true;
}

/** Returns the properties that follow an amount. */
function propertiesIn(text: string): string {
  const at = text.indexOf(';');
  return at < 0 ? '' : text.slice(at);
}

function addStray(hits: Rows, { ofNobody }: Builders): void {
  const builder = ofNobody?.(hits.number(0));
  if (!builder) return;
  if (builder.visits === 0) builder.add('visit', NOBODY);
  const second = secondOf(hits.number(3));
  addHit(builder, hits, second, second, 0);
}

/** Returns the second that a time in milliseconds is in, so that no sum of differences drifts from the clock. */
function secondOf(at: number): number {
  return Math.floor(at / 1000);
}
