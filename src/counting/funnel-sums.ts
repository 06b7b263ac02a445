import { type Amount, addAmounts, multiplyAmount } from '../domain/amount.ts';
import type { Numbers, Part } from './columns.ts';
import { FrequencyCounter, frequenciesOf } from './frequencies.ts';
import type { Funnel, FunnelCounts } from './funnel.ts';
import type { OrderedHits } from './ordered-hits.ts';
import { Scratch } from './scratch.ts';

/** The most steps of a funnel, with room for more. */
const MOST_STEPS = 32;

/** What the visits, or visitors, of a part add to the counts of a funnel. */
export class FunnelSums {
  readonly #reached = new Uint32Array(MOST_STEPS);
  readonly #seconds = Array.from({ length: MOST_STEPS }, () => new FrequencyCounter());
  readonly #memory = new Scratch();
  /** By step and position of the page. */
  #wentTo: Uint32Array = new Uint32Array();
  /** How often each pair of a unit and an amount, both by position, occurs. */
  readonly #amounts = new Map<number, number>();
  #pageIds: Uint32Array = new Uint32Array();
  /** The amounts and units of the events of a part; null if no step is an event. */
  #event: { amount: Numbers; unit: Numbers; unitIds: Uint32Array; texts: readonly Amount[] } | null = null;
  #steps = 0;
  #page: Numbers = new Uint32Array();
  #pages = 0;

  open(part: Part, { steps }: Funnel): void {
    const { values, ids } = part.column('pageview', 'page');
    this.#pageIds = ids as Uint32Array;
    this.#event = steps.some(({ hit }) => hit === 'event') ? eventsOf(part) : null;
    this.#steps = steps.length;
    this.#page = values;
    this.#pages = this.#pageIds.length;
    this.#wentTo = this.#memory.zeros(this.#steps * this.#pages);
    this.#reached.fill(0);
    for (const seconds of this.#seconds) seconds.clear();
    this.#amounts.clear();
  }

  /** Adds a visit that reached this many steps, each with the hit at its place in `reachedWith`. */
  add({ seconds, places, length }: OrderedHits, reachedWith: Uint32Array, reached: number): void {
    this.#reached[reached - 1]!++;
    for (let step = 1; step < reached; step++)
      (this.#seconds[step] as FrequencyCounter).add(
        (seconds[reachedWith[step] as number] as number) - (seconds[reachedWith[step - 1] as number] as number),
      );
    if (reached === this.#steps) return;
    for (let at = (reachedWith[reached - 1] as number) + 1; at < length; at++) {
      const place = places[at] as number;
      if (place < 0) continue;
      this.#wentTo[(reached - 1) * this.#pages + (this.#page[place] as number)]!++;
      return;
    }
  }

  /**
   * Adds a visit that has the first step and is asked for pages in order: walks through its pageviews, of which `marks`
   * has the steps that they match as bits, and `gap` the seconds since the one before.
   */
  addPages(marks: Uint32Array, gap: Uint32Array, first: number, end: number): void {
    let reached = 0;
    let elapsed = 0;
    let next = first;
    for (let at = first; at < end && reached < this.#steps; at++) {
      elapsed += gap[at] as number;
      if ((((marks[at] as number) >>> reached) & 1) === 0) continue;
      if (reached > 0) (this.#seconds[reached] as FrequencyCounter).add(elapsed);
      elapsed = 0;
      next = at + 1;
      reached++;
    }
    this.#reached[reached - 1]!++;
    if (reached === this.#steps || next >= end) return;
    this.#wentTo[(reached - 1) * this.#pages + (this.#page[next] as number)]!++;
  }

  /** Adds a visit whose only hit is of the first step. */
  addOneHit(): void {
    this.#reached[0]!++;
  }

  /** Adds the amount of a hit, if it has one. */
  addAmount({ places }: OrderedHits, at: number): void {
    const place = ~(places[at] as number);
    if (place < 0 || !this.#event) return;
    const amount = this.#event.amount[place] as number;
    if (amount === 0) return;
    const key = (this.#event.unit[place] as number) * this.#event.texts.length + amount;
    this.#amounts.set(key, (this.#amounts.get(key) ?? 0) + 1);
  }

  result(): FunnelCounts {
    let reached = 0;
    const steps = Array.from({ length: this.#steps }, (_, back) => {
      const step = this.#steps - 1 - back;
      // Who reached a step has also reached those before it.
      reached += this.#reached[step] as number;
      const wentTo = this.#wentTo.subarray(step * this.#pages, (step + 1) * this.#pages);
      return {
        reached,
        seconds: (this.#seconds[step] as FrequencyCounter).frequencies(),
        wentTo: frequenciesOf(wentTo, at => this.#pageIds[at] as number),
      };
    });
    return { steps: steps.reverse(), amounts: this.#sumAmounts() };
  }

  #sumAmounts(): FunnelCounts['amounts'] {
    const sums = new Map<number, Amount>();
    const { unitIds, texts } = this.#event ?? { unitIds: [], texts: [] };
    for (const [key, times] of this.#amounts) {
      const unit = unitIds[Math.floor(key / texts.length)] as number;
      const added = multiplyAmount(texts[key % texts.length] as Amount, times);
      sums.set(unit, addAmounts(sums.get(unit) ?? '0', added));
    }
    return [...sums].map(([unit, amount]) => ({ unit, amount }));
  }
}

function eventsOf(part: Part) {
  const { values: unit, ids } = part.column('event', 'unit');
  return { amount: part.column('event', 'amount').values, unit, unitIds: ids as Uint32Array, texts: part.amounts };
}
