import { foldHost } from './hostname.ts';
import { quote, toStorable } from './text.ts';

/** The number of excluded names above which a look-up table is faster. */
const FEW = 8;

/** Parses the URL of a page; `host` is folded like a registered domain, without a port. `error` is a whole sentence. */
export function parsePage(page: string): { host: string; path: string; url: URL } | { error: string } {
  const url = URL.parse(page);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return {
      error: `The page ${quote(page)} is not an absolute http or https URL; send one such as https://example.com/path.`,
    };
  }
  return { host: foldHost(url.hostname), path: url.pathname, url };
}

/**
 * Returns the path with the remaining query, in its order and as the WHATWG URL parser writes it, without the fragment;
 * not truncated. Parameter names are decoded before they are compared with `excludeParams`; `*` drops the whole query.
 */
export function pageValue(url: URL, excludeParams: readonly string[]): string {
  const { pathname, search } = url;
  if (search === '' || excludeParams.includes('*')) return pathname;
  if (excludeParams.length === 0) return pathname + search;
  const query = keepQuery(search.slice(1), excludeParams);
  return query === '' ? pathname : `${pathname}?${query}`;
}

/**
 * Returns the decoded `utm_campaign`, not truncated; empty if missing or named in `excludeParams`, but `*` does not
 * exclude it.
 */
export function campaignOf(url: URL, excludeParams: readonly string[]): string {
  return paramOf(url, 'utm_campaign', excludeParams);
}

/**
 * Returns the first value of a query parameter, decoded, storable and not truncated; empty if missing or named in
 * `excludeParams`.
 */
export function paramOf(url: URL, name: string, excludeParams: readonly string[]): string {
  const { search } = url;
  if (search === '' || excludeParams.includes(name)) return '';
  // A quick check: only a query with the plain name or with an encoded character can contain the parameter.
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
  // URLSearchParams would drop a leading ? that belongs to the name.
  return new URLSearchParams(`&${name}`).keys().next().value ?? '';
}
