const QUOTE = 34;
const BACKSLASH = 92;
const BLANK = 32;

/**
 * Returns the place of the quote that ends a text which begins at `at`, behind its quote; -1 if there is none. A quote that is escaped,
 * or has something behind it, does not end the text.
 */
export function endOfQuoted(line: string, at: number): number {
  for (let end = line.indexOf('"', at); end >= 0; end = line.indexOf('"', end + 1)) {
    if (end + 1 < line.length && line.charCodeAt(end + 1) !== BLANK) continue;
    let escapes = end;
    while (escapes > at && line.charCodeAt(escapes - 1) === BACKSLASH) escapes--;
    if ((end - escapes) % 2 === 0) return end;
  }
  return -1;
}

/** Returns the cells of a line from a place on, without their quotes; quoted ones can contain blanks. One that is cut off is left out. */
export function cellsFrom(line: string, at: number, most: number): string[] {
  const cells: string[] = [];
  while (at < line.length && cells.length < most) {
    if (line.charCodeAt(at) === BLANK) {
      at++;
      continue;
    }
    const isQuoted = line.charCodeAt(at) === QUOTE;
    const start = isQuoted ? at + 1 : at;
    const found = isQuoted ? endOfQuoted(line, start) : line.indexOf(' ', at);
    if (isQuoted && found < 0) break;
    const end = found < 0 ? line.length : found;
    cells.push(unescaped(line.slice(start, end)));
    at = end + 1;
  }
  return cells;
}

const ESCAPES = /(?:\\x[0-9a-fA-F]{2})+|\\[^x]/g;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', v: '\v', f: '\f' };

/** Returns a text as it was sent: `\x22` is a byte of UTF-8, as Apache and nginx write them, and `\"` is a quote. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPES, given => {
    if (given.charAt(1) === 'x') return Buffer.from(given.replaceAll('\\x', ''), 'hex').toString('utf8');
    const letter = given.charAt(1);
    return CONTROLS[letter] ?? letter;
  });
}
