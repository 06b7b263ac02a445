import { foldHost } from './hostname.ts';
import { quote, toStorable } from './text.ts';

/** Above this many excluded names a look-up table pays for itself. */
const FEW = 8;

/** Takes a page's address apart; `host` is folded as registered domains are, ports do not matter. `error` is a whole sentence. */
export function parsePage(page: string): { host: string; path: string; url: URL } | { error: string } {
  const url = URL.parse(page);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return {
      error: `The page ${quote(page)} is not a full http or https address; send one such as https://example.com/path.`,
    };
  }
  return { host: foldHost(url.hostname), path: url.pathname, url };
}

/**
 * Path and what is left of the query, in its order and as the WHATWG URL parser writes it, without the fragment; uncut.
 * Names of parameters are decoded and then compared with `excludeParams`; a `*` among those drops the whole query.
 */
export function pageValue(url: URL, excludeParams: readonly string[]): string {
  const { pathname, search } = url;
  if (search === '' || excludeParams.includes('*')) return pathname;
  if (excludeParams.length === 0) return pathname + search;
  const query = keepQuery(search.slice(1), excludeParams);
  return query === '' ? pathname : `${pathname}?${query}`;
}

/** The decoded `utm_campaign`, empty without one or when `excludeParams` names it; `*` does not silence it. Uncut. */
export function campaignOf(url: URL, excludeParams: readonly string[]): string {
  return paramOf(url, 'utm_campaign', excludeParams);
}

/** The first value of a query parameter, decoded, storable and uncut; empty without one or when `excludeParams` names it. */
export function paramOf(url: URL, name: string, excludeParams: readonly string[]): string {
  const { search } = url;
  if (search === '' || excludeParams.includes(name)) return '';
  // The name itself may be percent-encoded; a query with neither cannot hold it.
  if (!search.includes(name) && !/[%+]/.test(search)) return '';
  return toStorable(new URLSearchParams(search).get(name) ?? '');
}

function keepQuery(query: string, excludeParams: readonly string[]): string {
  const names = excludeParams.length > FEW ? new Set(excludeParams) : undefined;
  const parts = query.split('&');
  const kept = parts.filter(part => {
    const name = decodeName(part);
    return !(names ? names.has(name) : excludeParams.includes(name));
  });
  if (kept.length === parts.length) return query;
  return kept.some(part => part !== '') ? kept.join('&') : '';
}

function decodeName(part: string): string {
  const end = part.indexOf('=');
  const name = end < 0 ? part : part.slice(0, end);
  if (!/[%+]/.test(name)) return name;
  // The leading & keeps a ? that belongs to the name.
  return new URLSearchParams(`&${name}`).keys().next().value ?? '';
}
