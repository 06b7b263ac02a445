import { NO_PROPERTIES } from '../src/domain/properties.ts';
import type { Hit } from '../src/domain/stored-hit.ts';
import { localDay, startOfDay } from '../src/domain/time-zone.ts';
import { arrivalOf } from './arrivals.ts';
import { event, type HitBase, pageview } from './hits.ts';
import { createRandom, picker, type Random, zipf } from './random.ts';
import { newVisitor } from './visitors.ts';

/** The properties of a generated website. */
export interface TrafficShape {
  readonly website: number;
  readonly host: string;
  /** The host of the pages below /docs, if they have one of their own. */
  readonly docsHost?: string;
  readonly timezone: string;
  /** First and last day, in days since 1970-01-01. */
  readonly from: number;
  readonly to: number;
  /** Approximate number of hits on an average day. */
  readonly hitsPerDay: number;
  readonly pages: number;
  readonly referrers: number;
  /** Number of copies of the listed cities; more copies make a longer tail of places. */
  readonly places: number;
  readonly seed: number;
  /** The latest time of a hit, in milliseconds since 1970, UTC. */
  readonly until: number;
}

interface Choice {
  readonly weight: number;
  readonly value: string;
}
const SOURCES: readonly Choice[] = [
  { weight: 34, value: '' },
  { weight: 27, value: 'google.com' },
  { weight: 7, value: 'duckduckgo.com' },
  { weight: 4, value: 'bing.com' },
  { weight: 6, value: 'news.ycombinator.com' },
  { weight: 5, value: 'reddit.com' },
  { weight: 4, value: 'github.com' },
  { weight: 3, value: 'mastodon.social' },
  { weight: 3, value: 'linkedin.com' },
  { weight: 2, value: 'ecosia.org' },
  { weight: 5, value: '*' },
];
const CAMPAIGNS: readonly Choice[] = [
  { weight: 90, value: '' },
  { weight: 4, value: 'newsletter' },
  { weight: 3, value: 'free-month' },
  { weight: 2, value: 'launch' },
  { weight: 1, value: 'podcast' },
];
/** Weight of each hour of the day, from midnight on. */
const RHYTHM = [6, 4, 3, 2, 2, 3, 6, 12, 22, 30, 34, 35, 31, 32, 34, 33, 31, 28, 26, 28, 30, 27, 19, 11];
const HOURS = RHYTHM.map((weight, hour) => ({ weight, hour }));
const WEEK = [1.12, 1.16, 1.14, 1.1, 0.98, 0.72, 0.78];

const pickSource = picker(SOURCES);
const pickCampaign = picker(CAMPAIGNS);
const pickHour = picker(HOURS);

/** Yields the hits of each day by time: weekly and daily rhythm, growth, Zipf pages, visits with events. */
export function* traffic(shape: TrafficShape): Generator<Hit[]> {
  const random = createRandom(shape.seed);
  for (let day = shape.from; day <= shape.to; day++) {
    const weekday = (((day + 3) % 7) + 7) % 7;
    const growth = 0.75 + 0.5 * ((day - shape.from) / Math.max(1, shape.to - shape.from));
    const hits: Hit[] = [];
    const wanted = shape.hitsPerDay * (WEEK[weekday] ?? 1) * growth * (0.88 + 0.24 * random());
    while (hits.length < wanted) addVisitor(hits, day, shape, random);
    yield hits.filter(({ time }) => time <= shape.until).sort((a, b) => a.time - b.time);
  }
}

function addVisitor(hits: Hit[], day: number, shape: TrafficShape, random: Random): void {
  const { visitor, chance, fixed } = newVisitor(shape.places, random);
  const visits = random() < 0.16 ? 2 : 1;
  const midnight = startOfDay(day, shape.timezone);
  for (let visit = 0; visit < visits; visit++) {
    let time = midnight + (pickHour(random).hour * 3600 + Math.floor(random() * 3600)) * 1000;
    const source = pickSource(random).value;
    const referrer = source === '*' ? `blog-${zipf(random, shape.referrers)}.example` : source;
    const campaign = pickCampaign(random).value;
    let page = pageName(zipf(random, shape.pages));
    for (let view = 0; view === 0 || (view < 12 && random() < 0.6); view++) {
      const at = localDay(time, shape.timezone);
      if (at.day !== day) return;
      const base = { website: shape.website, time, day, hour: at.hour, visitor };
      const host = hostOf(page, shape);
      hits.push(pageview(base, fixed, { host, page }, view === 0 ? arrivalOf(referrer, campaign, chance) : null));
      addEvents(hits, base, page, shape, random);
      time += Math.floor(8_000 + 140_000 * random() ** 2);
      page = pageName(zipf(random, shape.pages));
    }
  }
}

/** Returns the host that a page is on. */
export function hostOf(page: string, { host, docsHost = host }: Pick<TrafficShape, 'host' | 'docsHost'>): string {
  return page.startsWith('/docs') ? docsHost : host;
}

function addEvents(hits: Hit[], base: HitBase, page: string, shape: TrafficShape, random: Random): void {
  const add = (name: string, amount: string | null, unit: string, properties = NO_PROPERTIES) => {
    const time = base.time + 4_000;
    const { day, hour } = localDay(time, shape.timezone);
    // As with pageviews, midnight ends the visit.
    if (day !== base.day) return;
    const sent = { name, amount, unit, properties };
    hits.push(event({ ...base, time, hour }, { host: hostOf(page, shape), page }, sent));
  };
  const chance = random();
  if (chance < 0.012) add('Signup', null, '', ['plan', chance < 0.009 ? 'free' : 'trial']);
  else if (chance < 0.017) {
    const amount = (Math.round(random() * 12_000 + 900) / 100).toFixed(2);
    const plan = chance < 0.015 ? 'starter' : 'team';
    add('Purchase', amount, random() < 0.8 ? 'EUR' : 'USD', ['plan', plan, 'renewal', String(chance < 0.0135)]);
  } else if (chance < 0.04) add('Download', null, '');
}

const NAMED = [
  '/',
  '/pricing',
  '/docs',
  '/blog',
  '/features',
  '/about',
  '/docs/install',
  '/docs/api',
  '/changelog',
  '/contact',
  '/blog/why-we-count-without-cookies',
  '/docs/import',
  '/login',
  '/blog?page=2',
];

/** Returns the page of a rank, from 0 on: the lower, the more often it is viewed. */
export function pageName(rank: number): string {
  return NAMED[rank] ?? `/blog/${TOPICS[rank % TOPICS.length]}-${rank}`;
}

const TOPICS = [
  'how-to-read-a-chart',
  'faster-queries',
  'a-small-server',
  'release-notes',
  'privacy-by-design',
  'sqlite-in-production',
  'a-week-in-numbers',
  'kaffee-und-kuchen',
];
