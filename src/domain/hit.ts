import type { Amount } from './amount.ts';

/** What the collector has found out about a hit when it asks the registry for its values. */
export interface SeenHit {
  readonly url: URL;
  /** Path and what is left of the query. */
  readonly page: string;
  /** Names of query parameters the website excludes; `*` alone excludes all. */
  readonly excludeParams: readonly string[];
  readonly referrer: string;
  readonly place: { readonly continent: string; readonly country: string; readonly city: string };
  readonly agent: { readonly browser: string; readonly os: string; readonly device: string };
  readonly language: string;
  readonly resolution: string;
  /** The event's name; empty for a pageview. */
  readonly event: string;
}

/** `engagement` prolongs a running visit by visible seconds and counts nothing. */
export type HitKind = 'pageview' | 'event' | 'engagement';

/** A hit as it lies in the spool: worked out, with nothing in it that could identify a person. */
export interface Hit {
  readonly website: number;
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  /** Days since 1970-01-01 in the website's time zone at the time of the hit. */
  readonly day: number;
  /** 0 to 23 in the website's time zone. */
  readonly hour: number;
  /** 16 hex digits, or empty when nobody is identified. */
  readonly visitor: string;
  readonly kind: HitKind;
  /** Texts at the index of their statistic's `rollup` number; an index without a text holds 0. */
  readonly values: readonly (string | 0)[];
  /** The client's own id, or empty. */
  readonly id: string;
  readonly amount: Amount | null;
  readonly unit: string;
  /** Visible seconds of an engagement. */
  readonly seconds: number;
}

const KINDS: readonly HitKind[] = ['pageview', 'event', 'engagement'];

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
];

/** The hit as one JSON array without line breaks; `decodeHits` reads a bracketed, comma-joined list of them. */
export function encodeHit(hit: Hit): string {
  const kind = KINDS.indexOf(hit.kind);
  const encoded: Encoded = [hit.website, hit.time, hit.day, hit.hour, hit.visitor, kind, hit.values as (string | 0)[]];
  if (hit.id !== '' || kind > 0) encoded.push(hit.id, hit.amount, hit.unit, hit.seconds);
  return JSON.stringify(encoded);
}

/** Hits in the order they were written. Throws when the text is not what `encodeHit` wrote. */
export function decodeHits(body: string): Hit[] {
  return (JSON.parse(`[${body}]`) as Encoded[]).map(decodeHit);
}

/** How every hit begins. Quotes within a text are escaped, so this stands nowhere else. */
const BEGINNING = /(?:^|,)(?=\[\d+,\d+,-?\d+,\d+,"[0-9a-f]*",\d,\[)/;

/** A damaged text hit by hit, in order: what can be read of it, and as text what cannot. Never throws. */
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

/** Where the array ends that the text begins with; the length of the text when it does not end. */
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
  const [website, time, day, hour, visitor, kind, values, id = '', amount = null, unit = '', seconds = 0] = encoded;
  if (
    !Number.isSafeInteger(website) ||
    !Number.isSafeInteger(time) ||
    !Number.isSafeInteger(day) ||
    !Array.isArray(values)
  )
    throw new TypeError(`This is no encoded hit: ${JSON.stringify(encoded).slice(0, 200)}`);
  return { website, time, day, hour, visitor, kind: KINDS[kind] ?? 'pageview', values, id, amount, unit, seconds };
}
