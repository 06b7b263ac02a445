import { type Amount, addAmounts, multiplyAmount } from '../domain/amount.ts';
import type { Numbers, Part } from './columns.ts';
import { FrequencyCounter, frequenciesOf } from './frequencies.ts';
import type { Funnel, FunnelCounts } from './funnel.ts';
import { loop } from './loop.ts';
import type { OrderedHits } from './ordered-hits.ts';
import { Scratch } from './scratch.ts';

/** The most steps of a funnel, with room for more. */
const MOST_STEPS = 32;

/** What the visits, or visitors, of a part add to the counts of a funnel. */
export class FunnelSums {
  readonly #reached = new Uint32Array(MOST_STEPS);
  readonly #seconds = Array.from({ length: MOST_STEPS }, () => new FrequencyCounter());
  readonly #memory = new Scratch();
  readonly #walk = { reached: new Scratch(), reachedAt: new Scratch(), pauses: new Scratch() };
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
   * Adds all selected visits, which are asked for pages in order: `steps` has the steps that each pageview matches as
   * bits, and `marks` says where visits begin (see visit-marks.ts).
   */
  addPages(part: Part, steps: Uint32Array, marks: Uint8Array): void {
    const { visit: visits, pageview: hits } = part.count;
    const [reached, reachedAt] = [this.#walk.reached.zeros(visits + 1), this.#walk.reachedAt.room(visits + 1)];
    const pauses = this.#walk.pauses.room(2 * hits);
    const gaps = part.column('pageview', 'gap').values;
    const length = walkPages(marks, steps, gaps, reached, reachedAt, pauses, NONE);
    for (let at = 0; at < length; at += 2)
      (this.#seconds[pauses[at] as number] as FrequencyCounter).add(pauses[at + 1] as number);
    addReached(reached, reachedAt, marks, this.#page, this.#steps, this.#pages, this.#reached, this.#wentTo, visits);
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

/** More than the steps of any funnel, so that no further step is reached. */
const NONE = 31;

/**
 * Walks through all pageviews. Sets for each visit (by its number among those with pageviews, from 1) how many steps it
 * reached, which is NONE for visits that are not selected, and the pageview with which it reached the last of them. Writes
 * the steps after the first that were reached, each followed by the seconds since the one before, and returns how many
 * numbers these are.
 */
const walkPages = loop(
  (
    marks: Uint8Array,
    steps: Uint32Array,
    gaps: Numbers,
    reachedBy: Uint32Array,
    reachedAt: Uint32Array,
    pauses: Uint32Array,
    none: number,
  ): number => {
    let visit = 0;
    let reached = 0;
    let elapsed = 0;
    let length = 0;
    for (let hit = 0; hit < gaps.length; hit++) {
      const mark = marks[hit] as number;
      visit += mark & 1;
      reached = (reached & ~-(mark & 1)) | (-(mark >>> 1) & none);
      elapsed += gaps[hit] as number;
      if ((((steps[hit] as number) >>> reached) & 1) === 1) {
        if (reached > 0) {
          pauses[length] = reached;
          pauses[length + 1] = elapsed;
          length += 2;
        }
        elapsed = 0;
        reached++;
        reachedAt[visit] = hit;
      }
      reachedBy[visit] = reached;
    }
    return length;
  },
);

/** Adds what `walkPages` found: how many visits reached each step, and the pages that followed the last one. */
const addReached = loop(
  (
    reachedBy: Uint32Array,
    reachedAt: Uint32Array,
    marks: Uint8Array,
    pages: Numbers,
    steps: number,
    width: number,
    sums: Uint32Array,
    wentTo: Uint32Array,
    visits: number,
  ): void => {
    for (let visit = 1; visit <= visits; visit++) {
      const reached = reachedBy[visit] as number;
      if (reached === 0 || reached > steps) continue;
      sums[reached - 1]!++;
      const next = (reachedAt[visit] as number) + 1;
      if (reached < steps && next < pages.length && marks[next] === 0)
        wentTo[(reached - 1) * width + (pages[next] as number)]!++;
    }
  },
);

function eventsOf(part: Part) {
  const { values: unit, ids } = part.column('event', 'unit');
  return { amount: part.column('event', 'amount').values, unit, unitIds: ids as Uint32Array, texts: part.amounts };
}
