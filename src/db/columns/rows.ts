const SPACE = 32;
const COMMA = 44;
const ZERO = 48;
const LETTER_A = 65;
/** The place of the visitor's hash among the fields of a row, and the digits of each half of it. */
const VISITOR = 1;
const DIGITS = 8;

/**
 * The rows of texts of the form `day hash number number,,day hash number number,`: each ends with a comma, or one whose
 * last number was cut off would look complete. Fields that are not in the texts are 0.
 */
export class Rows {
  readonly count: number;
  /** As bytes: code that has not run before reads them faster than the characters of a text. */
  readonly #texts: readonly Buffer[];
  /** The numbers of the fields in the texts. */
  readonly #fields: readonly number[];
  readonly #numbers: number[];
  #text: Buffer;
  /** The number of texts that were begun. */
  #begun = 1;
  #next = 0;
  #high = 0;
  #low = 0;
  #last = 0;

  /** The first two fields must be in the texts. */
  constructor(texts: readonly string[], fields: readonly number[]) {
    this.#texts = texts.map(text => Buffer.from(text, 'latin1'));
    this.#fields = fields;
    this.#text = this.#texts[0] ?? Buffer.alloc(0);
    this.#numbers = Array.from({ length: (fields.at(-1) ?? 0) + 1 }, () => 0);
    this.count = texts.reduce((sum, text) => sum + countRows(text), 0);
  }

  /** Moves to the next row; returns false after the last one. */
  next(): boolean {
    if (this.#next >= this.#text.length) {
      const following = this.#texts[this.#begun];
      if (following === undefined) return false;
      this.#begun++;
      this.#text = following;
      this.#next = 0;
    }
    const text = this.#text;
    let number = 0;
    let field = 0;
    let at = this.#next;
    for (; at < text.length; at++) {
      const code = text[at] as number;
      if (code !== SPACE && code !== COMMA) {
        // Only damaged rows have negative numbers or fractions.
        number = code < ZERO ? Number.POSITIVE_INFINITY : number * 10 + code - ZERO;
        continue;
      }
      this.#numbers[this.#fields[field++] as number] = number;
      number = 0;
      if (code === COMMA) break;
      this.#last = at + 1;
      if (field === VISITOR) {
        this.#high = hexadecimal(text, at + 1);
        this.#low = hexadecimal(text, at + 1 + DIGITS);
        at += 2 * DIGITS;
      }
    }
    this.#next = at + 2;
    return true;
  }

  /** Returns whether the last field of the row is not empty. */
  hasLast(): boolean {
    return this.#last < this.#next - 2;
  }

  /** Returns the last field of the row as text. */
  last(): string {
    return this.#text.toString('latin1', this.#last, this.#next - 2);
  }

  /** Returns a field of the row; a number that is negative or a fraction is infinite. */
  number(field: number): number {
    return this.#numbers[field] ?? 0;
  }

  /** The first 8 hex digits of the visitor, as a number. */
  get high(): number {
    return this.#high;
  }

  /** The last 8 hex digits of the visitor, as a number. */
  get low(): number {
    return this.#low;
  }

  /** Returns whether the visit of this row comes before that of the other's (below 0), after it, or is the same (0). */
  compare(other: Rows): number {
    return (
      this.number(0) - other.number(0) ||
      this.#high - other.#high ||
      this.#low - other.#low ||
      this.number(2) - other.number(2)
    );
  }
}

function hexadecimal(text: Buffer, from: number): number {
  let number = 0;
  for (let at = from; at < from + DIGITS; at++) {
    const code = text[at] as number;
    number = number * 16 + (code < LETTER_A ? code - ZERO : code - LETTER_A + 10);
  }
  return number;
}

function countRows(text: string): number {
  let rows = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 2)) rows++;
  return rows;
}
