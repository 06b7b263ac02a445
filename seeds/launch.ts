import type { Hit } from '../src/domain/stored-hit.ts';
import { startOfDay } from '../src/domain/time-zone.ts';
import { arrivalOf } from './arrivals.ts';
import { laterBase, pageview, textOf } from './hits.ts';
import { picker, type Random } from './random.ts';
import { newVisitor } from './visitors.ts';

/** How many days before today version 2 was announced, and the campaign paused. */
export const LAUNCHED = 12;
const PAUSED = 18;
const PAUSED_CAMPAIGN = 'free-month';
/** How many visitors the announcement brought on its day and on those that followed. */
const CROWD = [300, 170, 80, 35, 15];
/** Where they began, and where they went on to. */
const pickFirst = picker([
  { weight: 22, page: '/' },
  { weight: 18, page: '/features' },
  { weight: 16, page: '/changelog' },
  { weight: 14, page: '/blog' },
  { weight: 12, page: '/pricing' },
  { weight: 10, page: '/about' },
  { weight: 8, page: '/blog/why-we-count-without-cookies' },
]);
const pickNext = picker([
  { weight: 45, page: '/blog/announcing-version-2' },
  { weight: 20, page: '/features' },
  { weight: 20, page: '/changelog' },
  { weight: 15, page: '/' },
]);

/** Whether a visitor came by the campaign while it was paused, and so never came. */
export function isMissing(hits: readonly Hit[], daysAgo: number): boolean {
  return daysAgo <= PAUSED && hits.some(hit => textOf(hit, 'campaign') === PAUSED_CAMPAIGN);
}

/** Returns the visitors whom a discussion of version 2 brought so many days ago, with their hits by time. */
export function crowdOf(
  { website, host, timezone }: { readonly website: number; readonly host: string; readonly timezone: string },
  day: number,
  daysAgo: number,
  random: Random,
): Hit[][] {
  const count = CROWD[LAUNCHED - daysAgo] ?? 0;
  const begins = startOfDay(day, timezone) + (daysAgo === LAUNCHED ? 14 : 6) * 3_600_000;
  const lasts = (daysAgo === LAUNCHED ? 9 : 16) * 3_600_000;
  return Array.from({ length: count }, () => {
    const { visitor, fixed } = newVisitor(1, random);
    const hits: Hit[] = [];
    let time = begins + Math.floor(lasts * random());
    for (let view = 0; view === 0 || (view < 6 && random() < 0.5); view++) {
      const base = laterBase({ website, time, day, hour: 0, visitor }, time, timezone);
      if (!base) break;
      const arrival = view === 0 ? arrivalOf('news.ycombinator.com', '', 1) : null;
      hits.push(pageview(base, fixed, { host, page: (view === 0 ? pickFirst : pickNext)(random).page }, arrival));
      time += 15_000 + Math.floor(120_000 * random());
    }
    return hits;
  });
}
