import fc from 'fast-check';
import type { HitParts } from './hits.ts';
import type { NaiveVisit } from './naive-visits.ts';

/** The texts of naive value ids: of pages by their id, of events from 11 on. */
export const PAGES = ['', '/', '/blog', '/blog/caf%C3%A9', '/blog/two?page=2', '/cart'] as const;
export const EVENTS = ['Order', 'Sign up'] as const;
const FIRST_EVENT = 11;
const DAY = 86_400;
const HOUR = 3_600;

const hit = fc.record({
  wait: fc.constantFrom(0, 0, 1, 60, 700),
  page: fc.integer({ min: 1, max: PAGES.length - 1 }),
  event: fc.constantFrom(0, 0, 0, FIRST_EVENT, FIRST_EVENT + 1),
  amount: fc.constantFrom('', '19.99', '-0.01'),
});

/** Returns random visits of several days, hours apart from each other, in the order of days and visitors. */
export function knownVisits(firstDay: number, days: number, seed: number): NaiveVisit[] {
  const [trails = []] = fc.sample(
    fc.array(fc.array(hit, { minLength: 1, maxLength: 7 }), { minLength: 60, maxLength: 60 }),
    { numRuns: 1, seed },
  );
  const visits = trails.map((trail, at) => {
    const day = firstDay + (at % days);
    const visitor = String.fromCharCode(97 + (Math.floor(at / days) % 8)).repeat(16);
    let second = day * DAY + HOUR * (1 + 4 * Math.floor(at / days / 8));
    // A visit begins with a pageview, so that it has a landing page.
    const hits = trail.map(({ wait, page, event, amount }, place) => {
      second += wait;
      const isEvent = place > 0 && event !== 0;
      return { second, page, event: isEvent ? event : 0, unit: 0, amount: isEvent ? amount : '' };
    });
    return { day, visitor, hits };
  });
  return visits.sort((a, b) => a.day - b.day || (a.visitor < b.visitor ? -1 : a.visitor > b.visitor ? 1 : 0));
}

/** Returns the same as hits. */
export function hitsOf(visits: readonly NaiveVisit[]): HitParts[] {
  return visits.flatMap(({ visitor, hits }) =>
    hits.map(({ second, page, event, amount }) => ({
      time: second * 1_000,
      visitor: visitor.replaceAll(/[^a-f]/g, letter => String(letter.charCodeAt(0) % 10)),
      ...(event === 0
        ? { values: { page: PAGES[page] ?? '' } }
        : {
            kind: 'event' as const,
            values: { page: PAGES[page] ?? '', event: EVENTS[event - FIRST_EVENT] ?? '' },
            amount: amount === '' ? null : amount,
          }),
    })),
  );
}

/** Returns the ids of the pages that a test accepts. */
export function pagesThat(accept: (page: string) => boolean): number[] {
  return PAGES.flatMap((page, id) => (id > 0 && accept(page) ? [id] : []));
}

export function eventId(event: (typeof EVENTS)[number]): number {
  return FIRST_EVENT + EVENTS.indexOf(event);
}
