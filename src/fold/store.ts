import { type EventAmount, type Folded, visitorKey } from '../counting/attribute.ts';
import { addSums, type DaySums, type Sums, sumsAt } from '../counting/rollups.ts';
import { type FoldHit, idAt, VISIT_COLUMNS, type Visit } from '../counting/visit.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { readAmounts, writeAmounts } from '../db/rollups/amounts.ts';
import { METRIC_COLUMNS, sumCell } from '../db/rollups/sums.ts';
import { blob, insertRows, Text } from '../db/sql.ts';
import { readVisits, VISIT_ROW_COLUMNS, type VisitRow } from '../db/visits/visits.ts';
import { addAmounts } from '../domain/amount.ts';
import { monthNumber } from '../domain/calendar.ts';
import type { Hit } from '../domain/stored-hit.ts';

const DIMENSION_COLUMNS = VISIT_COLUMNS.map(({ column }) => column);
const NOBODY = '0000000000000000';

/** Returns the stored visits of the visitors of these hits, by `visitorKey`. */
export async function loadVisits(
  tx: Executor,
  website: number,
  hits: readonly FoldHit[],
): Promise<Map<string, Visit[]>> {
  const visitorsOfDay = new Map<number, Set<string>>();
  for (const { day, visitor } of hits) {
    if (visitor === '') continue;
    const visitors = visitorsOfDay.get(day);
    if (visitors) visitors.add(visitor);
    else visitorsOfDay.set(day, new Set([visitor]));
  }
  const visits = new Map<string, Visit[]>();
  for (const [day, visitors] of visitorsOfDay) {
    for (const row of await readVisits(tx, website, day, [...visitors].sort(), DIMENSION_COLUMNS)) {
      const key = visitorKey(day, row.visitor);
      const mine = visits.get(key);
      if (mine) mine.push(visitOf(row));
      else visits.set(key, [visitOf(row)]);
    }
  }
  return visits;
}

function visitOf(row: VisitRow): Visit {
  const ids: number[] = [];
  for (const { rollup, column } of VISIT_COLUMNS) ids[rollup] = row[column] as number;
  const { no, pageviews, events, seconds, engaged, hour } = row;
  return {
    no,
    firstAt: row.first_at,
    lastAt: row.last_at,
    pageviews,
    events,
    seconds,
    engaged,
    hour,
    ids,
    exitPage: row.exit_page,
    changed: false,
  };
}

/** Writes the changed visits, in the order of their key. */
export async function saveVisits(
  tx: Executor,
  dialect: Dialect,
  website: number,
  visits: Map<string, Visit[]>,
  idOf: (id: number) => number,
): Promise<void> {
  const columns = ['website_id', 'day', ...VISIT_ROW_COLUMNS, ...DIMENSION_COLUMNS];
  const rows = [];
  for (const [key, mine] of visits) {
    const colon = key.indexOf(':');
    for (const visit of mine) {
      if (!visit.changed) continue;
      rows.push([
        website,
        Number(key.slice(0, colon)),
        blob(key.slice(colon + 1)),
        visit.no,
        visit.firstAt,
        visit.lastAt,
        visit.pageviews,
        visit.events,
        visit.seconds,
        visit.engaged,
        visit.hour,
        idOf(visit.exitPage),
        ...VISIT_COLUMNS.map(({ rollup }) => idOf(idAt(visit.ids, rollup))),
      ]);
    }
  }
  rows.sort((a, b) => (a[1] as number) - (b[1] as number) || ((a[2] as string) < (b[2] as string) ? -1 : 1));
  const changing = ['first_at', 'last_at', 'pageviews', 'events', 'seconds', 'engaged', 'exit_page'];
  await insertRows(tx, {
    table: 'visit',
    columns,
    after: dialect.onConflict(['website_id', 'day', 'visitor', 'no'], [], changing),
    rows,
  });
}

/** Writes the hits of days from `keepFrom` on (since 1970-01-01); returns the next free hit number. */
export async function saveHits(
  tx: Executor,
  website: number,
  hits: readonly FoldHit[],
  visitNos: readonly number[],
  options: { keepFrom: number; nextHit: number; event: number; page: number; idOf: (id: number) => number },
): Promise<number> {
  const { keepFrom, event, page, idOf } = options;
  let nextHit = options.nextHit;
  const rows: (string | number | Text)[][] = [];
  hits.forEach((hit, index) => {
    if (hit.kind === 'engagement' || hit.day < keepFrom) return;
    const isEvent = hit.kind === 'event';
    rows.push([
      website,
      hit.day,
      blob(hit.visitor || NOBODY),
      nextHit++,
      hit.time,
      hit.hour,
      visitNos[index] ?? 0,
      idOf(hit.valueId(page)),
      isEvent ? idOf(hit.valueId(event)) : 'NULL',
      hit.amount === null ? 'NULL' : new Text(hit.amount),
      isEvent && hit.unit !== 0 ? idOf(hit.unit) : 'NULL',
    ]);
  });
  rows.sort((a, b) => (a[1] as number) - (b[1] as number) || ((a[2] as string) < (b[2] as string) ? -1 : 1));
  await insertRows(tx, {
    table: 'hit',
    columns: ['website_id', 'day', 'visitor', 'id', 'at', 'hour', 'visit_no', 'page', 'event', 'amount', 'unit'],
    rows,
  });
  return nextHit;
}

/** Adds the sums to the daily and monthly rollups, in the order of their keys. */
export async function saveSums(
  tx: Executor,
  dialect: Dialect,
  website: number,
  sums: Folded['sums'],
  idOf: (id: number) => number,
): Promise<void> {
  const months = new Map<number, DaySums>();
  const days = new Map<number, DaySums>();
  for (const [day, ofDay] of sums) {
    const month = monthNumber(day);
    const ofMonth = months.get(month) ?? [];
    months.set(month, ofMonth);
    const stored: DaySums = [];
    days.set(day, stored);
    ofDay.forEach((ofRollup, rollup) => {
      const rows = new Map<number, Sums>();
      stored[rollup] = rows;
      for (const [value, change] of ofRollup) {
        const id = idOf(value);
        rows.set(id, change);
        addSums(sumsAt(ofMonth, rollup, id), change);
      }
    });
  }
  await saveRollup(tx, dialect, website, 'day', days);
  await saveRollup(tx, dialect, website, 'month', months);
}

async function saveRollup(
  tx: Executor,
  dialect: Dialect,
  website: number,
  period: 'day' | 'month',
  sums: Map<number, DaySums>,
): Promise<void> {
  const rows: { at: number; rollup: number; value: number; change: Sums }[] = [];
  for (const [at, ofPeriod] of sums)
    ofPeriod.forEach((ofRollup, rollup) => {
      for (const [value, change] of ofRollup) rows.push({ at, rollup, value, change });
    });
  rows.sort((a, b) => a.rollup - b.rollup || a.at - b.at || a.value - b.value);
  await insertRows(tx, {
    table: `rollup_${period}`,
    columns: ['website_id', 'name', period, 'value_id', ...METRIC_COLUMNS],
    after: dialect.onConflict(['website_id', 'name', period, 'value_id'], METRIC_COLUMNS),
    rows: rows.map(({ at, rollup, value, change }) => [website, rollup, at, value, ...change.map(sumCell)]),
  });
}

/** Adds event amounts to the stored sums, exactly. */
export async function saveAmounts(
  tx: Executor,
  dialect: Dialect,
  website: number,
  added: readonly EventAmount[],
  idOf: (id: number) => number,
): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ day, event, unit, amount }) => ({ day, event: idOf(event), unit: idOf(unit), amount }));
  const unique = (numbers: number[]) => [...new Set(numbers)];
  const stored = new Map(
    (await readAmounts(tx, website, unique(rows.map(({ day }) => day)), unique(rows.map(({ event }) => event)))).map(
      row => [`${row.day}:${row.event}:${row.unit}`, row.amount],
    ),
  );
  await writeAmounts(
    tx,
    dialect,
    website,
    rows.map(row => {
      const before = stored.get(`${row.day}:${row.event}:${row.unit}`);
      return before === undefined ? row : { ...row, amount: addAmounts(before, row.amount) };
    }),
  );
}

/**
 * Drops hits of which one hash was seen before, in this fold or an earlier one; `ids` are the first hashes of the others,
 * 32 hex digits each.
 */
export function withoutRepeats(
  hits: readonly { hit: Hit; idHashes: readonly string[] }[],
  seen: ReadonlySet<string>,
): { hits: Hit[]; ids: string[]; repeats: Hit[] } {
  const fresh = new Set<string>();
  const kept: Hit[] = [];
  const repeats: Hit[] = [];
  for (const { hit, idHashes } of hits) {
    if (idHashes.some(hash => seen.has(hash) || fresh.has(hash))) repeats.push(hit);
    else {
      kept.push(hit);
      for (const hash of idHashes.slice(0, 1)) fresh.add(hash);
    }
  }
  return { hits: kept, ids: [...fresh], repeats };
}
