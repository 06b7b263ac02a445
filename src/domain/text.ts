/** U+FFFD, which replaces characters that cannot be stored. */
const REPLACEMENT = '\uFFFD';

/** Returns the first `codePoints` code points; a surrogate pair counts as one and is never split. */
export function cut(text: string, codePoints: number): string {
  // A text has at least as many code units as code points, so most texts need no count.
  if (text.length <= codePoints) return text;
  let end = 0;
  for (let count = 0; count < codePoints && end < text.length; count++) {
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/** An escape at the end that lacks digits, or the bytes that complete its character. */
const BROKEN_ESCAPE =
  /(?:%[cd][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f])?|%f[0-7](?:%[89ab][0-9a-f]){0,2})?(?:%[0-9a-f]?)?$/i;

/** The longest text that any value has, in characters. */
export const LONGEST_VALUE = 255;

/** Returns a value cut to `codePoints`; that of a page, which begins with `/`, is never cut within a `%C3%A4`. */
export function cutValue(text: string, codePoints = LONGEST_VALUE): string {
  const short = cut(text, codePoints);
  return short.length === text.length || !text.startsWith('/') ? short : short.replace(BROKEN_ESCAPE, '');
}

/** Returns the number of code points, at most `limit` + 1, so that a huge text costs little. */
export function countCodePoints(text: string, limit: number): number {
  let count = 0;
  for (let at = 0; at < text.length && count <= limit; count++) {
    at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  }
  return count;
}

/** Returns whether the text contains U+0000, which SQLite and Sequelize cannot handle. */
export function hasNul(text: string): boolean {
  return text.includes('\0');
}

/** Returns whether the text survives UTF-8 and both databases: it has no U+0000 and no lone surrogates. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !hasNul(text);
}

/** Returns the text with every lone surrogate replaced by U+FFFD, so that it survives UTF-8. */
export function toWellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** Returns the text as both databases can store it: lone surrogates and NUL become U+FFFD. */
export function toStorable(text: string): string {
  const wellFormed = toWellFormed(text);
  return hasNul(wellFormed) ? wellFormed.replaceAll('\0', REPLACEMENT) : wellFormed;
}

const WIDE = /[^\0-\xff]/;

/** Returns whether the text has a character beyond Latin-1; then all of its characters take two bytes in memory. */
export function isWide(text: string): boolean {
  return WIDE.test(text);
}

/** Returns the text in memory of its own: a slice keeps all of the text that it was taken from. */
export function ownText(text: string): string {
  const encoding = isWide(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}

/** Returns the text with ASCII letters in lower case and all else unchanged, for case-insensitive search. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, letters => letters.toLowerCase());
}

/** Returns whether the text contains the literal `search`; ASCII letters match in either case, others only themselves. */
export function containsText(text: string, search: string): boolean {
  return lowerAscii(text).includes(lowerAscii(search));
}

/** Quotes the first 80 code points of input for an error message, with control characters as `\u0007`. */
export function quote(text: string): string {
  const short = cut(text, 80);
  const more = short.length < text.length ? '…' : '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal or a log.
  const visible = toWellFormed(short).replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, escapeUnit);
  return `"${visible}${more}"`;
}

/** Quotes the first 80 code points of input for a header, with everything except visible ASCII as `\u00e9`. */
export function quoteAscii(text: string): string {
  const short = cut(text, 80);
  const safe = short.replace(/["\\]/g, '\\$&').replace(/[^\x20-\x7e]/g, escapeUnit);
  return `"${safe}${short.length < text.length ? '...' : ''}"`;
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
