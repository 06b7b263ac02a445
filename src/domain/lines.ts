import { countCodePoints, isStorable, quote } from './text.ts';

/** The normalised lines of a list, or all errors as whole sentences. */
export type ReadLines = { readonly list: readonly string[] } | { readonly errors: readonly string[] };

const MAX_ERRORS = 20;
const MAX_PARAM = 255;
const UNSTORABLE = 'contains a line break or a character that cannot be stored; use plain text, one entry per line.';

/** Splits a text into lines. Empty lines stay, because errors name lines by their numbers. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** Trims lines and drops empty ones and repeats; `read` returns a line, null to drop it, or the end of an error. */
export function readLines(
  lines: readonly string[],
  read: (line: string) => { readonly line: string } | { readonly fault: string } | null,
): ReadLines {
  const list = new Set<string>();
  const errors: string[] = [];
  lines.forEach((given, index) => {
    const line = given.trim();
    if (line === '') return;
    const result = read(line);
    if (result === null) return;
    // Lists are stored with line breaks between entries, so an entry cannot contain one.
    const isOne = 'line' in result && !/[\r\n]/.test(result.line) && isStorable(result.line);
    const fault = 'fault' in result ? result.fault : isOne ? null : UNSTORABLE;
    if (fault !== null) errors.push(`Line ${index + 1}, ${quote(line)}, ${fault}`);
    else if ('line' in result) list.add(result.line);
  });
  return errors.length > 0 ? { errors: firstErrors(errors) } : { list: [...list] };
}

function firstErrors(errors: readonly string[]): readonly string[] {
  if (errors.length <= MAX_ERRORS) return errors;
  const more = errors.length - MAX_ERRORS;
  return [
    ...errors.slice(0, MAX_ERRORS),
    `${more} more ${more === 1 ? 'line is' : 'lines are'} wrong as well; see the first ${MAX_ERRORS}.`,
  ];
}

/** Each beginning is compared with each parameter of a page, so that many of them would slow down the collector. */
const MAX_BEGINNINGS = 20;

/** Parses names of query parameters; `utm_*` means all names that start with `utm_`, `*` the whole query. */
export function parseParamList(lines: readonly string[]): ReadLines {
  const beginnings = new Set<string>();
  return readLines(lines, name => {
    if (name.endsWith('*') && beginnings.add(name).size > MAX_BEGINNINGS)
      return { fault: `ends in *, as ${MAX_BEGINNINGS} entries before it do, which is the most; use whole names.` };
    if (/[\r\n]/.test(name)) return { fault: 'contains a line break; use one parameter name per entry.' };
    if (!isStorable(name)) return { fault: 'contains a character that cannot be stored; use plain text.' };
    if (countCodePoints(name, MAX_PARAM) > MAX_PARAM)
      return { fault: `is too long; a parameter name has at most ${MAX_PARAM} characters.` };
    return { line: name };
  });
}

const ORIGIN_HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** Parses origins that can embed a page, or `*` for all, as they can stand in a Content-Security-Policy. */
export function parseOrigins(lines: readonly string[]): ReadLines {
  return readLines(lines, text => {
    const line = text === '*' ? text : originOf(text);
    return line ? { line } : { fault: 'is not an origin; use one such as https://example.com, or * for all.' };
  });
}

function originOf(text: string): string | null {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || !ORIGIN_HOST.test(url.host)) return null;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') return null;
  return url.origin;
}
