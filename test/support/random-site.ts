import fc from 'fast-check';
import { readUserAgent } from '../../src/collect/user-agent.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { hitOf } from './hits.ts';

/** A hit as a server sends it, and what should be stored of it, worked out by hand from what it was made of. */
export interface SentHit {
  readonly sent: object;
  readonly stored: Hit;
}

export const HOSTS = ['x.example', 'blog.x.example'] as const;
/** What the website leaves out of its pages and campaigns. */
export const EXCLUDED = ['session', 'utm_term'] as const;
/** The statistics whose values are worked out by hand; addresses of examples are nowhere. */
export const KNOWN: readonly string[] = [
  ...['page', 'host', 'landing_page', 'exit_page', 'referrer', 'source', 'channel', 'event', 'language'],
  ...['campaign', 'utm_source', 'utm_medium', 'utm_term', 'utm_content'],
  ...['browser', 'browser_version', 'os', 'os_version', 'device'],
];
const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
];
const NONE: readonly string[] = [];
const MINUTE = 60_000;

/** Queries, what is left of them on the page, and what they say about a campaign. */
const QUERIES: readonly (readonly [query: string, kept: string, values: Readonly<Record<string, string>>])[] = [
  ['', '', {}],
  ['', '', {}],
  ['?session=1', '', {}],
  ['?x=1&session=%32', '?x=1', {}],
  ['?gclid=1', '', { click: 'Google' }],
  [
    '?utm_source=fb&utm_medium=cpc&utm_term=a',
    '?utm_source=fb&utm_medium=cpc',
    { utm_source: 'fb', utm_medium: 'cpc' },
  ],
  [
    '?utm_medium=email&utm_campaign=sale&utm_content=b',
    '?utm_medium=email&utm_campaign=sale&utm_content=b',
    { utm_medium: 'email', campaign: 'sale', utm_content: 'b' },
  ],
];
/** Referrers, the host that counts, and the source and channel of a visit that has nothing else. */
const REFERRERS = [
  ['', '', '', 'Direct'],
  ['', '', '', 'Direct'],
  ['https://blog.x.example/a', '', '', 'Direct'],
  ['https://www.google.com/', 'google.com', 'Google', 'Organic Search'],
  ['https://other.example/', 'other.example', 'other.example', 'Referral'],
] as const;

function originOf(values: Readonly<Record<string, string>>, source: string, channel: string): Record<string, string> {
  if (values.utm_source === 'fb') return { source: 'Facebook', channel: 'Paid Social' };
  // What comes from a search engine is a search, whatever its medium.
  if (values.utm_medium === 'email') return { source, channel: source === 'Google' ? channel : 'Email' };
  if (values.click && (source === '' || source === 'Google')) return { source: 'Google', channel: 'Paid Search' };
  return { source, channel };
}

/** Returns random hits of a website over a few days from `start`, with few visitors and values, which often coincide. */
export function arbitrarySentHits(start: number, timezone: string, days: number): fc.Arbitrary<SentHit[]> {
  const hit = fc
    .record({
      day: fc.integer({ min: 0, max: days - 1 }),
      // Busy hours around midnight, in which hits often come at the same millisecond.
      begin: fc.constantFrom(0, 100, 1380),
      minute: fc.integer({ min: 0, max: 59 }),
      address: fc.constantFrom('198.51.100.1', '198.51.100.2'),
      agent: fc.constantFrom(...AGENTS),
      kind: fc.constantFrom('pageview' as const, 'pageview' as const, 'event' as const, 'engagement' as const),
      host: fc.constantFrom(...HOSTS),
      path: fc.constantFrom('/', '/a', '/blog/one'),
      query: fc.constantFrom(...QUERIES),
      referrer: fc.constantFrom(...REFERRERS),
      amount: fc.constantFrom(null, '1.5', '-0.25'),
      properties: fc.constantFrom(NONE, NONE, ['plan', 'pro'], ['plan', 'free', 'n', '7']),
      language: fc.constantFrom('de', 'fr'),
      interactive: fc.boolean(),
      // A visit cannot be engaged for as long as some say.
      engagement: fc.constantFrom(5, 700, 3000),
      depth: fc.constantFrom(20, 80),
    })
    .map(({ day, begin, minute, kind, amount, interactive, engagement, depth, ...rest }): SentHit => {
      const { address, agent, host, path, query, referrer, properties, language } = rest;
      const time = start + (day * 1440 + begin + minute) * MINUTE;
      const [search, kept, { click: _, ...campaign }] = query;
      const [from, referrerHost, source, channel] = referrer;
      const props = Object.fromEntries(
        properties.flatMap((key, at) => (at % 2 ? [] : [[key, properties[at + 1] ?? '']])),
      );
      const money = amount === null ? {} : { value: amount, unit: 'EUR' };
      const event = kind === 'event' ? { name: `Go${path}`, interactive, props, ...money } : undefined;
      const { browser, browserVersion, os, osVersion, device } = readUserAgent(agent);
      const values = {
        ...{ page: path + kept, host, referrer: referrerHost, ...campaign },
        ...originOf(query[2], source, channel),
        ...{ browser, browser_version: browserVersion, os, os_version: osVersion, device, language },
      };
      return {
        sent: {
          time: new Date(time).toISOString(),
          page: `https://${host}${path}${search}`,
          ...{ referrer: from, ip: address, user_agent: agent, language },
          ...(kind === 'pageview' && { props }),
          ...(event && { event }),
          ...(kind === 'engagement' && { engagement, depth }),
        },
        stored: hitOf({
          ...{ time, timezone, kind, visitor: `${address} ${agent}` },
          amount: event ? amount : null,
          unit: event && amount !== null ? 'EUR' : '',
          seconds: kind === 'engagement' ? engagement : 0,
          depth: kind === 'engagement' ? depth : null,
          interactive: !event || interactive,
          properties: kind === 'engagement' ? NONE : properties,
          values: { ...values, ...(event && { event: event.name }) },
        }),
      };
    });
  return fc.array(hit, { minLength: 10, maxLength: 80, size: 'max' });
}
