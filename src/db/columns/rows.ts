const SPACE = 32;
const COMMA = 44;
const ZERO = 48;
const LETTER_A = 65;
/** The place of the visitor's hash among the fields of a row, and its length. */
const VISITOR = 1;
const DIGITS = 16;

/**
 * The rows of texts of the form `day hash number number,,day hash number number,`: each ends with a comma, or one whose
 * last number was cut off would look complete. Fields that are not in the texts are 0.
 */
export class Rows {
  readonly count: number;
  readonly #texts: readonly string[];
  /** The numbers of the fields in the texts. */
  readonly #fields: readonly number[];
  readonly #numbers: number[];
  #text: string;
  /** The number of texts that were begun. */
  #begun = 1;
  #next = 0;
  #visitor = 0;
  #last = 0;

  /** The first two fields must be in the texts. */
  constructor(texts: readonly string[], fields: readonly number[]) {
    this.#texts = texts;
    this.#fields = fields;
    this.#text = texts[0] ?? '';
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
      const code = text.charCodeAt(at);
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
        this.#visitor = at + 1;
        at += DIGITS;
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
    return this.#text.slice(this.#last, this.#next - 2);
  }

  /** Returns a field of the row; a number that is negative or a fraction is infinite. */
  number(field: number): number {
    return this.#numbers[field] ?? 0;
  }

  /** Returns the first or the last 8 hex digits of the visitor, as a number. */
  visitorHalf(half: 0 | 1): number {
    let number = 0;
    const from = this.#visitor + (half * DIGITS) / 2;
    for (let at = from; at < from + DIGITS / 2; at++) {
      const code = this.#text.charCodeAt(at);
      number = number * 16 + (code < LETTER_A ? code - ZERO : code - LETTER_A + 10);
    }
    return number;
  }

  /** Returns whether the visit of this row comes before that of the other's (below 0), after it, or is the same (0). */
  compare(other: Rows): number {
    if (this.#numbers[0] !== other.#numbers[0]) return (this.#numbers[0] as number) - (other.#numbers[0] as number);
    for (let digit = 0; digit < DIGITS; digit++) {
      const difference = this.#text.charCodeAt(this.#visitor + digit) - other.#text.charCodeAt(other.#visitor + digit);
      if (difference !== 0) return difference;
    }
    return (this.#numbers[2] as number) - (other.#numbers[2] as number);
  }
}

function countRows(text: string): number {
  let rows = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 2)) rows++;
  return rows;
}
