import { normalizeUnit } from '../domain/amount.ts';
import { pageValue, parseResolution, primaryLanguage } from '../domain/hit-values.ts';
import type { Scope } from '../domain/statistic.ts';
import { DIMENSIONS } from '../domain/statistics.ts';
import type { Hit, HitKind, SeenHit } from '../domain/stored-hit.ts';
import { cutValue } from '../domain/text.ts';
import type { Draft, World } from './draft.ts';
import { NOWHERE } from './place-record.ts';
import { depthOf, idOf, kindOf, secondsOf } from './raw-hit.ts';
import { identifies } from './steps.ts';
import { readUserAgent } from './user-agent.ts';
import { networkOf, visitorOf } from './visitor.ts';

/** What a file knows about a hit that has neither an address nor a user agent to read it from. */
interface Given {
  /** The hash of the visitor. */
  readonly visitor?: string;
  readonly place?: SeenHit['place'];
  readonly agent?: SeenHit['agent'];
  /** Parameters of the link that are not part of the page. */
  readonly campaign?: Readonly<Record<string, string>>;
}

/** Returns the hit for the spool. The IP address and the user agent are not part of it. */
export function finish(draft: Draft, world: World, given?: Given): Hit {
  const { raw, website, url, host, salt, day = 0, hour, event } = draft;
  if (!website || !url) throw new Error('A hit was finished before its website and page were known.');
  if (!salt && identifies(draft)) throw new Error(`A hit was finished before the salt of day ${day} was loaded.`);
  const kind = kindOf(raw);
  const id = idOf(raw);
  const visitor = given?.visitor ?? (salt ? visitorOf(salt, website.id, raw.address, raw.userAgent) : '');
  const seen: SeenHit = {
    url: given?.campaign ? withParams(url, given.campaign) : url,
    host,
    page: pageValue(url, website.params),
    excludeParams: website.params,
    referrer: kind === 'pageview' ? draft.referrer : '',
    place: given?.place ?? (kind === 'pageview' && visitor !== '' ? world.places.lookup(raw.address) : NOWHERE),
    agent: given?.agent ?? (kind === 'pageview' ? readUserAgent(raw.userAgent) : NO_AGENT),
    language: primaryLanguage(raw.language),
    resolution: parseResolution(raw.resolution),
    event,
    crawler: raw.crawler ?? '',
  };
  return {
    website: website.id,
    time: raw.time,
    day,
    hour,
    visitor,
    kind,
    values: valuesOf(seen, kind),
    id,
    source: id === '' ? null : raw.source,
    amount: draft.amount,
    unit: kind === 'event' ? normalizeUnit(raw.event?.unit) : '',
    seconds: secondsOf(raw),
    depth: depthOf(raw),
    interactive: kind !== 'event' || raw.event?.interactive !== false,
    properties: draft.properties,
    network: raw.source === 'page' ? networkOf(salt, website.id, raw.address) : null,
  };
}

function withParams(url: URL, params: Readonly<Record<string, string>>): URL {
  const more = new URL(url);
  for (const [name, value] of Object.entries(params)) more.searchParams.set(name, value);
  return more;
}

const NO_AGENT = { browser: '', browserVersion: '', os: '', osVersion: '', device: '' };

interface ValuesOfKind {
  /** A list without values, as long as those of the kind are. */
  readonly none: readonly 0[];
  readonly wanted: readonly Pick<(typeof DIMENSIONS)[number], 'rollup' | 'read'>[];
}

/**
 * The values that the fold uses of each kind of hit: an event makes no visitor, so it has only its page and its name, an
 * engagement has only the page that got the attention, and only requests of crawlers have theirs, and nothing else.
 */
const OF_KINDS: Readonly<Record<HitKind, ValuesOfKind>> = {
  pageview: ofKind('pageview'),
  event: ofKind('event'),
  engagement: ofKind('engagement'),
  crawl: ofKind('crawl'),
};

function ofKind(kind: HitKind): ValuesOfKind {
  const possible = DIMENSIONS.filter(({ scope }) => (scope === 'crawler') === (kind === 'crawl'));
  const width = Math.max(...possible.map(({ rollup }) => rollup)) + 1;
  // The page of every hit is there already.
  const wanted = possible.filter(({ name, scope, latest }) => latest === undefined && isWanted(kind, name, scope));
  return { none: Array.from({ length: width }, () => 0), wanted };
}

function valuesOf(seen: SeenHit, kind: HitKind): (string | 0)[] {
  const { none, wanted } = OF_KINDS[kind];
  const values: (string | 0)[] = none.slice();
  for (const { rollup, read } of wanted) values[rollup] = cutValue(read(seen));
  return values;
}

function isWanted(kind: HitKind, name: string, scope: Scope): boolean {
  if (kind === 'engagement') return name === 'page';
  if (kind === 'crawl') return scope === 'crawler';
  return kind === 'pageview' ? scope !== 'event' : scope === 'event' || scope === 'pageview';
}
