import fc from 'fast-check';
import { COLUMNS, type Kind, type Part } from '../../src/counting/columns.ts';
import type { IdSet } from '../../src/counting/id-filter.ts';
import { PartBuilder } from '../../src/db/columns/part-builder.ts';

/** A pageview, or an event: value ids, and the second since 1970. */
export interface NaiveHit {
  readonly second: number;
  readonly page: number;
  /** 0 for a pageview. */
  readonly event: number;
  readonly unit: number;
  /** Empty if it has none. */
  readonly amount: string;
}

/** A visit with its hits in the order of time. */
export interface NaiveVisit {
  readonly day: number;
  readonly visitor: string;
  readonly hits: readonly NaiveHit[];
}

const DAY = 86_400;

/** Returns a part with these visits, which are in the order of their days and visitors. */
export function partOf(visits: readonly NaiveVisit[], firstDay: number, days: number): Part {
  const builder = new PartBuilder(firstDay, days);
  const add = (kind: Kind, numbers: Readonly<Record<string, number>>) =>
    builder.add(
      kind,
      [...COLUMNS[kind].plain, ...COLUMNS[kind].ids].map(name => numbers[name] ?? 0),
    );
  visits.forEach(({ day, visitor, hits }, at) => {
    const [{ second: start }] = hits as [NaiveHit];
    const before = visits[at - 1];
    const pageviews = hits.filter(({ event }) => event === 0);
    add('visit', {
      day: day - firstDay,
      first: before?.day === day && before.visitor === visitor ? 0 : 1,
      start: start - (firstDay - 1) * DAY,
      pages: pageviews.length,
      triggers: hits.length - pageviews.length,
    });
    pageviews.forEach(({ second, page }, index) => {
      add('pageview', { gap: second - (pageviews[index - 1]?.second ?? start), page });
    });
    hits.forEach(({ second, page, event, unit, amount }, index) => {
      if (event === 0) return;
      const after = hits.slice(0, index).filter(hit => hit.event === 0).length;
      add('event', { gap: second - start, after, amount: builder.placeOf(amount), event, page, unit });
    });
  });
  return builder.build();
}

const arbitraryHit = fc.record({
  wait: fc.constantFrom(0, 0, 1, 5, 60, 5_000),
  page: fc.integer({ min: 1, max: 5 }),
  event: fc.constantFrom(0, 0, 0, 11, 12, 13),
  unit: fc.constantFrom(0, 21, 22),
  amount: fc.constantFrom('', '1.5', '-0.25', '12345678901234567.01'),
});

/** Returns random visits of a day: several of each visitor, some during or before an earlier one, as after late hits. */
function arbitraryVisitsOf(day: number): fc.Arbitrary<NaiveVisit[]> {
  const visit = fc.record({
    visitor: fc.constantFrom('a', 'b', 'c', 'd'),
    start: fc.constantFrom(0, 0, 1, 30, 4_000, 80_000),
    first: fc.integer({ min: 1, max: 5 }),
    // Some visits have events alone.
    begins: fc.constantFrom(0, 0, 0, 11),
    hits: fc.array(arbitraryHit, { maxLength: 8 }),
  });
  return fc.array(visit, { maxLength: 10 }).map(visits =>
    visits
      .map(({ visitor, start, first, begins, hits }) => {
        let second = day * DAY + start;
        const opening = { second, page: first, event: begins, unit: 0, amount: '' };
        const others = hits.map(({ wait, page, event, unit, amount }) => {
          second += wait;
          return event === 0 ? { second, page, event, unit: 0, amount: '' } : { second, page, event, unit, amount };
        });
        return { day, visitor, hits: [opening, ...others] };
      })
      .sort((a, b) => (a.visitor < b.visitor ? -1 : a.visitor > b.visitor ? 1 : 0)),
  );
}

export const FIRST_DAY = 20_000;
export const DAYS = 3;

/** Returns the visits of each day, some of which have none. */
export const arbitraryDays: fc.Arbitrary<NaiveVisit[][]> = fc.tuple(
  ...Array.from({ length: DAYS }, (_, at) => arbitraryVisitsOf(FIRST_DAY + at)),
);

/** Returns the visits of days in two parts that meet at a day, of which the first can be empty. */
export function partsOf(days: readonly (readonly NaiveVisit[])[], meetAt: number): Part[] {
  return [
    partOf(days.slice(0, meetAt).flat(), FIRST_DAY, Math.max(1, meetAt)),
    partOf(days.slice(meetAt).flat(), FIRST_DAY + meetAt, DAYS - meetAt),
  ];
}

/** Returns value ids, of those from `least` to `most`. */
export function arbitrarySet(least: number, most: number): fc.Arbitrary<IdSet> {
  const ids = fc.uniqueArray(fc.integer({ min: least, max: most }), { maxLength: 2 });
  return fc.oneof(
    ids.map(some => ({ ids: some })),
    ids.map(some => ({ ids: some, allOthersUpTo: most })),
  );
}
