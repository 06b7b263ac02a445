import { type Amount, addAmounts, multiplyAmount } from '../domain/amount.ts';
import type { Part } from './columns.ts';
import { firstHits } from './hits-of-visits.ts';
import { Scratch } from './scratch.ts';
import type { Selection } from './selection.ts';

const memory = new Scratch();

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
  const begins = firstHits(memory, triggers);
  const addHits = (from: number, end: number) => {
    for (let hit = from; hit < end; hit++) {
      const amount = amounts[hit] as number;
      if (amount === 0 || isWanted[event.values[hit] as number] === 0) continue;
      const key =
        ((event.values[hit] as number) * unitIds.length + (unit.values[hit] as number)) * texts.length + amount;
      times.set(key, (times.get(key) ?? 0) + 1);
    }
  };
  for (let at = 0; at < visits.length; at++) {
    const visit = visits[at] as number;
    addHits(begins[visit] as number, begins[visit + 1] as number);
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
