import {
  type FoldHit,
  idAt,
  MOVING,
  NO_IDS,
  VISIT_COLUMN_NAMES,
  VISIT_COLUMNS,
  type Visit,
} from '../counting/visit.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { int } from '../db/sql.ts';
import { together } from '../db/together.ts';
import { readLatestHits, readVisits, VISIT_NUMBERS } from '../db/visits/visits.ts';
import { changeWritten, insertWritten } from '../db/written-rows.ts';
import { FoldConflict } from './fold-conflict.ts';

const MOVING_COLUMNS = VISIT_COLUMNS.filter(({ latest }) => latest !== undefined).map(({ column }) => column);
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
    await readVisits(tx, dialect, { website, day }, [...ofDay.keys()], VISIT_COLUMN_NAMES, (visitor, numbers) => {
      ofDay.get(visitor)?.push(visitOf(numbers));
    });
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
  const ids = NO_IDS.slice();
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

const KEY = ['website_id', 'day', 'visitor'];
const SPAN = ['first_at', 'last_at', 'pageviews', 'seconds'] as const;
const OF_EVENTS = ['events', 'engaged', 'passive'] as const;
/** From this many visits on, those that are stored are worth statements of their own, without what cannot change. */
const MANY = 200;

/** Writes the changed visits. Throws FoldConflict if one that is stored is gone. */
export async function saveVisits(
  tx: Executor,
  dialect: Dialect,
  website: number,
  visits: Visits,
  idOf: (id: number) => number,
  importId?: number,
): Promise<void> {
  for (const [day, ofDay] of visits) {
    const changed = changedOf(ofDay);
    const isLong = importId === undefined && changed.length >= MANY;
    const isStored = ({ visit }: OfVisitor) => isLong && !visit.isNew;
    const hasEvents = ({ visit: { events, engaged } }: OfVisitor) => events > 0 || engaged > 0;
    const stored = changed.filter(isStored);
    const inserted = isLong ? changed.filter(one => !isStored(one)) : changed;
    const plain = stored.filter(one => !hasEvents(one));
    await together([
      insertVisits(tx, dialect, { website, day, importId }, inserted, idOf),
      changeVisits(tx, dialect, { website, day }, stored.filter(hasEvents), [...SPAN, ...OF_EVENTS], idOf),
      changeVisits(tx, dialect, { website, day }, plain, SPAN, idOf),
    ]);
  }
}

interface OfVisitor {
  readonly visitor: string;
  readonly visit: Visit;
}

function changedOf(ofDay: ReadonlyMap<string, readonly Visit[]>): OfVisitor[] {
  const changed: OfVisitor[] = [];
  for (const [visitor, mine] of ofDay) for (const visit of mine) if (visit.changed) changed.push({ visitor, visit });
  return changed;
}

/** Writes whole visits, whether they are stored or not. */
function insertVisits(
  tx: Executor,
  dialect: Dialect,
  { website, day, importId }: { website: number; day: number; importId: number | undefined },
  changed: readonly OfVisitor[],
  idOf: (id: number) => number,
): Promise<void> {
  const ofImport = importId === undefined ? [] : ['import_id'];
  const cellsOfImport = importId === undefined ? '' : `,${int(importId)}`;
  const key = `${int(website)},${int(day)},`;
  return insertWritten(tx, {
    table: 'visit',
    columns: [...KEY, ...VISIT_NUMBERS, ...VISIT_COLUMN_NAMES, ...ofImport],
    after: dialect.onConflict([...KEY, 'no'], [], [...SPAN, ...OF_EVENTS, ...MOVING_COLUMNS]),
    count: changed.length,
    write(row, into) {
      const { visitor, visit } = changed[row] as OfVisitor;
      into.raw(key).blob(visitor);
      for (const column of VISIT_NUMBERS) into.raw(',').int(numberOf(visit, column));
      for (const { rollup } of VISIT_COLUMNS) into.raw(',').int(idOf(idAt(visit.ids, rollup)));
      into.raw(cellsOfImport);
    },
  });
}

/** Writes what can have changed of stored visits. */
async function changeVisits(
  tx: Executor,
  dialect: Dialect,
  fixed: { readonly website: number; readonly day: number },
  changed: readonly OfVisitor[],
  columns: readonly (typeof VISIT_NUMBERS)[number][],
  idOf: (id: number) => number,
): Promise<void> {
  const areThere = await changeWritten(tx, dialect, {
    table: 'visit',
    fixed: { website_id: fixed.website, day: fixed.day },
    key: ['visitor', 'no'],
    set: [...columns, ...MOVING_COLUMNS],
    count: changed.length,
    write(row, into) {
      const { visitor, visit } = changed[row] as OfVisitor;
      into.blob(visitor).raw(',').int(visit.no);
      for (const column of columns) into.raw(',').int(numberOf(visit, column));
      for (const { rollup } of MOVING) into.raw(',').int(idOf(idAt(visit.ids, rollup)));
    },
  });
  if (!areThere) throw new FoldConflict('A visit was removed while hits of it were folded.');
}

function numberOf(visit: Visit, column: (typeof VISIT_NUMBERS)[number]): number {
  switch (column) {
    case 'no':
      return visit.no;
    case 'first_at':
      return visit.firstAt;
    case 'last_at':
      return visit.lastAt;
    case 'pageviews':
      return visit.pageviews;
    case 'events':
      return visit.events;
    case 'seconds':
      return visit.seconds;
    case 'engaged':
      return visit.engaged;
    case 'hour':
      return visit.hour;
    case 'passive':
      return visit.events > 0 && visit.interactive === 0 ? 1 : 0;
  }
}
