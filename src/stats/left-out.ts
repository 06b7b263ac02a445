import type { AllSums, Vector } from '../counting/vector.ts';
import { addAt, NO_SUMS } from '../counting/vector.ts';
import type { Counted } from './counts.ts';
import type { Ratios, Sums } from './query.ts';
import { ratiosOf } from './unpaired.ts';

/** The sums that the rates of a list are made of and leave out, by id. */
export class LeftOut {
  readonly #counted: Pick<Counted, 'unpaired' | 'unpairedExits' | 'exits'>;
  readonly #places = new Map<Vector, ReadonlyMap<number, number>>();

  constructor(counted: Pick<Counted, 'unpaired' | 'unpairedExits' | 'exits'>) {
    this.#counted = counted;
  }

  /** Returns the ratios of these ids together that leave something out; `sums` are their sums. */
  ratiosOf(sums: Sums, ids: readonly number[]): Ratios {
    return ratiosOf(this.#counted.unpaired, sums, vector => this.#sumsOf(vector, ids));
  }

  /** Returns the visits that ended on these pages by their id; null when they were not asked for. */
  exitsOf(ids: readonly number[]): Map<number, number> | null {
    const { exits } = this.#counted;
    if (!exits) return null;
    const wanted = new Set(ids);
    const found = new Map<number, number>();
    for (let at = 0; at < exits.ids.length; at++) {
      const id = exits.ids[at] as number;
      if (wanted.has(id)) found.set(id, exits.columns[0]?.[at] ?? 0);
    }
    return found;
  }

  /** Returns the share of a page's pageviews that visits ended with; null if it has none of which this is known. */
  exitRateOf(id: number, exits: number, pageviews: number): number | null {
    const [pages, ends] = this.#counted.unpairedExits;
    const views = pageviews - ((pages && this.#sumsOf(pages, [id])?.pageviews) ?? 0);
    return views > 0 ? (exits - ((ends && this.#sumsOf(ends, [id])?.visits) ?? 0)) / views : null;
  }

  /** Returns the sum of some ids; null if the vector has none of them. */
  #sumsOf(vector: Vector, ids: readonly number[]): AllSums | null {
    const places = this.#places.get(vector) ?? new Map(vector.ids.map((id, at) => [id, at]));
    this.#places.set(vector, places);
    let sums: AllSums | null = null;
    for (const id of ids) {
      const at = places.get(id);
      if (at === undefined) continue;
      sums ??= { ...NO_SUMS };
      addAt(sums, vector, at);
    }
    return sums;
  }
}
