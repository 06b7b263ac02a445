import type { Funnel } from './funnel.ts';
import type { OrderedHits } from './ordered-hits.ts';

/**
 * Finds which steps of a funnel have a hit of their own when their order does not matter. A hit can match several
 * steps (as bits) but serves one, so a later hit can take over a step from one that is then free for another.
 */
export class AnyOrder {
  /** The steps that are served, as bits: as many as possible, and of those the earliest. */
  #served = 0;
  /** For each served step, all steps that its hit matches. */
  readonly #matched = new Uint32Array(32);
  /** For each step that can be freed, the step whose hit takes it over; NOBODY for the new hit. */
  readonly #giver = new Int32Array(32);

  /**
   * Returns how many steps are reached, and sets for each of them the hit after which it and all steps before it have
   * hits of their own.
   */
  reach({ marks, seconds, length }: OrderedHits, { steps, within }: Funnel, reachedWith: Uint32Array): number {
    this.#served = 0;
    let reached = 0;
    let until = Number.POSITIVE_INFINITY;
    for (let at = 0; at < length && reached < steps.length; at++) {
      const matched = marks[at] as number;
      if (matched === 0) continue;
      const second = seconds[at] as number;
      if (second > until) break;
      if (reached === 0 && (matched & 1) === 1 && within !== null) until = second + within;
      this.#add(matched);
      for (; ((this.#served >> reached) & 1) === 1; reached++) reachedWith[reached] = at;
    }
    return reached;
  }

  /**
   * Returns the earliest hit that can serve the last step while all other steps have hits of their own, of the hits
   * with which it was reached.
   */
  servingLast({ marks }: OrderedHits, reachedWith: Uint32Array, steps: number): number {
    const last = 1 << (steps - 1);
    const end = reachedWith[steps - 1] as number;
    for (let at = 0; at < end; at++) {
      const matched = marks[at] as number;
      if ((matched & last) === 0) continue;
      if (matched === last) return at;
      this.#served = 0;
      for (let other = 0; other <= end; other++)
        if (other !== at && marks[other] !== 0) this.#add((marks[other] as number) & ~last);
      if (this.#served === last - 1) return at;
    }
    return end;
  }

  /** Adds a hit that matches these steps. A hit that serves no step now will serve none later either. */
  #add(steps: number): void {
    let reachable = steps;
    let open = steps & this.#served;
    for (let rest = steps; rest !== 0; rest &= rest - 1) this.#giver[lowest(rest)] = NOBODY;
    while (open !== 0) {
      const step = lowest(open);
      open &= open - 1;
      const more = (this.#matched[step] as number) & ~reachable;
      for (let rest = more; rest !== 0; rest &= rest - 1) this.#giver[lowest(rest)] = step;
      reachable |= more;
      open |= more & this.#served;
    }
    const free = reachable & ~this.#served;
    if (free === 0) return;
    let step = lowest(free);
    this.#served |= 1 << step;
    for (let giver = this.#giver[step] as number; giver !== NOBODY; giver = this.#giver[step] as number) {
      this.#matched[step] = this.#matched[giver] as number;
      step = giver;
    }
    this.#matched[step] = steps;
  }
}

const NOBODY = -1;

/** Returns the position of the lowest bit. */
function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
