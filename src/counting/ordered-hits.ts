import type { Part } from './columns.ts';
import { Scratch } from './scratch.ts';

/** What a walk is about: bits of each pageview and event of a part, at its position; null leaves events out. */
export interface Marks {
  readonly pageview: Uint32Array;
  readonly event: Uint32Array | null;
}

/**
 * The pageviews and events of one visit, or of a visitor's visits on a day, in the order of time: a hit that arrived
 * earlier comes first in the same millisecond, as does one of an earlier visit. Filled again for each visit.
 */
export class OrderedHits {
  length = 0;
  /** The marks of each hit. */
  marks = new Uint32Array(1_024);
  /** Seconds, comparable among the hits of a part. */
  seconds = new Uint32Array(1_024);
  /** The position of a pageview in its part, or of an event with all bits inverted, so that it is below 0. */
  places = new Int32Array(1_024);
  #marks: Marks = { pageview: new Uint32Array(), event: null };
  #inOrder = true;
  #start: Uint32Array = new Uint32Array();
  #gap: Uint32Array = new Uint32Array();
  #after: Uint32Array = new Uint32Array();
  #afterStart: Uint32Array = new Uint32Array();
  readonly #memory = [new Scratch(), new Scratch(), new Scratch(), new Scratch()] as const;

  /** Begins to walk through a part. */
  open(part: Part, marks: Marks): void {
    const [start, gap, after, afterStart] = this.#memory;
    this.#marks = marks;
    this.#start = start.copy(part.column('visit', 'start').values);
    this.#gap = gap.copy(part.column('pageview', 'gap').values);
    if (!marks.event) return;
    this.#after = after.copy(part.column('event', 'after').values);
    this.#afterStart = afterStart.copy(part.column('event', 'gap').values);
  }

  clear(): void {
    this.length = 0;
    this.#inOrder = true;
  }

  /** Adds the hits of a visit, given as the positions of its first pageview and event and those after its last. */
  add(visit: number, page: number, pageEnd: number, event: number, eventEnd: number): void {
    const room = this.length + (pageEnd - page) + (eventEnd - event);
    if (room > this.marks.length) this.#lengthen(room);
    const { marks, seconds, places } = this;
    const { pageview, event: ofEvents } = this.#marks;
    const gap = this.#gap;
    const start = this.#start[visit] as number;
    if (this.length > 0 && start < (seconds[this.length - 1] as number)) this.#inOrder = false;
    let at = this.length;
    let time = start;
    let nextEvent = event;
    for (let next = page; next < pageEnd; next++) {
      if (ofEvents && nextEvent < eventEnd) {
        const some = this.#eventsUntil(nextEvent, eventEnd, next - page, start, at);
        at += some;
        nextEvent += some;
      }
      time += gap[next] as number;
      marks[at] = pageview[next] as number;
      seconds[at] = time;
      places[at++] = next;
    }
    if (ofEvents && nextEvent < eventEnd) at += this.#eventsUntil(nextEvent, eventEnd, pageEnd - page, start, at);
    this.length = at;
  }

  /** Adds events that came after this many pageviews at most, from `at` on. Returns their number. */
  #eventsUntil(event: number, eventEnd: number, pageviews: number, start: number, at: number): number {
    const { marks, seconds, places } = this;
    const ofEvents = this.#marks.event as Uint32Array;
    const after = this.#after;
    const afterStart = this.#afterStart;
    let next = event;
    for (let to = at; next < eventEnd && (after[next] as number) <= pageviews; to++) {
      marks[to] = ofEvents[next] as number;
      seconds[to] = start + (afterStart[next] as number);
      places[to] = ~next++;
    }
    return next - event;
  }

  /** Puts the hits of several visits in order: a late hit can begin a visit before, or during, another one. */
  sort(): void {
    if (this.#inOrder) return;
    const { marks, seconds, places, length } = this;
    const order = Uint32Array.from({ length }, (_, at) => at).sort(
      (a, b) => (seconds[a] as number) - (seconds[b] as number) || a - b,
    );
    const before = {
      marks: marks.slice(0, length),
      seconds: seconds.slice(0, length),
      places: places.slice(0, length),
    };
    for (let at = 0; at < length; at++) {
      const from = order[at] as number;
      marks[at] = before.marks[from] as number;
      seconds[at] = before.seconds[from] as number;
      places[at] = before.places[from] as number;
    }
    this.#inOrder = true;
  }

  #lengthen(room: number): void {
    const more = room + (room >>> 1);
    const longer = { marks: new Uint32Array(more), seconds: new Uint32Array(more), places: new Int32Array(more) };
    longer.marks.set(this.marks);
    longer.seconds.set(this.seconds);
    longer.places.set(this.places);
    Object.assign(this, longer);
  }
}
