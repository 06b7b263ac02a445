import { pageValue, parseResolution, primaryLanguage } from '../../../domain/hit-values.ts';
import { sourceOfName } from '../../../domain/sources.ts';
import { eventOf } from '../../sums-values.ts';

/** What GA4 writes where it has no value. */
const UNKNOWN = /^(?:|\(not set\)|\(not provided\)|\(data not available\))$/i;
/** What GA4 writes for sessions that no campaign brought. */
const NO_CAMPAIGN = /^\((?:direct|organic|referral|none)\)$/i;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
let languages: ReadonlyMap<string, string> | undefined;

/** Returns a value; empty where GA4 has none. */
export function known(text: string): string {
  return UNKNOWN.test(text) ? '' : text;
}

/** Returns a path as the collector would have stored it. */
export function pageNamed(path: string): string {
  const url = path.startsWith('/') ? URL.parse(`https://a.invalid${path}`) : null;
  return url === null ? known(path) : pageValue(url, []);
}

/** Returns the name of an event, as a hit would have it. */
export function eventNamed(event: string): string {
  return eventOf(known(event));
}

export function hostNamed(host: string): string {
  return known(host).replace(/^www\./, '');
}

/** Returns the name of a source; empty for direct visits. */
export function sourceNamed(source: string): string {
  if (/^\((?:direct|none)\)$/i.test(source)) return '';
  return sourceOfName(source)?.name ?? known(source);
}

/** Returns our name of a channel. */
export function channelNamed(channel: string): string {
  if (channel === 'Mobile Push Notifications') return 'Mobile Push';
  return channel === 'AI Assistant' ? 'AI Assistants' : known(channel);
}

/** Returns the campaign that a link names; empty if none does. */
export function campaignNamed(campaign: string): string {
  return NO_CAMPAIGN.test(campaign) ? '' : known(campaign);
}

/** Returns the primary language of a code such as `en-us`, or of an English name. */
export function languageNamed(language: string): string {
  if (UNKNOWN.test(language)) return '';
  languages ??= new Map(
    LETTERS.flatMap(a => LETTERS.map(b => a + b)).map(code => [(names.of(code) ?? '').toLowerCase(), code]),
  );
  return languages.get(language.toLowerCase()) ?? primaryLanguage(language);
}

export function resolutionNamed(resolution: string): string {
  return parseResolution(resolution);
}
