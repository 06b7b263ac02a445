import type { Amount } from '../domain/amount.ts';
import { AmountSums } from './amount-sums.ts';
import { eachAmount } from './amounts-by.ts';
import type { Part } from './columns.ts';
import { wantedOf } from './id-set.ts';
import type { Selection } from './selection.ts';

/** Returns the sums of the amounts of these events (value ids) in the selected visits, by event and unit. */
export function sumAmounts(
  part: Part,
  selection: Selection,
  events: readonly number[],
): { event: number; unit: number; amount: Amount }[] {
  const { values: names, ids } = part.column('event', 'event');
  const { values: units, ids: idsOfUnits } = part.column('event', 'unit');
  const amounts = part.column('event', 'amount').values;
  const eventIds = ids as Uint32Array;
  const unitIds = idsOfUnits as Uint32Array;
  const isWanted = wantedOf(eventIds, { ids: events });
  const sums = new AmountSums(part.amounts, amounts.length);
  eachAmount(part, selection, hit => {
    const event = names[hit] as number;
    if (isWanted[event] === 1) sums.add(event * unitIds.length + (units[hit] as number), amounts[hit] as number);
  });
  return sums.map((key, amount) => ({
    event: eventIds[Math.floor(key / unitIds.length)] as number,
    unit: unitIds[key % unitIds.length] as number,
    amount,
  }));
}
