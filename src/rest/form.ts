import { quote } from '../domain/text.ts';
import { malformed } from './refusal.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses `a=1&b=2`, given as one character per byte, into its pairs in order; the last value of a repeated name wins.
 * In a body, `a[]=1&a[]=2` and `a[0]=1&a[1]=2` are lists, which become one value with a line for each entry. Throws 400
 * for an invalid percent sign and for bytes that are not UTF-8.
 */
export function parseForm(raw: string, where: 'query' | 'body'): Map<string, string> {
  const lists = new Map<string, string[]>();
  const pairs = new Map<string, string>();
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals), where);
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1), where);
    const list = where === 'body' ? /^(.+)\[\d*\]$/s.exec(name)?.[1] : undefined;
    if (list === undefined) {
      pairs.set(name, value);
      continue;
    }
    const entries = lists.get(list) ?? [];
    entries.push(value);
    lists.set(list, entries);
    pairs.set(list, '');
  }
  for (const [name, entries] of lists) pairs.set(name, entries.join('\n'));
  return pairs;
}

/** Decodes UTF-8 bytes. Throws 400 if they are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array, where: 'query' | 'body'): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed(`The ${where} is not valid UTF-8; encode it as UTF-8.`);
  }
}

function decode(raw: string, where: 'query' | 'body'): string {
  if (/^[\w.~*-]*$/.test(raw)) return raw;
  const spaced = raw.replaceAll('+', ' ');
  const broken = /%(?![0-9a-f]{2}).{0,2}/is.exec(spaced);
  if (broken !== null) {
    const given = quote(broken[0]);
    throw malformed(
      `The ${where} contains ${given}, which is not a percent-encoded character; write a percent sign as %25.`,
    );
  }
  const bytes = spaced.replace(/%(..)/gs, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decodeUtf8(Buffer.from(bytes, 'latin1'), where);
}
