import { systemVersion, withVersion } from '../collect/agent-version.ts';
import { eventName, pageValue, referrerHost, withoutParams } from '../domain/hit-values.ts';
import { foldHost } from '../domain/hostname.ts';
import { sourceAndChannel } from '../domain/origin.ts';
import { OTHER } from '../domain/other.ts';
import { STATISTICS } from '../domain/statistics.ts';
import { browserNamed, deviceNamed, systemNamed } from './agent-named.ts';
import type { Row } from './importer.ts';

/** What the tool writes where it has no value, or where nobody sent one. */
const NONE = /^\(?(?:not set|none)\)?$|^direct \/ none$/i;
/** A path that is written like one of our pages already. */
const PLAIN_PATH = /^\/[\w/~!$&'()*+,;=:@%-]*$/;

/** Its names for browsers that neither we nor user agents use, in lower case. */
const BROWSERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'duckduckgo privacy browser': 'DuckDuckGo',
    'huawei browser mobile': 'Huawei Browser',
    'yandex browser': 'Yandex',
  }),
);
const SYSTEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mac: 'macOS',
    'fire os': 'Android',
    'windows mobile': 'Windows Phone',
  }),
);
/** Its sizes of screens besides those that other tools have, too. */
const SCREENS: ReadonlyMap<string, string> = new Map(Object.entries({ ultrawide: 'desktop', 'ultra-wide': 'desktop' }));

/** Returns a text, empty for what the tool shows as nothing. */
export function textOf(cell: string): string {
  return NONE.test(cell) ? '' : cell;
}

/** Returns a page as the collector would have written it. Single-page websites may have views after `#`, which stay. */
export function pageOf(cell: string): string {
  if (PLAIN_PATH.test(cell)) return cell;
  const text = textOf(cell);
  if (!text.startsWith('/')) return text;
  const [path = '', ...views] = text.split('#');
  const url = URL.parse(`http://localhost${path}`);
  return [url ? pageValue(url, []) : path, ...views].join('#');
}

const PAGES: readonly string[] = STATISTICS.filter(({ labels }) => labels === 'page').map(({ name }) => name);

/** Returns rows of sums without these parameters of pages, which hits are counted without as well. */
export function withoutExcluded(rows: readonly Row[], params: readonly string[]): readonly Row[] {
  if (params.length === 0) return rows;
  return rows.map(row => {
    if (row.type !== 'sums' || !row.counted.some(({ name, value }) => PAGES.includes(name) && value.includes('?')))
      return row;
    const counted = row.counted.map(one =>
      PAGES.includes(one.name) ? { ...one, value: withoutParams(one.value, params) } : one,
    );
    return { ...row, counted };
  });
}

export function hostOf(cell: string): string {
  return foldHost(textOf(cell));
}

/** Returns the host of a referrer, which has a path but no scheme. */
export function referrerOf(cell: string): string {
  const text = textOf(cell);
  if (text === '') return '';
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return referrerHost(url, () => false) || foldHost(text.split('/', 1)[0] ?? '');
}

/** Returns the source by our own list. The name in the file counts where the link named none. */
export function sourceOf(source: string, referrer: string, utmSource: string): string {
  return sourceAndChannel(origin(source, referrer, utmSource)).source;
}

/** Returns the channel by our own rules. The file has no click ids, so that they cannot decide. */
export function channelOf(
  source: string,
  referrer: string,
  utmSource: string,
  medium: string,
  campaign: string,
): string {
  const known = { ...origin(source, referrer, utmSource), medium: textOf(medium), campaign: textOf(campaign) };
  return sourceAndChannel(known).channel;
}

function origin(source: string, referrer: string, utmSource: string) {
  return { referrer: referrerOf(referrer), utmSource: textOf(utmSource) || textOf(source) };
}

export function browserOf(cell: string): string {
  const text = textOf(cell);
  return BROWSERS.get(text.toLowerCase()) ?? browserNamed(text);
}

export function browserVersionOf(cell: string, version: string): string {
  return withVersion(browserOf(cell), version);
}

export function systemOf(cell: string): string {
  const text = textOf(cell);
  return SYSTEMS.get(text.toLowerCase()) ?? systemNamed(text);
}

export function systemVersionOf(cell: string, version: string): string {
  return systemVersion(systemOf(cell), textOf(version), '');
}

export function deviceOf(cell: string): string {
  return SCREENS.get(cell.toLowerCase()) ?? deviceNamed(cell);
}

/** Keys of an import: one that has more has ids for keys. */
const MOST_KEYS = 100;

/**
 * Returns a function that writes keys of properties as ours, with `_` in place of everything else than letters and digits
 * of ASCII; further keys than the first hundred are `(other)`.
 */
export function keyWriter(): (key: string) => string {
  const known = new Set<string>();
  return given => {
    const key = given
      .trim()
      .replace(/[^A-Za-z0-9_.-]+/g, '_')
      .slice(0, 64);
    if (key === '' || known.has(key)) return key;
    if (known.size >= MOST_KEYS) return OTHER;
    known.add(key);
    return key;
  };
}

export function eventOf(cell: string): string {
  return eventName(cell) ?? '';
}
