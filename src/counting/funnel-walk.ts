import { AnyOrder } from './any-order.ts';
import type { Part } from './columns.ts';
import type { Funnel, FunnelCounts } from './funnel.ts';
import { FunnelSums } from './funnel-sums.ts';
import { type Marks, OrderedHits } from './ordered-hits.ts';
import { Scratch } from './scratch.ts';
import { type Selection, wantedOf } from './selection.ts';

/** Counts how far the selected visits of a part went. */
export function countFunnel(part: Part, selection: Selection, funnel: Funnel): FunnelCounts {
  return walk.count(part, selection, funnel);
}

/** Walks through the hits of visits that have one of the first step. */
class FunnelWalk {
  readonly #hits = new OrderedHits();
  readonly #anyOrder = new AnyOrder();
  readonly #sums = new FunnelSums();
  readonly #pageMarks = new Scratch();
  readonly #eventMarks = new Scratch();
  readonly #pages = new Scratch();
  readonly #triggers = new Scratch();
  readonly #begins = new Scratch();
  /** For each step that is reached, which of the ordered hits it was reached with. */
  readonly #reachedWith = new Uint32Array(32);

  count(part: Part, { visits, isNew }: Selection, funnel: Funnel): FunnelCounts {
    const { unit, order, steps } = funnel;
    const marks = this.#marksOf(part, funnel);
    const pages = this.#pages.copy(part.column('visit', 'pages').values);
    const triggers = marks.event
      ? this.#triggers.copy(part.column('visit', 'triggers').values)
      : this.#triggers.zeros(part.count.visit);
    const begins = this.#beginsOf(part.count.visit, funnel, marks, steps[0]?.hit === 'page' ? pages : triggers);
    const hits = this.#hits;
    hits.open(part, marks);
    this.#sums.open(part, funnel);
    let visit = 0;
    let page = 0;
    let event = 0;
    for (let at = 0; at < visits.length; ) {
      let end = at + 1;
      let hasBegun = begins[visits[at] as number] as number;
      if (unit === 'VISITOR')
        for (; end < visits.length && isNew[end] === 0; end++) hasBegun |= begins[visits[end] as number] as number;
      // Most visits are so short that walking through them would cost more than all others.
      const isAlone = end === at + 1;
      let isOneHit = false;
      hits.clear();
      for (; at < end; at++) {
        for (const selected = visits[at] as number; visit < selected; visit++) {
          page += pages[visit] as number;
          event += triggers[visit] as number;
        }
        const pageEnd = page + (pages[visit] as number);
        const eventEnd = event + (triggers[visit] as number);
        isOneHit = isAlone && pageEnd - page + eventEnd - event === 1;
        if (hasBegun === 1 && !isOneHit) hits.add(visit, page, pageEnd, event, eventEnd);
        visit++;
        page = pageEnd;
        event = eventEnd;
      }
      if (hasBegun === 0) continue;
      if (isOneHit) {
        this.#sums.addOneHit();
        continue;
      }
      hits.sort();
      const reached =
        order === 'ANY' ? this.#anyOrder.reach(hits, funnel, this.#reachedWith) : this.#reachInOrder(funnel);
      this.#sums.add(hits, this.#reachedWith, reached);
      if (reached === steps.length)
        this.#sums.addAmount(
          hits,
          order === 'ANY'
            ? this.#anyOrder.servingLast(hits, this.#reachedWith, reached)
            : (this.#reachedWith[reached - 1] as number),
        );
    }
    return this.#sums.result();
  }

  /** Returns how many steps the current hits reach. */
  #reachInOrder({ steps, order, within }: Funnel): number {
    const { marks, seconds, length } = this.#hits;
    const isStrict = order === 'STRICT';
    let step = 0;
    let until = Number.POSITIVE_INFINITY;
    for (let at = 0; at < length && step < steps.length; at++) {
      if ((((marks[at] as number) >> step) & 1) === 0) {
        if (isStrict && step > 0) break;
        continue;
      }
      const second = seconds[at] as number;
      if (second > until) break;
      if (step === 0 && within !== null) until = second + within;
      this.#reachedWith[step++] = at;
    }
    return step;
  }

  /** Returns which steps each pageview and event matches, as bits. */
  #marksOf(part: Part, { steps, order }: Funnel): Marks {
    const tableOf = (kind: 'pageview' | 'event', hit: 'page' | 'event') => {
      const { values, ids } = part.column(kind, hit) as { values: Uint8Array; ids: Uint32Array };
      const table = new Uint32Array(ids.length);
      steps.forEach((step, bit) => {
        if (step.hit !== hit) return;
        const wanted = wantedOf(ids, step);
        for (let at = 0; at < table.length; at++) table[at]! |= (wanted[at] as number) << bit;
      });
      return { values, table };
    };
    const pageview = tableOf('pageview', 'page');
    const pageMarks = this.#pageMarks.lookUp(pageview.values, pageview.table);
    // Other events matter only if a step must not have any between it and the step before.
    if (order !== 'STRICT' && steps.every(({ hit }) => hit === 'page')) return { pageview: pageMarks, event: null };
    const event = tableOf('event', 'event');
    return { pageview: pageMarks, event: this.#eventMarks.lookUp(event.values, event.table) };
  }

  /** Returns 1 for each visit with a hit of the first step. */
  #beginsOf(visits: number, { steps }: Funnel, marks: Marks, counts: Uint32Array): Uint32Array {
    const ofHits = (steps[0]?.hit === 'page' ? marks.pageview : marks.event) as Uint32Array;
    const begins = this.#begins.room(visits);
    let hit = 0;
    for (let visit = 0; visit < visits; visit++) {
      let bits = 0;
      for (const end = hit + (counts[visit] as number); hit < end; hit++) bits |= ofHits[hit] as number;
      begins[visit] = bits & 1;
    }
    return begins;
  }
}

/** A thread counts one part at a time. */
const walk = new FunnelWalk();
