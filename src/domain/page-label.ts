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
