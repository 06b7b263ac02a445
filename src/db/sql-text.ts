const [DIGIT_0, DIGIT_9, LETTER_A, LETTER_F] = [0x30, 0x39, 0x61, 0x66];
const [MINUS, QUOTE, LETTER_X] = [0x2d, 0x27, 0x78];
/** More bytes than a number takes. */
const NUMBER = 20;
/** Digits that are computed at once, because V8 computes with whole numbers of 31 bits much faster. */
const DIGITS = 9;
const BEYOND = 10 ** DIGITS;
const FIRST_ROOM = 4_096;

/**
 * The text of a statement, written as bytes: joining it from the texts of its numbers takes V8 several times as long.
 * Everything in it is ASCII; other texts are bound.
 */
export class SqlText {
  #bytes = Buffer.allocUnsafeSlow(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds ASCII text as it is. */
  raw(text: string): this {
    this.#room(text.length);
    for (let index = 0; index < text.length; index++) this.#bytes[this.#length++] = text.charCodeAt(index);
    return this;
  }

  /** Adds a whole number. Throws RangeError for any other number. */
  int(value: number): this {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number that fits into a column.`);
    this.#room(NUMBER);
    let rest = value;
    if (value < 0) {
      this.#bytes[this.#length++] = MINUS;
      rest = -value;
    }
    if (rest < BEYOND) this.#digits(rest, 1);
    else {
      const high = Math.floor(rest / BEYOND);
      this.#digits(high, 1);
      this.#digits(rest - high * BEYOND, DIGITS);
    }
    return this;
  }

  /** Adds lower-case hex digits as a binary literal of both engines. Throws RangeError for other text. */
  blob(hex: string): this {
    if (typeof hex !== 'string' || hex.length === 0 || hex.length % 2 > 0) throw notHex();
    this.#room(hex.length + 3);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = LETTER_X;
    bytes[at++] = QUOTE;
    for (let index = 0; index < hex.length; index++) {
      const code = hex.charCodeAt(index);
      if (code < DIGIT_0 || code > LETTER_F || (code > DIGIT_9 && code < LETTER_A)) throw notHex();
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    this.#length = at;
    return this;
  }

  /** Returns what was added from a position on, and removes it. */
  take(from = 0): string {
    const text = this.#bytes.toString('latin1', from, this.#length);
    this.#length = from;
    return text;
  }

  /** Writes a number below BEYOND with at least that many digits. */
  #digits(value: number, least: number): void {
    let digits = least;
    for (let limit = 10 ** least; digits < DIGITS && value >= limit; limit *= 10) digits++;
    let rest = value | 0;
    for (let at = this.#length + digits - 1; at >= this.#length; at--) {
      const tenth = (rest / 10) | 0;
      this.#bytes[at] = DIGIT_0 + rest - tenth * 10;
      rest = tenth;
    }
    this.#length += digits;
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + bytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

function notHex(): RangeError {
  return new RangeError('A binary value must be given in lower-case hex digits.');
}
