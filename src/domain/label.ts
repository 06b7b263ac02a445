import { domainToUnicode } from 'node:url';

/** How the values of a statistic are displayed. */
export type LabelKind =
  | 'page'
  | 'referrer'
  | 'host'
  | 'place'
  | 'city'
  | 'language'
  | 'hour'
  | 'day'
  | 'device'
  | 'property'
  | 'plain';

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

const DEVICES: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  desktop: 'Desktop',
  mobile: 'Mobile',
  tablet: 'Tablet',
  smarttv: 'Smart TV',
  console: 'Console',
  wearable: 'Wearable',
  embedded: 'Embedded',
  xr: 'XR headset',
});

/** Returns a value for display in English, or `Direct` or `Unknown` for the empty one: untrusted text, no markup. */
export function labelOf(kind: LabelKind, value: string): string {
  if (value === '') return kind === 'referrer' ? 'Direct' : kind === 'property' ? '(none)' : 'Unknown';
  switch (kind) {
    case 'page':
      return decodePage(value);
    case 'referrer':
    case 'host':
      return unicodeHost(value);
    case 'place':
    case 'city':
      return withoutCode(value);
    case 'language':
      return /^[a-z]{2,3}$/.test(value) ? (LANGUAGES.of(value) ?? value) : value;
    case 'hour':
      return /^\d\d$/.test(value) ? `${value}:00` : value;
    case 'device':
      return DEVICES[value] ?? value;
    default:
      return value;
  }
}

/** A host as its owner writes it; one that is not valid stays encoded. */
function unicodeHost(value: string): string {
  if (!/(?:^|\.)xn--/.test(value)) return value;
  const host = domainToUnicode(value);
  return host === '' || UNREADABLE.test(host) ? value : host;
}

function withoutCode(value: string): string {
  const name = value.slice(value.indexOf(':') + 1);
  return name === '' ? 'Unknown' : name;
}

const UTF8_SEQUENCE =
  /%[0-7][0-9a-f]|%[c-d][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/gi;
/** Characters that would hide, break or reverse the text around them; they stay encoded. */
const UNREADABLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

function decodePage(value: string): string {
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
