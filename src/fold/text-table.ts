import { DIMENSIONS, findStatistic } from '../domain/statistics.ts';
import type { Hit } from '../domain/stored-hit.ts';

/** The place of the unit among the texts of a hit, whose other places are the numbers of the rollups. */
export const UNIT = 0;
/** The number of these places. */
export const WIDTH = Math.max(...DIMENSIONS.map(({ rollup }) => rollup)) + 1;

const REFERRER = findStatistic('referrer')?.rollup ?? 0;
const CAMPAIGN = findStatistic('campaign')?.rollup ?? 0;
/** The statistics with values that a hit can have been spooled without, by an earlier release. */
const DERIVED = DIMENSIONS.flatMap(({ rollup, derive }) => (derive ? [{ rollup, derive }] : []));
const NO_TEXTS = new Int32Array(0);
const FIRST_ROWS = 64;

/** A hit whose texts are in a table, which it shares with all others of a fold of its website. */
export interface FoldableHit extends Omit<Hit, 'website' | 'values' | 'unit' | 'properties'> {
  /** Its number in its spool. */
  readonly number: number;
  readonly texts: TextTable;
  /** Where its row begins in `texts.rows`. */
  readonly row: number;
  /** The numbers of the texts of keys and values, in turn. */
  readonly properties: Int32Array;
}

/** Returns a text of a hit; an empty one where it has none. */
export function textAt({ texts, row }: FoldableHit, place: number): string {
  return texts.textAt(row + place);
}

/** What a table needs of a hit besides its values. */
export type HitOfTable = Omit<Hit, 'website' | 'values'>;

/**
 * The texts of hits, each once, and the hits with numbers in place of them: hits that kept their texts while they wait
 * for the others would cost more memory, and more time to collect it, than anything else in a fold.
 */
export class TextTable {
  /** The number of a text is its position; that of the empty text is 0. */
  readonly texts: string[] = [''];
  /** For each hit, the number of its text at each of the places; 0 where it has none. */
  rows = new Int32Array(FIRST_ROWS * WIDTH);
  readonly #numbers = new Map<string, number>([['', 0]]);
  #next = 0;

  /** Returns hits with their texts in a table of their own, and with numbers from `first` on. */
  static of(hits: readonly Hit[], first = 1): FoldableHit[] {
    const table = new TextTable();
    return hits.map((hit, index) => table.add(hit, first + index));
  }

  /** Returns a hit of the table; `number` is that in its spool. */
  add(hit: Hit, number: number): FoldableHit {
    const { values } = hit;
    const row = this.begin();
    const width = Math.min(values.length, WIDTH);
    for (let rollup = 1; rollup < width; rollup++) {
      const text = values[rollup] as string | 0;
      if (text !== 0 && text !== '') this.rows[row + rollup] = this.numberOf(text);
    }
    return this.end(row, width, hit, number);
  }

  /** Returns where the rows of the next hits begin in `rows`: their values go there, and `end` makes each hit. */
  begin(hits = 1): number {
    const row = this.#next;
    this.#next += hits * WIDTH;
    if (this.#next > this.rows.length) this.#grow();
    return row;
  }

  /** Returns the hit of a row, which has values at places below `width`. */
  end(row: number, width: number, hit: HitOfTable, number: number): FoldableHit {
    const { time, day, hour, visitor, kind, id, source, amount, unit, seconds } = hit;
    const { properties, depth, interactive, network } = hit;
    if (width < WIDTH && kind === 'pageview') {
      const visit = { referrer: this.textAt(row + REFERRER), campaign: this.textAt(row + CAMPAIGN) };
      for (const { rollup, derive } of DERIVED)
        if (rollup >= width) this.rows[row + rollup] = this.numberOf(derive(visit));
    }
    if (unit !== '') this.rows[row + UNIT] = this.numberOf(unit);
    return {
      number,
      time,
      day,
      hour,
      visitor,
      kind,
      id,
      source,
      amount,
      seconds,
      depth,
      interactive,
      network,
      texts: this,
      row,
      properties: properties.length === 0 ? NO_TEXTS : Int32Array.from(properties, text => this.numberOf(text)),
    };
  }

  /** Returns the number of a text, which the table has from now on. */
  numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }

  /** Returns the text whose number is at a position of `rows`. */
  textAt(cell: number): string {
    return this.texts[this.rows[cell] as number] as string;
  }

  #grow(): void {
    const wider = new Int32Array(Math.max(this.#next, this.rows.length * 2));
    wider.set(this.rows);
    this.rows = wider;
  }
}
