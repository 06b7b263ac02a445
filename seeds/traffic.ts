import { sourceAndChannel } from '../src/domain/origin.ts';
import { NO_PROPERTIES } from '../src/domain/properties.ts';
import { DIMENSIONS } from '../src/domain/statistics.ts';
import type { Hit } from '../src/domain/stored-hit.ts';
import { localDay, startOfDay } from '../src/domain/time-zone.ts';
import { arrivalOf } from './arrivals.ts';
import { CITIES } from './cities.ts';
import { createRandom, picker, type Random, zipf } from './random.ts';
import { versionOf } from './versions.ts';

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
interface Machine {
  readonly weight: number;
  readonly browser: string;
  readonly os: string;
  readonly device: string;
  readonly resolutions: readonly string[];
}

const DESKTOP = ['1920x1080', '2560x1440', '1536x864', '1440x900', '1366x768', '3840x2160', '1680x1050'];
const MAC = ['1512x982', '1470x956', '1728x1117', '2560x1440', '1440x900'];
const PHONE = ['390x844', '393x873', '412x915', '360x800', '430x932', '375x812'];
const MACHINES: readonly Machine[] = [
  { weight: 30, browser: 'Chrome', os: 'Windows', device: 'desktop', resolutions: DESKTOP },
  { weight: 9, browser: 'Edge', os: 'Windows', device: 'desktop', resolutions: DESKTOP },
  { weight: 7, browser: 'Firefox', os: 'Windows', device: 'desktop', resolutions: DESKTOP },
  { weight: 11, browser: 'Chrome', os: 'macOS', device: 'desktop', resolutions: MAC },
  { weight: 10, browser: 'Safari', os: 'macOS', device: 'desktop', resolutions: MAC },
  { weight: 4, browser: 'Firefox', os: 'Linux', device: 'desktop', resolutions: DESKTOP },
  { weight: 3, browser: 'Chrome', os: 'Linux', device: 'desktop', resolutions: DESKTOP },
  { weight: 24, browser: 'Chrome', os: 'Android', device: 'mobile', resolutions: PHONE },
  { weight: 22, browser: 'Safari', os: 'iOS', device: 'mobile', resolutions: PHONE },
  { weight: 4, browser: 'Samsung Internet', os: 'Android', device: 'mobile', resolutions: PHONE },
  { weight: 2, browser: 'Firefox', os: 'Android', device: 'mobile', resolutions: PHONE },
  { weight: 3, browser: 'Safari', os: 'iOS', device: 'tablet', resolutions: ['820x1180', '1024x1366'] },
  { weight: 1, browser: 'Opera', os: 'Windows', device: 'desktop', resolutions: DESKTOP },
];
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
  { weight: 3, value: 'spring-sale' },
  { weight: 2, value: 'launch' },
  { weight: 1, value: 'podcast' },
];
/** Weight of each hour of the day, from midnight on. */
const RHYTHM = [6, 4, 3, 2, 2, 3, 6, 12, 22, 30, 34, 35, 31, 32, 34, 33, 31, 28, 26, 28, 30, 27, 19, 11];
const HOURS = RHYTHM.map((weight, hour) => ({ weight, hour }));
const WEEK = [1.12, 1.16, 1.14, 1.1, 0.98, 0.72, 0.78];

const pickCity = picker(CITIES);
const pickMachine = picker(MACHINES);
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
  const city = pickCity(random);
  const machine = pickMachine(random);
  const suffix = shape.places > 1 ? Math.floor(random() * shape.places) : 0;
  const visitor = hex(random) + hex(random);
  // Not drawn, so that everything else stays the same for the same seed.
  const age = Number.parseInt(visitor.slice(0, 6), 16) / 0xffffff;
  const chance = Number.parseInt(visitor.slice(10, 16), 16) / 0xffffff;
  const fixed: Record<string, string> = {
    continent: city.continent,
    country: city.country,
    region: city.region,
    city: suffix === 0 ? city.city : city.city.replace(',', ` ${suffix},`),
    browser: machine.browser,
    browser_version: versionOf(machine.browser, age),
    os: machine.os,
    os_version: versionOf(machine.os, age),
    device: machine.device,
    language: random() < 0.85 ? city.language : 'en',
    resolution: machine.resolutions[Math.floor(random() * machine.resolutions.length)] ?? '',
  };
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
      const base = {
        ...{ website: shape.website, time, day, hour: at.hour, visitor, id: '', source: null },
        ...{ seconds: 0, depth: null, interactive: true },
      };
      hits.push({
        ...base,
        kind: 'pageview',
        values: valuesOf({
          ...fixed,
          host: hostOf(page, shape),
          page,
          landing_page: page,
          ...(view === 0 ? arrivalOf(referrer, campaign, chance) : sourceAndChannel({})),
        }),
        amount: null,
        unit: '',
        properties: NO_PROPERTIES,
      });
      addEvents(hits, base, page, shape, random);
      time += Math.floor(8_000 + 140_000 * random() ** 2);
      page = pageName(zipf(random, shape.pages));
    }
  }
}

function hostOf(page: string, { host, docsHost = host }: TrafficShape): string {
  return page.startsWith('/docs') ? docsHost : host;
}

function addEvents(
  hits: Hit[],
  base: Omit<Hit, 'kind' | 'values' | 'amount' | 'unit' | 'properties'>,
  page: string,
  shape: TrafficShape,
  random: Random,
): void {
  const event = (name: string, amount: string | null, unit: string, properties = NO_PROPERTIES) => {
    const time = base.time + 4_000;
    const { day, hour } = localDay(time, shape.timezone);
    // As with pageviews, midnight ends the visit.
    if (day !== base.day) return;
    hits.push({
      ...base,
      time,
      hour,
      kind: 'event',
      values: valuesOf({ host: hostOf(page, shape), page, event: name }),
      amount,
      unit,
      properties,
    });
  };
  const chance = random();
  if (chance < 0.012) event('Signup', null, '', ['plan', chance < 0.009 ? 'free' : 'trial']);
  else if (chance < 0.017) {
    const amount = (Math.round(random() * 12_000 + 900) / 100).toFixed(2);
    const plan = chance < 0.015 ? 'starter' : 'team';
    event('Purchase', amount, random() < 0.8 ? 'EUR' : 'USD', ['plan', plan, 'renewal', String(chance < 0.0135)]);
  } else if (chance < 0.04) event('Download', null, '');
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

function pageName(rank: number): string {
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

function valuesOf(texts: Record<string, string>): (string | 0)[] {
  const values: (string | 0)[] = [];
  for (const { name, rollup } of DIMENSIONS) {
    while (values.length < rollup) values.push(0);
    values.push(texts[name] ?? 0);
  }
  return values;
}

function hex(random: Random): string {
  return Math.floor(random() * 4_294_967_296)
    .toString(16)
    .padStart(8, '0');
}
