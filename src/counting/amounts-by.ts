import { type Amount, AmountSum } from '../domain/amount.ts';
import { AmountSums } from './amount-sums.ts';
import type { Numbers, Part } from './columns.ts';
import { firstHits } from './hits-of-visits.ts';
import type { HitFilter } from './id-filter.ts';
import { placesOf } from './id-set.ts';
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

const memory = new Scratch();

/** Returns the sums of the amounts of events in the selected visits. */
export function sumAmountsBy(part: Part, selection: Selection, asked: AmountsBy): AmountOf[] {
  const { values: units, ids } = part.column('event', 'unit');
  const unitIds = ids as Uint32Array;
  const amounts = part.column('event', 'amount').values;
  /** Calls `each` with a function that adds the amount of an event to a row. */
  const sumUp = (ofRow: (row: number) => number, each: (add: (hit: number, row: number) => void) => void) => {
    const sums = new AmountSums(part.scaledAmounts ?? scaleAmounts(part.amounts), amounts.length);
    each((hit, row) => sums.add(row * unitIds.length + (units[hit] as number), amounts[hit] as number));
    return sums.map((key, amount) => ({
      of: ofRow(Math.floor(key / unitIds.length)),
      unit: unitIds[key % unitIds.length] as number,
      amount,
    }));
  };
  if (asked.by === 'filter')
    return asked.hits.flatMap((hits, of) => {
      const isWanted = selectedHits(part, selection, hits);
      return sumUp(
        () => of,
        add => eachWanted(amounts, isWanted, hit => add(hit, 0)),
      );
    });
  if (asked.by === 'property') {
    const { rows, ids } = rowsOfProperty(part, asked);
    const isWanted = selectedHits(part, selection, asked.hits);
    return sumUp(
      row => ids[row] as number,
      add =>
        eachWanted(amounts, isWanted, hit => {
          if (rows[hit] !== -1) add(hit, rows[hit] as number);
        }),
    );
  }
  const rowOf = rowOfEvents(part, asked);
  return sumUp(rowOf.value, add =>
    eachAmount(part, selection, (hit, visit) => {
      const row = rowOf.row(hit, visit);
      if (row >= 0) add(hit, row);
    }),
  );
}

/** Returns how the row of an event follows from it and its visit, negative if it is not wanted, and the value of a row. */
function rowOfEvents(
  part: Part,
  asked: Extract<AmountsBy, { by: 'event' | 'day' | 'hour' | 'visit' }>,
): { readonly row: (hit: number, visit: number) => number; readonly value: (row: number) => number } {
  if (asked.by === 'visit') {
    const { values, ids } = part.column('visit', asked.column);
    const wanted = placesOf(ids as Uint32Array, asked.ids);
    return {
      row: (_, visit) => wanted[values[visit] as number] as number,
      value: row => (ids as Uint32Array)[row] as number,
    };
  }
  if (asked.by === 'event') {
    const { values, ids } = part.column('event', 'event');
    return { row: hit => values[hit] as number, value: row => (ids as Uint32Array)[row] as number };
  }
  const days = part.column('visit', 'day').values;
  if (asked.by === 'day') return { row: (_, visit) => days[visit] as number, value: row => part.firstDay + row };
  const hours = part.column('event', 'hour').values;
  return {
    row: (hit, visit) => (days[visit] as number) * 24 + (hours[hit] as number),
    value: row => part.firstDay * 24 + row,
  };
}

/** Calls `use` with each event with an amount, and its visit, of the selected visits. */
function eachAmount(part: Part, { visits }: Selection, use: (hit: number, visit: number) => void): void {
  const counts = part.column('visit', 'triggers').values;
  const amounts = part.column('event', 'amount').values;
  const firsts = firstHits(memory, counts);
  const isSelected = new Uint8Array(counts.length);
  for (let at = 0; at < visits.length; at++) isSelected[visits[at] as number] = 1;
  let visit = 0;
  for (let hit = 0; hit < amounts.length; hit++) {
    // Few events have one.
    if (amounts[hit] === 0) continue;
    while ((firsts[visit + 1] as number) <= hit) visit++;
    if (isSelected[visit] === 1) use(hit, visit);
  }
}

/** Calls `use` with each wanted event with an amount. */
function eachWanted(amounts: Numbers, isWanted: Uint8Array, use: (hit: number) => void): void {
  for (let hit = 0; hit < amounts.length; hit++) if (amounts[hit] !== 0 && isWanted[hit] === 1) use(hit);
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
