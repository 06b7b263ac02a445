const UTF8_SEQUENCE =
  /%[0-7][0-9a-f]|%[c-d][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/gi;
/** Characters that would hide, break or reverse the text around them; they stay encoded. */
export const UNREADABLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/** Returns a path with its characters as people read them; those with a meaning in a URL stay encoded. */
export function decodePage(value: string): string {
  if (!value.includes('%')) return value;
  // Decodes one character at a time, so that a path that is cut within a character, or is not UTF-8, stays readable
  // elsewhere.
  return value.replace(UTF8_SEQUENCE, decodeSequence);
}

function decodeSequence(sequence: string): string {
  try {
    // decodeURI keeps characters with a meaning in a URL (%2F, %3F, %26) encoded.
    const character = decodeURI(sequence);
    return UNREADABLE.test(character) ? sequence : character;
  } catch {
    return sequence;
  }
}

/** Characters that a path holds encoded, and a percent sign that begins no escape. */
const IN_PATH = /%(?![0-9a-f]{2})|[^!#-;=?-\]_a-z|~]/giu;
/** The same of a query. */
const IN_QUERY = /%(?![0-9a-f]{2})|[^!#-&(-;=?-~]/giu;

/**
 * Returns the texts of which a stored page has one where people read this one, `/%C3%BC` for `/ü`: a part of a page can
 * be of its path or of its query, in which other characters are encoded. The text itself is among them, as URLs can hold bare
 * characters and API clients search for stored values.
 */
export function storedTexts(text: string): string[] {
  const wellFormed = text.toWellFormed();
  const asPath = wellFormed.replace(IN_PATH, encodeCharacter);
  const asQuery = wellFormed.replace(IN_QUERY, encodeCharacter);
  if (asPath === text && asQuery === text) return [text];
  const queryAt = wellFormed.indexOf('?');
  const [path, query] = queryAt < 0 ? [asPath, ''] : splitAtQuery(asPath, asQuery);
  return [...new Set([text, path + query, asQuery])];
}

/** Returns the same for a text that is a whole page, of which it is known where its query begins. */
export function storedPages(page: string): string[] {
  const wellFormed = page.toWellFormed();
  const asPath = wellFormed.replace(IN_PATH, encodeCharacter);
  if (!wellFormed.includes('?')) return [...new Set([page, asPath])];
  return [...new Set([page, splitAtQuery(asPath, wellFormed.replace(IN_QUERY, encodeCharacter)).join('')])];
}

/** Neither form encodes question marks. */
function splitAtQuery(asPath: string, asQuery: string): [path: string, query: string] {
  return [asPath.slice(0, asPath.indexOf('?')), asQuery.slice(asQuery.indexOf('?'))];
}

function encodeCharacter(character: string): string {
  return character === "'" ? '%27' : encodeURIComponent(character);
}
