import type { Amount } from './amount.ts';
import { NO_PROPERTIES, type Properties } from './properties.ts';

/** A hit with everything the registry needs to read its values. */
export interface SeenHit {
  readonly url: URL;
  /** The host of the page without `www.`. */
  readonly host: string;
  /** The path, with the query that remains after `excludeParams`. */
  readonly page: string;
  /** The names of the query parameters that the website excludes; `*` excludes all. */
  readonly excludeParams: readonly string[];
  readonly referrer: string;
  readonly place: {
    readonly continent: string;
    readonly country: string;
    readonly region: string;
    readonly city: string;
  };
  readonly agent: {
    readonly browser: string;
    /** Name and major version; the name alone if the version is unknown. The same for `osVersion`. */
    readonly browserVersion: string;
    readonly os: string;
    readonly osVersion: string;
    readonly device: string;
  };
  readonly language: string;
  readonly resolution: string;
  /** The event's name; empty for a pageview. */
  readonly event: string;
  /** The name of the crawler that requested the page; empty for people. */
  readonly crawler: string;
}

/**
 * The kinds of hits; an `engagement` reports the attention that a page got and counts as nothing else, and a `crawl` is a
 * request of a crawler, which is no pageview.
 */
export type HitKind = 'pageview' | 'event' | 'engagement' | 'crawl';

/** Their order is stored. */
export const HIT_KINDS: readonly HitKind[] = ['pageview', 'event', 'engagement', 'crawl'];

/** Who sent a hit: a page, on which anyone can run anything, or a server with a key of the website's account. */
export type HitSource = 'page' | 'server';

/** A fully processed hit as stored in the spool, without anything that could identify a person. */
export interface Hit {
  readonly website: number;
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  /** Days since 1970-01-01 in the website's time zone at the time of the hit. */
  readonly day: number;
  /** 0 to 23 in the website's time zone. */
  readonly hour: number;
  /** 16 hex digits; empty if the visitor is not identified. */
  readonly visitor: string;
  readonly kind: HitKind;
  /** The value of each statistic at the index of its `rollup` number; 0 at an index without a value. */
  readonly values: readonly (string | 0)[];
  /** The id sent by the client, or empty; a message that changes nothing has none. */
  readonly id: string;
  /** Null if it has no id, or if an earlier release spooled it, which did not record the sender. */
  readonly source: HitSource | null;
  readonly amount: Amount | null;
  readonly unit: string;
  /** The engaged seconds that an engagement or an event reports. */
  readonly seconds: number;
  readonly properties: Properties;
  /** The depth to which its page was scrolled, in whole percent; null if the hit does not report one. */
  readonly depth: number | null;
  /** False for an event without interaction, so that the visit can still be a bounce. */
  readonly interactive: boolean;
  /**
   * The number of the network that a public hit came from, of which a day has so few that it leads back to none; null for
   * a hit that was sent with a key or imported, and if an earlier release spooled it.
   */
  readonly network: number | null;
}

const SOURCES: readonly (HitSource | null)[] = [null, 'page', 'server'];

type Encoded = [
  number,
  number,
  number,
  number,
  string,
  number,
  (string | 0)[],
  string?,
  (Amount | null)?,
  string?,
  number?,
  number?,
  Properties?,
  (number | null)?,
  boolean?,
  (number | null)?,
];

/**
 * Returns the text that a repeat of a hit is recognised by; it is the same for every hit with the id of the same kind of
 * sender. An id that anyone could send must not make the hit of a server a repeat, nor may that of an engagement, which
 * shows nowhere, make one of a hit that is counted.
 */
export function idText({ source, kind, id }: Pick<Hit, 'source' | 'kind' | 'id'>): string {
  return `${source}\0${kind === 'engagement' ? 'engagement' : 'hit'}\0${id}`;
}

/** Returns the hit as one JSON array without line breaks; `decodeHits` reads these arrays joined by commas. */
export function encodeHit(hit: Hit): string {
  const kind = HIT_KINDS.indexOf(hit.kind);
  const encoded: Encoded = [hit.website, hit.time, hit.day, hit.hour, hit.visitor, kind, hit.values as (string | 0)[]];
  const hasNetwork = hit.network !== null;
  const hasAttention = hit.depth !== null || !hit.interactive || hasNetwork;
  const hasMore = hit.properties.length > 0 || hasAttention;
  if (hit.id !== '' || kind > 0 || hasMore) encoded.push(hit.id, hit.amount, hit.unit, hit.seconds);
  if (hit.id !== '' || hasMore) encoded.push(SOURCES.indexOf(hit.source));
  if (hasMore) encoded.push(hit.properties);
  if (hasAttention) encoded.push(hit.depth, hit.interactive);
  if (hasNetwork) encoded.push(hit.network);
  return JSON.stringify(encoded);
}

/** Returns the hits of `encodeHit` in the order they were written. Throws for any other text. */
export function decodeHits(body: string): Hit[] {
  return (JSON.parse(`[${body}]`) as Encoded[]).map(decodeHit);
}

/** The beginning of every hit. It matches nowhere else, because quotes within text are escaped. */
const BEGINNING = /(?:^|,)(?=\[\d+,\d+,-?\d+,\d+,"[0-9a-f]*",\d,\[)/;

/** Returns the contents of a damaged text in order: readable parts as hits, the rest as text. Never throws. */
export function salvageHits(body: string): (Hit | string)[] {
  return body.split(BEGINNING).flatMap(text => {
    const end = endOfArray(text);
    const rest = text.slice(end).replace(/^,/, '');
    try {
      return [decodeHit(JSON.parse(text.slice(0, end)) as Encoded), ...(rest === '' ? [] : [rest])];
    } catch {
      return text;
    }
  });
}

/** Returns the end of the array at the beginning of the text; the length of the text if the array has no end. */
function endOfArray(text: string): number {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') quoted = !quoted;
    else if (quoted) index += Number(character === '\\');
    else if (character === '[') depth++;
    else if (character === ']' && --depth === 0) return index + 1;
  }
  return text.length;
}

function decodeHit(encoded: Encoded): Hit {
  const [website, time, day, hour, visitor, kind, values, id = '', amount = null, unit = '', seconds = 0, from = 0] =
    encoded;
  const properties = encoded[12] ?? NO_PROPERTIES;
  const depth = encoded[13] ?? null;
  const interactive = encoded[14] ?? true;
  const network = encoded[15] ?? null;
  if (
    !Number.isSafeInteger(website) ||
    !Number.isSafeInteger(time) ||
    !Number.isSafeInteger(day) ||
    !Array.isArray(values)
  )
    throw new TypeError(`This is not an encoded hit: ${JSON.stringify(encoded).slice(0, 200)}`);
  const source = SOURCES[from] ?? null;
  return {
    website,
    time,
    day,
    hour,
    visitor,
    kind: HIT_KINDS[kind] ?? 'pageview',
    values,
    id,
    source,
    amount,
    unit,
    seconds,
    properties,
    depth,
    interactive,
    network,
  };
}
