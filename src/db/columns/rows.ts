const SPACE = 32;
const COMMA = 44;
const ZERO = 48;
const LETTER_A = 65;
/** The place of the visitor's hash among the fields of a row, and the digits of each half of it. */
const VISITOR = 1;
const DIGITS = 8;
const DAY = 0;
const NO = 2;
/** The field by which the rows of a visit are in order: the time of a hit. */
const TIME = 3;
/** More than any table has. */
const FIELDS = 64;

/**
 * The rows of texts of the form `day hash number number,,day hash number number,`: each ends with a comma, or one whose
 * last number was cut off would look complete. Fields that are not in the texts are 0. Rows come in the order of day,
 * visitor, number and time, and then of the texts.
 */
export class Rows {
  readonly count: number;
  /** As bytes: code that has not run before reads them faster than the characters of a text. */
  readonly #texts: readonly Buffer[];
  /** The places of fields in a row of `#numbers`, which is `#width` long; -1 for those that are not in the texts. */
  readonly #places: Int8Array;
  readonly #width: number;
  readonly #numbers: Float64Array;
  /** Both halves of the visitors, and where in which text the last fields are. */
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  readonly #last: Uint32Array;
  readonly #end: Uint32Array;
  readonly #text: Uint8Array;
  /** The rows in their order; null if it is that of the texts. */
  readonly #order: Uint32Array | null;
  #next = 0;
  #row = 0;

  /** `fields` are the numbers of the fields in the texts, of which the first three must be there. */
  constructor(texts: readonly string[], fields: readonly number[]) {
    this.#texts = texts.map(text => Buffer.from(text, 'latin1'));
    this.count = this.#texts.reduce((sum, text) => sum + countRows(text), 0);
    this.#width = fields.length;
    this.#places = new Int8Array(FIELDS).fill(-1);
    fields.forEach((field, place) => {
      this.#places[field] = place;
    });
    this.#numbers = new Float64Array(this.count * this.#width);
    const [high, low, last, end] = Array.from({ length: 4 }, () => new Uint32Array(this.count)) as Four;
    this.#high = high;
    this.#low = low;
    this.#last = last;
    this.#end = end;
    this.#text = new Uint8Array(this.#texts.length > 1 ? this.count : 0);
    let row = 0;
    for (const [at, text] of this.#texts.entries()) {
      const after = readRows(text, row, this.#width, this.#numbers, high, low, last, end);
      if (at > 0) this.#text.fill(at, row, after);
      row = after;
    }
    this.#order = this.#isInOrder() ? null : this.#inOrder();
  }

  /** Moves to the next row; returns false after the last one. */
  next(): boolean {
    if (this.#next >= this.count) return false;
    this.#row = this.#order ? (this.#order[this.#next] as number) : this.#next;
    this.#next++;
    return true;
  }

  /** Returns whether the last field of the row is not empty. */
  hasLast(): boolean {
    return (this.#last[this.#row] as number) < (this.#end[this.#row] as number);
  }

  /** Returns the last field of the row as text. */
  last(): string {
    const text = this.#texts[this.#text[this.#row] ?? 0] as Buffer;
    return text.toString('latin1', this.#last[this.#row], this.#end[this.#row]);
  }

  /** Returns a field of the row; a number that is negative or a fraction is infinite. */
  number(field: number): number {
    const place = this.#places[field] as number;
    return place < 0 ? 0 : (this.#numbers[this.#row * this.#width + place] as number);
  }

  /** The first 8 hex digits of the visitor, as a number. */
  get high(): number {
    return this.#high[this.#row] as number;
  }

  /** The last 8 hex digits of the visitor, as a number. */
  get low(): number {
    return this.#low[this.#row] as number;
  }

  /** Returns whether the visit of this row comes before that of the other's (below 0), after it, or is the same (0). */
  compare(other: Rows): number {
    return (
      this.number(DAY) - other.number(DAY) ||
      this.high - other.high ||
      this.low - other.low ||
      this.number(NO) - other.number(NO)
    );
  }

  #isInOrder(): boolean {
    return areInOrder(this.#numbers, this.#width, this.#time, this.#high, this.#low, this.count);
  }

  #inOrder(): Uint32Array {
    const [numbers, width, time, high, low] = [this.#numbers, this.#width, this.#time, this.#high, this.#low];
    return Uint32Array.from({ length: this.count }, (_, row) => row).sort(
      (a, b) => compareRows(numbers, width, time, high, low, a, b) || a - b,
    );
  }

  /** The place of the time; rows without it have none that are out of order. */
  get #time(): number {
    const place = this.#places[TIME] as number;
    return place < 0 ? NO : place;
  }
}

type Four = [Uint32Array, Uint32Array, Uint32Array, Uint32Array];

/** Reads the rows of a text from a row on, and returns the row after the last. */
function readRows(
  text: Uint8Array,
  first: number,
  width: number,
  numbers: Float64Array,
  high: Uint32Array,
  low: Uint32Array,
  last: Uint32Array,
  end: Uint32Array,
): number {
  let row = first;
  let number = 0;
  let field = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text[at] as number;
    if (code !== SPACE && code !== COMMA) {
      // Only damaged rows have negative numbers or fractions.
      number = code < ZERO ? Number.POSITIVE_INFINITY : number * 10 + code - ZERO;
      continue;
    }
    numbers[row * width + field++] = number;
    number = 0;
    if (code === SPACE) {
      last[row] = at + 1;
      if (field !== VISITOR) continue;
      high[row] = hexadecimal(text, at + 1);
      low[row] = hexadecimal(text, at + 1 + DIGITS);
      at += 2 * DIGITS;
      continue;
    }
    end[row++] = at;
    field = 0;
    // The comma between two rows.
    at++;
  }
  return row;
}

function hexadecimal(text: Uint8Array, from: number): number {
  let number = 0;
  for (let at = from; at < from + DIGITS; at++) {
    const code = text[at] as number;
    number = number * 16 + (code < LETTER_A ? code - ZERO : code - LETTER_A + 10);
  }
  return number;
}

/** A text that was cut off may end within a row, which is not counted. */
function countRows(text: Uint8Array): number {
  let rows = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== COMMA) continue;
    rows++;
    at++;
  }
  return rows;
}

function areInOrder(
  numbers: Float64Array,
  width: number,
  time: number,
  high: Uint32Array,
  low: Uint32Array,
  count: number,
): boolean {
  for (let row = 1; row < count; row++)
    if (compareRows(numbers, width, time, high, low, row - 1, row) > 0) return false;
  return true;
}

function compareRows(
  numbers: Float64Array,
  width: number,
  time: number,
  high: Uint32Array,
  low: Uint32Array,
  a: number,
  b: number,
): number {
  const [one, other] = [a * width, b * width];
  return (
    (numbers[one] as number) - (numbers[other] as number) ||
    (high[a] as number) - (high[b] as number) ||
    (low[a] as number) - (low[b] as number) ||
    (numbers[one + NO] as number) - (numbers[other + NO] as number) ||
    (numbers[one + time] as number) - (numbers[other + time] as number)
  );
}
