import { type Amount, AmountSum } from '../domain/amount.ts';
import { sumByKey } from './amount-sums.ts';
import type { Numbers, Part } from './columns.ts';
import { picked } from './count.ts';
import { firstHits } from './hits-of-visits.ts';
import type { HitFilter } from './id-filter.ts';
import { placesOf } from './id-set.ts';
import { loop } from './loop.ts';
import { Masks, mark } from './masks.ts';
import { scaleAmounts } from './scaled-amounts.ts';
import { Scratch } from './scratch.ts';
import { selectedHits } from './selected-hits.ts';
import type { Selection } from './selection.ts';

/** What the amounts of events are summed by. */
export type AmountsBy =
  /** The event, the day, or the hour as `day * 24 + hour`. */
  | { readonly by: 'event' | 'day' | 'hour' }
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

/** Events with an amount: their positions, and the row that each is summed in, negative if in none. */
interface Rows {
  readonly hits: Uint32Array;
  readonly rows: Int32Array;
  /** How many rows there are, and the value of each. */
  readonly length: number;
  readonly idOf: (row: number) => number;
}

/** Returns the sums of the amounts of events in the selected visits. */
export function sumAmountsBy(part: Part, selection: Selection, asked: AmountsBy): AmountOf[] {
  if (asked.by !== 'filter') {
    const rows = asked.by === 'property' ? rowsOfProperty(part, selection, asked) : rowsOf(part, selection, asked);
    return sumRows(part, rows);
  }
  return asked.hits.flatMap((filter, of) => {
    const hits = wantedHits(part, selection, filter);
    return sumRows(part, { hits, rows: new Int32Array(hits.length), length: 1, idOf: () => of });
  });
}

function sumRows(part: Part, { hits, rows, length, idOf }: Rows): AmountOf[] {
  const { values: units, ids } = part.column('event', 'unit');
  const unitIds = ids as Uint32Array;
  const keys = new Float64Array(hits.length);
  const amounts = new Uint32Array(hits.length);
  const count = fillKeys(keys, amounts, hits, rows, units, part.column('event', 'amount').values, unitIds.length);
  const added = {
    keys: keys.subarray(0, count),
    amounts: amounts.subarray(0, count),
    limit: length * unitIds.length,
  };
  return sumByKey(part.scaledAmounts ?? scaleAmounts(part.amounts), added, (key, amount) => ({
    of: idOf(Math.floor(key / unitIds.length)),
    unit: unitIds[key % unitIds.length] as number,
    amount,
  }));
}

/** Fills in the key and the amount of each event that is in a row, and returns how many these are. */
const fillKeys = loop(
  (
    keys: Float64Array,
    into: Uint32Array,
    hits: Uint32Array,
    rows: Int32Array,
    units: Numbers,
    amounts: Numbers,
    width: number,
  ): number => {
    let count = 0;
    for (let at = 0; at < hits.length; at++) {
      const row = rows[at] as number;
      if (row < 0) continue;
      const hit = hits[at] as number;
      keys[count] = row * width + (units[hit] as number);
      into[count++] = amounts[hit] as number;
    }
    return count;
  },
);

const memory = { firsts: new Scratch(), hits: new Scratch(), visits: new Scratch(), masks: new Masks() };

/** Returns the events with an amount of the selected visits, in rows that follow from the event and its visit. */
function rowsOf(
  part: Part,
  { visits: selected }: Selection,
  asked: Extract<AmountsBy, { by: 'event' | 'day' | 'hour' | 'visit' }>,
): Rows {
  const counts = part.column('visit', 'triggers').values;
  const amounts = part.column('event', 'amount').values;
  memory.masks.keep(0);
  const isSelected = memory.masks.take(counts.length).fill(0);
  mark(isSelected, selected);
  const [into, ofHits] = [memory.hits.room(amounts.length + 1), memory.visits.room(amounts.length + 1)];
  const count = findAmounts(into, ofHits, amounts, firstHits(memory.firsts, counts), isSelected);
  const [hits, visits] = [into.subarray(0, count), ofHits.subarray(0, count)];
  const rows = new Int32Array(count);
  if (asked.by === 'visit') {
    const { values, ids } = part.column('visit', asked.column);
    const present = ids as Uint32Array;
    const wanted = placesOf(present, asked.ids);
    picked(wanted, picked(values, visits, new Uint32Array(count)), rows);
    return { hits, rows, length: present.length, idOf: row => present[row] as number };
  }
  if (asked.by === 'event') {
    const { values, ids } = part.column('event', 'event');
    const present = ids as Uint32Array;
    return { hits, rows: picked(values, hits, rows), length: present.length, idOf: row => present[row] as number };
  }
  picked(part.column('visit', 'day').values, visits, rows);
  if (asked.by === 'day') return { hits, rows, length: part.days, idOf: row => part.firstDay + row };
  addHours(rows, part.column('event', 'hour').values, hits);
  return { hits, rows, length: part.days * 24, idOf: row => part.firstDay * 24 + row };
}

/** Writes the events with an amount of the selected visits, and their visits; returns how many these are. */
const findAmounts = loop(
  (hits: Uint32Array, visits: Uint32Array, amounts: Numbers, firsts: Uint32Array, isSelected: Uint8Array): number => {
    let count = 0;
    let visit = 0;
    for (let hit = 0; hit < amounts.length; hit++) {
      // Few events have one.
      if (amounts[hit] === 0) continue;
      while ((firsts[visit + 1] as number) <= hit) visit++;
      hits[count] = hit;
      visits[count] = visit;
      count += isSelected[visit] as number;
    }
    return count;
  },
);

const addHours = loop((rows: Int32Array, hours: Numbers, hits: Uint32Array): void => {
  for (let at = 0; at < rows.length; at++) rows[at] = (rows[at] as number) * 24 + (hours[hits[at] as number] as number);
});

/** Returns the events with an amount that a filter matches. */
function wantedHits(part: Part, selection: Selection, filter: HitFilter): Uint32Array {
  const amounts = part.column('event', 'amount').values;
  const hits = memory.hits.room(amounts.length + 1);
  return hits.subarray(0, findWanted(hits, amounts, selectedHits(part, selection, filter)));
}

const findWanted = loop((hits: Uint32Array, amounts: Numbers, isWanted: Uint8Array): number => {
  let count = 0;
  for (let hit = 0; hit < amounts.length; hit++) {
    hits[count] = hit;
    count += amounts[hit] === 0 ? 0 : (isWanted[hit] as number);
  }
  return count;
});

/** Returns the wanted events in rows of the values of a property; in none if the value is not asked for. */
function rowsOfProperty(
  part: Part,
  selection: Selection,
  { hits: filter, key, ids: asked }: Extract<AmountsBy, { by: 'property' }>,
): Rows {
  const skip = part.column('eventProperty', 'skip').values;
  const keys = part.column('eventProperty', 'key');
  const values = part.column('eventProperty', 'value');
  const ids = [...(values.ids as Uint32Array), 0];
  const wanted = placesOf(values.ids as Uint32Array, asked);
  const wantedKey = key === null ? -1 : (keys.ids as Uint32Array).indexOf(key);
  const rowOf = new Int32Array(part.count.event).fill(asked.includes(0) ? ids.length - 1 : -1);
  let hit = 0;
  for (let at = 0; at < skip.length; at++) {
    hit += skip[at] as number;
    if (keys.values[at] === wantedKey) rowOf[hit] = wanted[values.values[at] as number] as number;
  }
  const hits = wantedHits(part, selection, filter);
  const rows = picked(rowOf, hits, new Int32Array(hits.length));
  return { hits, rows, length: ids.length, idOf: row => ids[row] as number };
}

/** Returns the sums of all parts. */
export function mergeAmountsBy(all: readonly (readonly AmountOf[])[]): AmountOf[] {
  const sums = sumAmountsOf(all.flat());
  return [...sums].flatMap(([of, byUnit]) => [...byUnit].map(([unit, { amount }]) => ({ of, unit, amount })));
}

/** Returns the sums by what they are summed by, and by unit. */
export function sumAmountsOf(amounts: readonly AmountOf[]): Map<number, Map<number, AmountSum>> {
  const sums = new Map<number, Map<number, AmountSum>>();
  for (const { of, unit, amount } of amounts) {
    const byUnit = sums.get(of) ?? new Map<number, AmountSum>();
    sums.set(of, byUnit);
    byUnit.set(unit, (byUnit.get(unit) ?? new AmountSum()).add(amount));
  }
  return sums;
}
