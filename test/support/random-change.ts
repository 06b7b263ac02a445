import fc from 'fast-check';
import { createRandom, type Random } from '../../seeds/random.ts';
import { sourceAndChannel } from '../../src/domain/origin.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { hitOf } from './hits.ts';

/** Visits with a value, or with two, of which there are so many times as many from some day on. */
export interface Change {
  readonly of: readonly { readonly name: keyof typeof VALUES; readonly place: number }[];
  readonly times: number;
}

const VALUES = {
  country: ['DE:Germany', 'FR:France', 'US:United States', ''],
  browser: ['Chrome', 'Firefox', 'Safari'],
  referrer: ['', 'google.com', 'news.example', 't.co'],
  campaign: ['', '', 'spring'],
  page: ['/', '/pricing', '/blog/one', '/blog/two', '/docs/a', '/docs/b'],
  event: ['', '', 'Signup', 'Download'],
} as const;
const NAMES = Object.keys(VALUES) as (keyof typeof VALUES)[];
/** What a change can be about: a value, or a section of pages. */
const CHANGING = { ...VALUES, page: [...VALUES.page, '/blog/', '/docs/'] } as const;
const MINUTE = 60_000;
const MOST_TIMES = 3;

/** Returns one to three changes at once, which can concern the same visits. */
export const arbitraryChanges: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    of: fc.array(fc.record({ name: fc.constantFrom(...NAMES), place: fc.nat({ max: 23 }) }), {
      minLength: 1,
      maxLength: 2,
    }),
    times: fc.constantFrom(0, 0.3, MOST_TIMES),
  }),
  { minLength: 1, maxLength: 3 },
);

export interface ChangedDays {
  readonly start: number;
  readonly timezone: string;
  readonly days: number;
  /** The first day that the changes concern. */
  readonly changed: number;
  readonly visits: number;
  readonly changes: readonly Change[];
  readonly seed: number;
}

/**
 * Returns the hits of some visits a day, in two folds: a few of the days before come late. Visitors come back on the same
 * day, and some are not identified.
 */
export function changedDays({ start, days, changed, visits, changes, seed, timezone }: ChangedDays): Hit[][] {
  const random = createRandom(seed);
  const folds: Hit[][] = [[], []];
  for (let day = 0; day < days; day++)
    for (let count = 0; count < visits; count++) {
      const values = Object.fromEntries(NAMES.map(name => [name, pick(VALUES[name], random)]));
      const times = changes
        .filter(
          ({ of }) => day >= changed && of.every(({ name, place }) => isChanging(name, place, values[name] ?? '')),
        )
        .reduce((product, change) => Math.min(MOST_TIMES, product * change.times), 1);
      const copies = Math.floor(times) + (random() < times % 1 ? 1 : 0);
      for (let copy = 0; copy < copies; copy++)
        for (const hit of hitsOf(values, start + day * 1_440 * MINUTE, timezone, random))
          folds[random() < 0.05 ? 1 : 0]?.push(hit);
    }
  return folds;
}

/** Returns a visit of one to three pages; an event follows the first if the visit has one. */
function hitsOf(values: Record<string, string>, day: number, timezone: string, random: Random): Hit[] {
  const number = Math.floor(random() * 60);
  const visitor = number === 0 ? '' : number.toString(16).padStart(16, '0');
  const begin = day + Math.floor(random() * 1_400) * MINUTE;
  const { event = '', page = '', ...own } = values;
  const origin = sourceAndChannel({ referrer: own.referrer ?? '', campaign: own.campaign ?? '' });
  const hits = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at) =>
    hitOf({
      ...{ time: begin + at * MINUTE, timezone, visitor },
      values: { ...own, ...origin, page: at === 0 ? page : pick(VALUES.page, random) },
    }),
  );
  if (event !== '')
    hits.push(
      hitOf({
        ...{ time: begin + 1_000, timezone, visitor, kind: 'event' },
        values: { ...own, ...origin, page, event },
      }),
    );
  return hits;
}

function pick(values: readonly string[], random: Random): string {
  return values[Math.floor(random() * values.length)] as string;
}

function isChanging(name: keyof typeof VALUES, place: number, value: string): boolean {
  const changing = CHANGING[name][place % CHANGING[name].length] as string;
  return value === changing || (name === 'page' && changing !== '/' && value.startsWith(changing));
}
