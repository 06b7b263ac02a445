/*
 * Rows of many whole numbers as one text each, because the driver of SQLite takes several times as long, and as much
 * memory, for a row of columns.
 */

/** Returns an expression for one text with these expressions in it, none of them NULL, separated by spaces. */
export function spaced(expressions: readonly string[]): string {
  return `CONCAT_WS(' ',${expressions.join(',')})`;
}

const [MINUS, DIGIT_0, SPACE] = [0x2d, 0x30, 0x20];

/** Reads whole numbers that are separated by spaces, from a position of a text on, into `numbers` and nothing else. */
export function readNumbers(text: string, from: number, numbers: number[]): void {
  let count = 0;
  for (let at = text.charCodeAt(from) === SPACE ? from + 1 : from; at < text.length; at++) {
    let number = 0;
    const isNegative = text.charCodeAt(at) === MINUS;
    if (isNegative) at++;
    for (let code = text.charCodeAt(at); code >= DIGIT_0; code = text.charCodeAt(++at))
      number = number * 10 + code - DIGIT_0;
    numbers[count++] = isNegative ? -number : number;
  }
  numbers.length = count;
}
