import { foldHost } from './hostname.ts';
import { cut, quote, toStorable } from './text.ts';

/** Query parameters with a new value for each click or recipient, so that each would make a page of its own. */
export const CLICK_IDS: readonly string[] = [
  ...['gclid', 'wbraid', 'gbraid', 'dclid', 'fbclid', 'msclkid', 'ttclid', 'twclid', 'li_fat_id', 'yclid', 'igshid'],
  'mc_eid',
];

const ALWAYS_REMOVED: ReadonlySet<string> = new Set(CLICK_IDS);

/** A quick check: no other query can contain a click id, even one whose name is percent-encoded. */
const MAY_HAVE_CLICK_ID = new RegExp(`${CLICK_IDS.join('|')}|[?&][^=&]*%`);

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
 * Returns the path with the remaining query, in its order and as the WHATWG URL parser writes it, without click ids and
 * the fragment; not truncated. Parameter names are decoded before they are compared with `excludeParams`, where `utm_*` means all
 * names that start with `utm_`; `*` drops the whole query.
 */
export function pageValue(url: URL, excludeParams: readonly string[]): string {
  const { pathname, search } = url;
  if (search === '' || excludeParams.includes('*')) return pathname;
  if (excludeParams.length === 0 && !MAY_HAVE_CLICK_ID.test(search)) return pathname + search;
  const query = keepQuery(search.slice(1), excludeParams);
  return query === '' ? pathname : `${pathname}?${query}`;
}

/** Returns a page without these parameters; what follows a `#`, as in some imported pages, stays as it is. */
export function withoutParams(page: string, excludeParams: readonly string[]): string {
  const end = page.includes('#') ? page.indexOf('#') : page.length;
  const at = page.slice(0, end).indexOf('?');
  if (at < 0) return page;
  const query = excludeParams.includes('*') ? '' : keepQuery(page.slice(at + 1, end), excludeParams);
  return `${page.slice(0, at)}${query === '' ? '' : `?${query}`}${page.slice(end)}`;
}

/** Returns the first value of a query parameter, decoded and storable; empty if missing or excluded by its name. */
export function paramOf(url: URL, name: string, excludeParams: readonly string[]): string {
  const { search } = url;
  if (search === '' || excludeParams.includes(name)) return '';
  // A quick check: only a query with the plain name or with an encoded character can contain the parameter.
  if (!search.includes(name) && !/[%+]/.test(search)) return '';
  // The URL keeps its parameters, which are read five times where there is a campaign.
  return toStorable(url.searchParams.get(name) ?? '');
}

function keepQuery(query: string, excludeParams: readonly string[]): string {
  const names = excludeParams.length > FEW ? new Set(excludeParams) : undefined;
  const beginnings = excludeParams.filter(name => name.endsWith('*')).map(name => name.slice(0, -1));
  const parts = query.split('&');
  const kept = parts.filter(part => {
    const name = decodeName(part);
    if (ALWAYS_REMOVED.has(name) || (names ? names.has(name) : excludeParams.includes(name))) return false;
    return !beginnings.some(beginning => name.startsWith(beginning));
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

/**
 * Returns the host that a visit came from, without `www.` and not truncated; for the address of an app, its package or
 * id as sent. Returns an empty text without a referrer, for the website's own hosts, and for other schemes.
 */
export function referrerHost(referrer: string, isOwn: (host: string) => boolean): string {
  if (referrer === '') return '';
  const url = URL.parse(referrer);
  if (url === null) return '';
  switch (url.protocol) {
    case 'https:':
    case 'http:': {
      const host = foldHost(url.hostname);
      return isOwn(host) ? '' : host;
    }
    case 'android-app:':
    case 'ios-app:':
      // Package names are case-sensitive: com.Slack is not com.slack.
      return url.hostname;
    default:
      return '';
  }
}

const LANGUAGE = /^[ \t]*([a-z]{2,3})(?:[-_][a-z0-9_-]*)?[ \t]*(?:;[ \t]*q[ \t]*=[ \t]*([01](?:\.\d*)?)[ \t]*)?$/i;
/** The number of characters to read; browsers send far fewer. */
const MAX_HEADER = 1000;

/** Returns the primary subtag of the preferred language of an Accept-Language header, in lower case, or ''. */
export function primaryLanguage(acceptLanguage: string): string {
  let best = '';
  let bestQuality = 0;
  for (const entry of acceptLanguage.slice(0, MAX_HEADER).split(',')) {
    const match = LANGUAGE.exec(entry);
    if (match === null) continue;
    const language = (match[1] as string).toLowerCase();
    const quality = match[2] === undefined ? 1 : Number(match[2]);
    if (quality > 1 || quality <= bestQuality || language === 'und') continue;
    if (quality === 1) return language;
    best = language;
    bestQuality = quality;
  }
  return best;
}

const SIZE = /^(\d{1,5})x(\d{1,5})$/i;

/** Returns a size in CSS pixels as `1920x1080`, without leading zeros; empty for other text and if a side is 0. */
export function parseResolution(text: string): string {
  const match = SIZE.exec(text.length > 32 ? '' : text.trim());
  if (match === null) return '';
  const width = Number(match[1]);
  const height = Number(match[2]);
  return width > 0 && height > 0 ? `${width}x${height}` : '';
}

/** Returns an event's name: trimmed, at most 64 code points; null if it has none, which makes the hit malformed. */
export function eventName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const text = cut(toStorable(name.trim()), 64);
  return text === '' ? null : text;
}
