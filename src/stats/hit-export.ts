import { VISIT_COLUMNS } from '../counting/visit.ts';
import { type Database, reachable } from '../db/open.ts';
import { type ExportRow, readHitDays, readHitsOfDay } from '../db/visits/hits.ts';
import { dateOf } from '../domain/calendar.ts';
import type { Cell } from '../domain/csv.ts';
import type { DayRange } from '../domain/range.ts';
import type { Website } from '../websites/website.ts';
import type { Texts } from './texts.ts';

/** An exported hit. Unknown values are empty; values that do not apply to the hit are null. */
export type ExportedHit = Readonly<Record<string, Cell>>;

const STEP = 2_000;

/** The fields of every exported hit, in this order. */
export const HIT_COLUMNS: readonly string[] = [
  'time',
  'day',
  'kind',
  'visitor',
  'visit',
  'page',
  'event',
  'amount',
  'unit',
  ...VISIT_COLUMNS.map(({ name }) => name),
  'host',
  'props',
];

/**
 * Yields the stored hits of a website in batches: day by day, and within a day visitor by visitor. Visitors and visits
 * are numbered within one export only, because a visitor cannot be recognized on another day.
 */
export async function* exportHits(
  { database, texts }: { database: Database; texts: Texts },
  { id: website }: Pick<Website, 'id'>,
  { from, to }: DayRange,
): AsyncGenerator<readonly ExportedHit[]> {
  const { dialect } = database;
  const numberOf = createNumbers();
  for (const day of await reachable(database, () => readHitDays(dialect, website, from, to))) {
    let after: ExportRow | null = null;
    for (;;) {
      const rows: ExportRow[] = await reachable(database, () => readHitsOfDay(dialect, { website, day }, after, STEP));
      if (rows.length === 0) break;
      const values = await reachable(database, () => texts.of(website, idsOf(rows)));
      const text = (id: unknown) => (typeof id === 'number' ? (values.get(id) ?? '') : null);
      yield rows.map(row => ({
        time: new Date(row.at).toISOString(),
        day: dateOf(day),
        kind: row.event === null ? 'pageview' : 'event',
        ...numberOf(day, row),
        page: text(row.page),
        event: text(row.event),
        amount: row.amount,
        unit: row.amount === null ? null : text(row.unit ?? 0),
        ...Object.fromEntries(VISIT_COLUMNS.map(({ name, column }) => [name, text(row[column])])),
        host: text(row.host),
        props: propertiesOf(row, values),
      }));
      after = rows.at(-1) ?? null;
    }
  }
}

function idsOf(rows: readonly ExportRow[]): number[] {
  const ids = new Set<number>();
  for (const row of rows) {
    for (const id of [row.page, row.host, row.event, row.unit, ...VISIT_COLUMNS.map(({ column }) => row[column])])
      if (typeof id === 'number') ids.add(id);
    for (const id of propertyIds(row)) ids.add(id);
  }
  return [...ids];
}

/** Returns the ids of keys and values in turn. */
function propertyIds({ props }: ExportRow): number[] {
  return props === null ? [] : props.slice(1).split(/[;=]/).map(Number);
}

function propertiesOf(row: ExportRow, texts: ReadonlyMap<number, string>): Readonly<Record<string, string>> | null {
  if (row.props === null) return null;
  const ids = propertyIds(row);
  const pairs = ids.flatMap((id, at) =>
    at % 2 === 0 ? [[texts.get(id) ?? '', texts.get(ids[at + 1] ?? 0) ?? '']] : [],
  );
  return Object.fromEntries(pairs);
}

/**
 * Numbers visitors and visits in the order in which they appear; only the visits of the current visitor are remembered.
 */
function createNumbers() {
  let visitors = 0;
  let visits = 0;
  let current = '';
  let mine = new Map<number, number>();
  return (day: number, { visitor, visit_no: no }: ExportRow) => {
    if (/^0+$/.test(visitor)) return { visitor: null, visit: null };
    if (current !== `${day}:${visitor}`) {
      current = `${day}:${visitor}`;
      visitors++;
      mine = new Map();
    }
    if (no > 0 && !mine.has(no)) mine.set(no, ++visits);
    return { visitor: visitors, visit: mine.get(no) ?? null };
  };
}
