import { AnyOrder } from './any-order.ts';
import type { Part } from './columns.ts';
import type { Funnel, FunnelCounts, Step } from './funnel.ts';
import { FunnelSums } from './funnel-sums.ts';
import { firstHits } from './hits-of-visits.ts';
import { wantedOf } from './id-set.ts';
import { Masks } from './masks.ts';
import { visitsMatching } from './matching-visits.ts';
import { type Marks, OrderedHits } from './ordered-hits.ts';
import { hitsMeeting } from './properties.ts';
import { Scratch } from './scratch.ts';
import type { Selection } from './selection.ts';
import { markVisits } from './visit-marks.ts';

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
  readonly #memory = {
    pages: new Scratch(),
    events: new Scratch(),
    totals: new Scratch(),
    masks: new Masks(),
  };
  /** The positions of the first pageview and the first event of each visit, and those after the last. */
  #pages: Uint32Array = new Uint32Array();
  #events: Uint32Array = new Uint32Array();
  /** 1 for each visit with a hit of the first step. */
  #begins: Uint8Array = new Uint8Array();
  /** For each step that is reached, which of the ordered hits it was reached with. */
  readonly #reachedWith = new Uint32Array(32);

  count(part: Part, { visits, isNew }: Selection, funnel: Funnel): FunnelCounts {
    const marks = this.#marksOf(part, funnel);
    this.#sums.open(part, funnel);
    if (!marks.event && isPlain(funnel)) {
      const counts = part.column('visit', 'pages').values;
      this.#sums.addPages(
        part,
        marks.pageview,
        markVisits(this.#memory.masks, counts, visits, part.count.pageview, false),
      );
      return this.#sums.result();
    }
    this.#pages = firstHits(this.#memory.pages, part.column('visit', 'pages').values);
    this.#events = marks.event
      ? firstHits(this.#memory.events, part.column('visit', 'triggers').values)
      : this.#memory.events.zeros(part.count.visit + 1);
    this.#begins = this.#visitsThatBegin(part, funnel.steps[0] as Step);
    this.#hits.open(part, marks);
    const ofVisitor = funnel.unit === 'VISITOR';
    for (let at = 0; at < visits.length; ) {
      let end = at + 1;
      if (ofVisitor) while (end < visits.length && isNew[end] === 0) end++;
      this.#walk(visits, at, end, funnel);
      at = end;
    }
    return this.#sums.result();
  }

  /** Walks through some of the visits as if they were one. */
  #walk(visits: Uint32Array, from: number, end: number, funnel: Funnel): void {
    const begins = this.#begins;
    let hasBegun = 0;
    for (let at = from; at < end; at++) hasBegun |= begins[visits[at] as number] as number;
    if (hasBegun === 0) return;
    const [pages, events, hits] = [this.#pages, this.#events, this.#hits];
    hits.clear();
    for (let at = from; at < end; at++) {
      const visit = visits[at] as number;
      const [page, pageEnd] = [pages[visit] as number, pages[visit + 1] as number];
      const [event, eventEnd] = [events[visit] as number, events[visit + 1] as number];
      // Most visits are so short that walking through them would cost more than all others.
      if (end === from + 1 && pageEnd - page + eventEnd - event === 1) {
        this.#sums.addOneHit();
        return;
      }
      hits.add(visit, page, pageEnd, event, eventEnd);
    }
    hits.sort();
    const isAny = funnel.order === 'ANY';
    const reachedWith = this.#reachedWith;
    const reached = isAny ? this.#anyOrder.reach(hits, funnel, reachedWith) : this.#reachInOrder(funnel);
    this.#sums.add(hits, reachedWith, reached);
    if (reached < funnel.steps.length) return;
    const last = isAny ? this.#anyOrder.servingLast(hits, reachedWith, reached) : (reachedWith[reached - 1] as number);
    this.#sums.addAmount(hits, last);
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
    keepMeeting(part, 'pageview', steps, pageMarks);
    // Other events matter only if a step must not have any between it and the step before.
    if (order !== 'STRICT' && steps.every(({ hit }) => hit === 'page')) return { pageview: pageMarks, event: null };
    const event = tableOf('event', 'event');
    const eventMarks = this.#eventMarks.lookUp(event.values, event.table);
    keepMeeting(part, 'event', steps, eventMarks);
    return { pageview: pageMarks, event: eventMarks };
  }

  #visitsThatBegin(part: Part, step: Step): Uint8Array {
    this.#memory.masks.keep(0);
    return visitsMatching(this.#memory, part, step);
  }
}

/** Returns whether nothing but the order of pageviews matters. */
function isPlain({ order, unit, within }: Funnel): boolean {
  return order === 'IN_ORDER' && unit === 'VISIT' && within === null;
}

/** Takes the bit of a step off the hits of a kind that do not meet its conditions. */
function keepMeeting(part: Part, kind: 'pageview' | 'event', steps: Funnel['steps'], marks: Uint32Array): void {
  steps.forEach((step, bit) => {
    const meeting = (step.hit === 'event') === (kind === 'event') ? hitsMeeting(part, kind, step) : null;
    if (meeting) for (let at = 0; at < meeting.length; at++) if (meeting[at] === 0) marks[at]! &= ~(1 << bit);
  });
}

/** A thread counts one part at a time. */
const walk = new FunnelWalk();
