import { type Random, zipf } from '../../seeds/random.ts';

/** A visit of a visitor who has no other. */
export interface StoryVisit {
  readonly day: number;
  readonly second: number;
  readonly values: Readonly<Record<string, string>>;
  readonly pages: readonly string[];
  readonly hasEvent: boolean;
}

const PLACES = [
  'DE:Germany',
  'US:United States',
  'FR:France',
  'GB:United Kingdom',
  'AT:Austria',
  'IN:India',
  'JP:Japan',
  'CA:Canada',
];
const LANGUAGES: Readonly<Record<string, string>> = { DE: 'de', FR: 'fr', AT: 'de', JP: 'ja' };
const CONTINENTS: Readonly<Record<string, string>> = {
  US: 'NA:North America',
  CA: 'NA:North America',
  IN: 'AS:Asia',
  JP: 'AS:Asia',
};
const MACHINES = [
  'Chrome Windows desktop 1920x1080',
  'Safari iOS mobile 390x844',
  'Chrome Android mobile 412x915',
  'Firefox Windows desktop 1536x864',
  'Safari macOS desktop 1512x982',
  'Edge Windows desktop 1920x1080',
];
const REFERRERS = ['', 'google.com', 'bing.com', 'duckduckgo.com', 'news.example', 'friend.example', 'blog.example'];
const CAMPAIGNS = ['', 'spring', 'letter'];
export const SECTIONS = ['/blog/', '/docs/', '/shop/'];
export const PAGES = [
  '/',
  '/pricing',
  ...SECTIONS.flatMap(section => Array.from({ length: 8 }, (_, at) => `${section}${at}`)),
];

const DAY = 86_400;

/** Returns what each day's visits look like: every day has its own mood, and weekends have more mobiles. */
export function createHabits(random: Random) {
  const likings = (count: number, steepness: number) =>
    Array.from({ length: count }, (_, at) => (at + 1) ** -steepness);
  const places = shuffled(likings(PLACES.length, 1.1), random);
  const referrers = likings(REFERRERS.length, 1.2);
  const pages = likings(PAGES.length, 0.7);
  return (isWeekend: boolean) => {
    const pickOf = (list: readonly string[], weights: readonly number[], spread: number) =>
      pickBy(
        list,
        weights.map(weight => weight * noise(random, spread)),
        random,
      );
    const place = pickOf(PLACES, places, 0.07);
    const machine = pickOf(MACHINES, [6, isWeekend ? 6 : 4, isWeekend ? 5 : 3, 2, 2, 1.5], 0.07);
    const referrer = pickOf(REFERRERS, referrers, 0.2);
    const campaign = pickOf(CAMPAIGNS, [10, 1.2, 0.8], 0.15);
    const page = pickOf(PAGES, pages, 0.15);
    return (day: number): StoryVisit => {
      const country = place();
      const code = country.slice(0, 2);
      const [browser = '', os = '', device = '', resolution = ''] = machine().split(' ');
      const landing = page();
      return {
        day,
        second: Math.floor(random() * (DAY - 3_600)),
        values: {
          country,
          city: `${code}:City ${zipf(random, 5)}, State`,
          continent: CONTINENTS[code] ?? 'EU:Europe',
          language: random() < 0.9 ? (LANGUAGES[code] ?? 'en') : 'en',
          ...{ browser, os, device, resolution },
          referrer: referrer(),
          campaign: campaign(),
        },
        pages: [landing, ...Array.from({ length: zipf(random, 6) }, page)],
        hasEvent: random() < 0.1,
      };
    };
  };
}

/** Returns a factor around 1, of which the logarithm is normally distributed. */
export function noise(random: Random, spread: number): number {
  return Math.exp(spread * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));
}

function shuffled(weights: readonly number[], random: Random): number[] {
  return weights
    .map(weight => ({ weight, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ weight }) => weight);
}

function pickBy(list: readonly string[], weights: readonly number[], random: Random): () => string {
  const sum = weights.reduce((a, b) => a + b, 0);
  return () => {
    let left = random() * sum;
    const found = list.find((_, at) => {
      left -= weights[at] as number;
      return left < 0;
    });
    return found ?? (list[0] as string);
  };
}
