import { type FoldHit, idAt, VISIT_COLUMNS, type Visit } from '../counting/visit.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { blob, insertRows, int } from '../db/sql.ts';
import { readLatestHits, readVisits, VISIT_NUMBERS } from '../db/visits/visits.ts';

const DIMENSION_COLUMNS = VISIT_COLUMNS.map(({ column }) => column);
const MOVING_COLUMNS = VISIT_COLUMNS.filter(({ latest }) => latest !== undefined).map(({ column }) => column);
/** As many hex digits of a visitor as a number holds exactly. */
const DIGITS = 13;

/**
 * Returns the hits by day and visitor, which is the order of the keys of visits and hits. Visitors whose first 13 digits
 * are the same may be in the wrong order, which only costs time.
 */
export function inOrderOfKeys(hits: readonly FoldHit[]): Uint32Array {
  const order = new Uint32Array(hits.length);
  const prefixes = new Float64Array(hits.length);
  const days = new Float64Array(hits.length);
  hits.forEach(({ day, visitor }, index) => {
    order[index] = index;
    days[index] = day;
    prefixes[index] = Number.parseInt(visitor.slice(0, DIGITS), 16) || 0;
  });
  return order.sort(
    (a, b) => (days[a] as number) - (days[b] as number) || (prefixes[a] as number) - (prefixes[b] as number) || a - b,
  );
}

/** The visits of a website by day and visitor. */
export type Visits = Map<number, Map<string, Visit[]>>;

/** The visitors of hits, without visits yet: all of them in the given order, and that of each hit. */
export interface Visitors {
  readonly visits: Visits;
  /** Undefined for a hit without an identified visitor. */
  readonly ofHits: readonly (Visit[] | undefined)[];
}

export function visitorsOf(hits: readonly FoldHit[], order: Uint32Array): Visitors {
  const visits: Visits = new Map();
  const ofHits: (Visit[] | undefined)[] = new Array(hits.length).fill(undefined);
  for (const index of order) {
    const { day, visitor } = hits[index] as FoldHit;
    if (visitor === '') continue;
    let ofDay = visits.get(day);
    if (!ofDay) {
      ofDay = new Map();
      visits.set(day, ofDay);
    }
    let mine = ofDay.get(visitor);
    if (!mine) {
      mine = [];
      ofDay.set(visitor, mine);
    }
    ofHits[index] = mine;
  }
  return { visits, ofHits };
}

/** Adds the stored visits of these visitors. */
export async function loadVisits(tx: Executor, dialect: Dialect, website: number, visits: Visits): Promise<void> {
  for (const [day, ofDay] of visits)
    for (const { visitor, numbers } of await readVisits(
      tx,
      dialect,
      website,
      day,
      [...ofDay.keys()],
      DIMENSION_COLUMNS,
    ))
      ofDay.get(visitor)?.push(visitOf(numbers));
}

/**
 * Reads when the latest pageviews and hits of stored visits were, where a pageview is earlier than the end of a visit: it
 * could still be the latest, or begin the visit earlier.
 */
export async function loadLatestHits(
  tx: Executor,
  website: number,
  hits: readonly FoldHit[],
  { visits, ofHits }: Visitors,
): Promise<void> {
  const late = new Map<number, Set<string>>();
  for (let index = 0; index < hits.length; index++) {
    const mine = ofHits[index];
    if (!mine || mine.length === 0) continue;
    const { kind, time, day, visitor } = hits[index] as FoldHit;
    if (kind !== 'pageview' || !mine.some(({ lastAt }) => lastAt > time)) continue;
    if (!late.get(day)?.add(visitor)) late.set(day, new Set([visitor]));
  }
  for (const [day, visitors] of late)
    for (const { visitor, no, pageviewAt, hitAt } of await readLatestHits(tx, website, day, [...visitors])) {
      const visit = visits.get(day)?.get(visitor)?.[no - 1];
      if (!visit) continue;
      visit.exitAt = pageviewAt ?? visit.exitAt;
      visit.hitAt = hitAt;
    }
}

function visitOf(numbers: readonly number[]): Visit {
  const at = (index: number) => numbers[index] as number;
  const ids: number[] = [];
  for (let index = 0; index < VISIT_COLUMNS.length; index++)
    ids[(VISIT_COLUMNS[index] as (typeof VISIT_COLUMNS)[number]).rollup] = at(VISIT_NUMBERS.length + index);
  return {
    no: at(0),
    firstAt: at(1),
    lastAt: at(2),
    pageviews: at(3),
    events: at(4),
    interactive: at(4) > 0 && at(8) === 0 ? 1 : 0,
    seconds: at(5),
    engaged: at(6),
    hour: at(7),
    ids,
    exitAt: at(2),
    hitAt: Math.min(at(2), at(1) + at(5) * 1000),
    isNew: false,
    changed: false,
  };
}

/** Writes the changed visits. */
export async function saveVisits(
  tx: Executor,
  dialect: Dialect,
  website: number,
  visits: Visits,
  idOf: (id: number) => number,
  importId?: number,
): Promise<void> {
  const ofImport = importId === undefined ? [] : ['import_id'];
  const changing = ['first_at', 'last_at', 'pageviews', 'events', 'seconds', 'engaged', 'passive', ...MOVING_COLUMNS];
  await insertRows(tx, {
    table: 'visit',
    columns: ['website_id', 'day', 'visitor', ...VISIT_NUMBERS, ...DIMENSION_COLUMNS, ...ofImport],
    after: dialect.onConflict(['website_id', 'day', 'visitor', 'no'], [], changing),
    rows: changedRows(website, visits, idOf, importId === undefined ? '' : `,${int(importId)}`),
  });
}

function* changedRows(
  website: number,
  visits: Visits,
  idOf: (id: number) => number,
  ofImport: string,
): Generator<string> {
  for (const [day, ofDay] of visits) {
    const key = `${int(website)},${int(day)},`;
    for (const [visitor, mine] of ofDay)
      for (const visit of mine) {
        if (!visit.changed) continue;
        const { no, firstAt, lastAt, pageviews, events, interactive, seconds, engaged, hour, ids } = visit;
        const passive = events > 0 && interactive === 0 ? 1 : 0;
        let row = `${key}${blob(visitor)},${int(no)},${int(firstAt)},${int(lastAt)},${int(pageviews)},${int(events)},${int(seconds)},${int(engaged)},${int(hour)},${passive}`;
        for (const { rollup } of VISIT_COLUMNS) row += `,${int(idOf(idAt(ids, rollup)))}`;
        yield row + ofImport;
      }
  }
}
