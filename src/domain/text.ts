/** U+FFFD, which stands for a character that cannot be kept. */
export const REPLACEMENT = '\uFFFD';

/** The first `codePoints` code points of `text`; a surrogate pair is one and is never split, a lone surrogate is one. */
export function cut(text: string, codePoints: number): string {
  // A text has at least as many code units as code points, so most are let through unread.
  if (text.length <= codePoints) return text;
  let end = 0;
  for (let count = 0; count < codePoints && end < text.length; count++) {
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/** The number of code points, counted no further than one past `limit`, so that a huge text costs little. */
export function countCodePoints(text: string, limit: number): number {
  let count = 0;
  for (let at = 0; at < text.length && count <= limit; count++) {
    at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  }
  return count;
}

/** True when U+0000 is in it, which SQLite and Sequelize cannot carry. */
export function hasNul(text: string): boolean {
  return text.includes('\0');
}

/** The same text with every lone surrogate replaced by U+FFFD, so that it survives UTF-8. */
export function toWellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** The text as both databases can keep it: lone surrogates and NUL are replaced by U+FFFD. Its length in code points stays. */
export function toStorable(text: string): string {
  const wellFormed = toWellFormed(text);
  return hasNul(wellFormed) ? wellFormed.replaceAll('\0', REPLACEMENT) : wellFormed;
}

/** ASCII letters in lower case, everything else as it is: what a search without regard to case compares. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, letters => letters.toLowerCase());
}

/** What was given, in double quotes for an error message: storable, control characters as `\u0007`, at most 80 code points of it. */
export function quote(text: string): string {
  const short = cut(text, 80);
  const more = short.length < text.length ? '…' : '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal or a log.
  const visible = toWellFormed(short).replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, escapeUnit);
  return `"${visible}${more}"`;
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
