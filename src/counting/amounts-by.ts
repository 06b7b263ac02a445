import { type Amount, addAmounts, multiplyAmount } from '../domain/amount.ts';
import type { Part } from './columns.ts';
import type { HitFilter } from './id-filter.ts';
import { placesOf } from './id-set.ts';
import { selectedHits } from './selected-hits.ts';
import type { Selection } from './selection.ts';

/** What the amounts of events are summed by. */
export type AmountsBy =
  /** One sum of all events, for each day, or for each hour as `day * 24 + hour`. */
  | { readonly by: 'all' | 'day' | 'hour' }
  /** The value that a column of the visit has, as far as it is one of these. */
  | { readonly by: 'visit'; readonly column: string; readonly ids: readonly number[] }
  /** The value of a property that the events have, as far as it is one of these; 0 is for those without it. */
  | { readonly by: 'property'; readonly hits: HitFilter; readonly key: number | null; readonly ids: readonly number[] }
  /** The place of the filter in the list; an event can match several. */
  | { readonly by: 'filter'; readonly hits: readonly HitFilter[] };

/** The sum of amounts in one unit (value id); `of` is what they are summed by. */
export interface AmountOf {
  readonly of: number;
  readonly unit: number;
  readonly amount: Amount;
}

const EVERY_EVENT: HitFilter = { hit: 'event', ids: [], allOthersUpTo: 2 ** 32 - 1 };

/** Returns the sums of the amounts of events in the selected visits. */
export function sumAmountsBy(part: Part, selection: Selection, asked: AmountsBy): AmountOf[] {
  if (asked.by === 'filter')
    return asked.hits.flatMap((hits, of) => sumRows(part, selectedHits(part, selection, hits), null, () => of));
  if (asked.by === 'property') {
    const { rows, ids } = rowsOfProperty(part, asked);
    return sumRows(part, selectedHits(part, selection, asked.hits), rows, row => ids[row] as number);
  }
  const isWanted = selectedHits(part, selection, EVERY_EVENT);
  if (asked.by === 'all') return sumRows(part, isWanted, null, () => 0);
  if (asked.by === 'visit') {
    const { values, ids } = part.column('visit', asked.column);
    const wanted = placesOf(ids as Uint32Array, asked.ids);
    const ofVisits = Int32Array.from(values, value => wanted[value] as number);
    return sumRows(part, isWanted, ofEvents(part, ofVisits), row => (ids as Uint32Array)[row] as number);
  }
  const days = ofEvents(part, Int32Array.from(part.column('visit', 'day').values));
  if (asked.by === 'day') return sumRows(part, isWanted, days, row => part.firstDay + row);
  const hours = part.column('event', 'hour').values;
  for (let at = 0; at < days.length; at++) days[at] = (days[at] as number) * 24 + (hours[at] as number);
  return sumRows(part, isWanted, days, row => part.firstDay * 24 + row);
}

/** Returns, for each event, what its visit has. */
function ofEvents(part: Part, ofVisits: Int32Array): Int32Array {
  const counts = part.column('visit', 'triggers').values;
  const rows = new Int32Array(part.count.event);
  let hit = 0;
  for (let visit = 0; visit < counts.length; visit++) {
    const end = hit + (counts[visit] as number);
    rows.fill(ofVisits[visit] as number, hit, end);
    hit = end;
  }
  return rows;
}

/** Returns the row of each event, -1 if its value is not wanted, and the value of each row. */
function rowsOfProperty(
  part: Part,
  { key, ids: asked }: Extract<AmountsBy, { by: 'property' }>,
): { rows: Int32Array; ids: readonly number[] } {
  const skip = part.column('eventProperty', 'skip').values;
  const keys = part.column('eventProperty', 'key');
  const values = part.column('eventProperty', 'value');
  const ids = [...(values.ids as Uint32Array), 0];
  const wanted = placesOf(values.ids as Uint32Array, asked);
  const wantedKey = key === null ? -1 : (keys.ids as Uint32Array).indexOf(key);
  const rows = new Int32Array(part.count.event).fill(asked.includes(0) ? ids.length - 1 : -1);
  let hit = 0;
  for (let at = 0; at < skip.length; at++) {
    hit += skip[at] as number;
    if (keys.values[at] === wantedKey) rows[hit] = wanted[values.values[at] as number] as number;
  }
  return { rows, ids };
}

/** Sums the amounts of the wanted events by row and unit; without rows, all are of row 0, and row -1 is left out. */
function sumRows(
  part: Part,
  isWanted: Uint8Array,
  rows: Int32Array | null,
  ofRow: (row: number) => number,
): AmountOf[] {
  const amounts = part.column('event', 'amount').values;
  const { values: units, ids } = part.column('event', 'unit');
  const unitIds = ids as Uint32Array;
  const texts = part.amounts;
  /** How often each amount occurs: most of them often, or each once. */
  const times = new Map<number, number>();
  for (let hit = 0; hit < amounts.length; hit++) {
    if (amounts[hit] === 0 || isWanted[hit] === 0) continue;
    const row = rows ? (rows[hit] as number) : 0;
    if (row < 0) continue;
    const key = (row * unitIds.length + (units[hit] as number)) * texts.length + (amounts[hit] as number);
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  const sums = new Map<number, Amount>();
  for (const [key, count] of times) {
    const place = Math.floor(key / texts.length);
    const added = multiplyAmount(texts[key % texts.length] as Amount, count);
    sums.set(place, addAmounts(sums.get(place) ?? '0', added));
  }
  return [...sums].map(([place, amount]) => ({
    of: ofRow(Math.floor(place / unitIds.length)),
    unit: unitIds[place % unitIds.length] as number,
    amount,
  }));
}

/** Returns the sums of all parts. */
export function mergeAmountsBy(all: readonly (readonly AmountOf[])[]): AmountOf[] {
  const sums = new Map<string, AmountOf>();
  for (const { of, unit, amount } of all.flat()) {
    const key = `${of} ${unit}`;
    sums.set(key, { of, unit, amount: addAmounts(sums.get(key)?.amount ?? '0', amount) });
  }
  return [...sums.values()];
}
