import { type Amount, addAmounts, multiplyAmount } from '../domain/amount.ts';
import type { Part } from './columns.ts';
import type { Selection } from './selection.ts';

/** Returns the sums of the amounts of these events (value ids) in the selected visits, by event and unit. */
export function sumAmounts(
  part: Part,
  { visits }: Selection,
  events: readonly number[],
): { event: number; unit: number; amount: Amount }[] {
  const triggers = part.column('visit', 'triggers').values;
  const event = part.column('event', 'event');
  const unit = part.column('event', 'unit');
  const amounts = part.column('event', 'amount').values;
  const eventIds = event.ids as Uint32Array;
  const unitIds = unit.ids as Uint32Array;
  const texts = part.amounts;
  const isWanted = Uint8Array.from(eventIds, id => (events.includes(id) ? 1 : 0));
  /** How often each amount occurs: most of them often, or each once. */
  const times = new Map<number, number>();
  let visit = 0;
  let hit = 0;
  for (const selected of visits) {
    while (visit < selected) hit += triggers[visit++] as number;
    for (const end = hit + (triggers[visit++] as number); hit < end; hit++) {
      const amount = amounts[hit] as number;
      if (amount === 0 || isWanted[event.values[hit] as number] === 0) continue;
      const key =
        ((event.values[hit] as number) * unitIds.length + (unit.values[hit] as number)) * texts.length + amount;
      times.set(key, (times.get(key) ?? 0) + 1);
    }
  }
  const sums = new Map<number, { event: number; unit: number; amount: Amount }>();
  for (const [key, count] of times) {
    const row = Math.floor(key / texts.length);
    const added = multiplyAmount(texts[key % texts.length] as Amount, count);
    const sum = sums.get(row);
    if (sum) sum.amount = addAmounts(sum.amount, added);
    else
      sums.set(row, {
        event: eventIds[Math.floor(row / unitIds.length)] as number,
        unit: unitIds[row % unitIds.length] as number,
        amount: added,
      });
  }
  return [...sums.values()];
}
