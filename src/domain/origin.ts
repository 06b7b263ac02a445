import { CHANNELS_VERSION, channelOf, type Origin } from './channels.ts';
import { CLICK_IDS, paramOf } from './hit-values.ts';
import { SOURCES_VERSION, type Source, sourceOfHost, sourceOfName } from './sources.ts';
import type { SeenHit } from './stored-hit.ts';

/** The version of the list of sources and of the rules for channels. */
export const ORIGIN_RULES = `${SOURCES_VERSION}.${CHANNELS_VERSION}`;

/** The sources of click ids in links that name no source, and whose visits have no referrer. */
const SOURCES_OF_CLICKS: Readonly<Record<string, string>> = {
  gclid: 'Google',
  wbraid: 'Google',
  gbraid: 'Google',
  dclid: 'Google Display Network',
  msclkid: 'Bing',
  fbclid: 'Facebook',
  igshid: 'Instagram',
  ttclid: 'TikTok',
  twclid: 'X',
  li_fat_id: 'LinkedIn',
  yclid: 'Yandex',
  mc_eid: 'Mailchimp',
};

/** The quick check before a query is read: without one of these it contains no click id. */
const MAY_HAVE_CLICK_ID = new RegExp(`${CLICK_IDS.join('|')}|%`);
/** What other programs write into links for "none". */
const NONE = /^(?:direct|\(direct\)|\(none\)|\(not set\))$/i;
const UNKNOWN: Trace = { referrer: '', utmSource: '', medium: '', campaign: '', clickIds: [] };

/** The origin of a hit, or of a visit whose page is no longer known. */
interface Trace {
  /** The host of the referrer, or the id of an app; empty if there is none or if it is the website itself. */
  readonly referrer: string;
  readonly utmSource: string;
  readonly medium: string;
  readonly campaign: string;
  readonly clickIds: readonly string[];
}

/** Returns the source's name of a pageview: the name that the link gives, or the referrer's; empty for direct. */
export function readSource(hit: SeenHit): string {
  return hit.url.search === '' ? ofReferrer(hit.referrer).source : originOf(traceOf(hit)).source;
}

/** Returns the channel of a pageview; never empty. */
export function readChannel(hit: SeenHit): string {
  return hit.url.search === '' ? ofReferrer(hit.referrer).channel : channelOf(originOf(traceOf(hit)));
}

/** The referrers whose source and channel are remembered; beyond it, all are forgotten. */
const MOST_REFERRERS = 4_096;
const ofReferrers = new Map<string, ReturnType<typeof sourceAndChannel>>();

/** Returns source and channel of a pageview whose page has no query: most have few different referrers. */
function ofReferrer(referrer: string): ReturnType<typeof sourceAndChannel> {
  let known = ofReferrers.get(referrer);
  if (!known) {
    known = sourceAndChannel({ referrer });
    if (ofReferrers.size >= MOST_REFERRERS) ofReferrers.clear();
    ofReferrers.set(referrer, known);
  }
  return known;
}

/** Returns source and channel of what is known about a visit: of one that was stored before, referrer and campaign. */
export function sourceAndChannel(known: Partial<Trace>): { readonly source: string; readonly channel: string } {
  const origin = originOf({ ...UNKNOWN, ...known });
  return { source: origin.source, channel: channelOf(origin) };
}

function traceOf({ url, referrer, excludeParams }: SeenHit): Trace {
  const param = (name: string) => withoutNone(paramOf(url, name, excludeParams).trim());
  return {
    referrer,
    utmSource: param('utm_source'),
    medium: param('utm_medium'),
    campaign: param('utm_campaign'),
    clickIds: clickIdsOf(url),
  };
}

function withoutNone(text: string): string {
  return NONE.test(text) ? '' : text;
}

/** The values of click ids are never read, because each identifies one click. */
function clickIdsOf({ search, searchParams }: URL): readonly string[] {
  return MAY_HAVE_CLICK_ID.test(search) ? CLICK_IDS.filter(id => searchParams.has(id)) : [];
}

function originOf({ referrer, utmSource, medium, campaign, clickIds }: Trace): Origin {
  const rest = { medium, campaign, clickIds };
  if (utmSource !== '') {
    const known = sourceOfName(utmSource);
    return { ...rest, source: known?.name ?? utmSource, kind: known?.kind ?? null, isPaid: known?.isPaid ?? false };
  }
  const known = referrer === '' ? sourceOfClick(clickIds) : sourceOfHost(referrer);
  return { ...rest, source: known?.name ?? referrer, kind: known?.kind ?? null, isPaid: false };
}

function sourceOfClick(clickIds: readonly string[]): Source | undefined {
  const [first] = clickIds;
  return first === undefined ? undefined : sourceOfName(SOURCES_OF_CLICKS[first] ?? '');
}
