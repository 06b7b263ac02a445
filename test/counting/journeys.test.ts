import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { isIn } from '../support/naive-funnel.ts';
import { arbitraryJourneys, countJourneys, naiveJourneys } from '../support/naive-journeys.ts';
import { arbitraryDays, arbitrarySet, DAYS, FIRST_DAY, partOf, partsOf } from '../support/naive-visits.ts';

const EVERYTHING = { always: true } as const;

describe('Journeys', () => {
  it('equal a naive recount over several parts, filtered and not', () => {
    fc.assert(
      fc.property(
        arbitraryDays,
        arbitraryJourneys(arbitrarySet(1, 5), arbitrarySet(11, 13)),
        fc.integer({ min: 0, max: DAYS - 1 }),
        fc.option(arbitrarySet(1, 5)),
        fc.integer({ min: 1, max: 4 }),
        (days, journeys, meetAt, pages, perLevel) => {
          const filter = pages ? ({ hit: 'page', ...pages } as const) : EVERYTHING;
          const portions = partsOf(days, meetAt).map(part => ({ part, isWanted: new Uint8Array(part.days).fill(1) }));
          const visits = days
            .flat()
            .filter(({ hits }) => !pages || hits.some(({ event, page }) => event === 0 && isIn(page, pages)));
          assert.deepEqual(
            countJourneys(portions, filter, journeys, perLevel),
            naiveJourneys(visits, journeys, perLevel),
          );
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 500) },
    );
  });

  it('lead through pages past 65,536', () => {
    const visits = Array.from({ length: 35_000 }, (_, visit) => ({
      day: FIRST_DAY,
      visitor: String(visit),
      hits: [2 * visit, 2 * visit, 2 * visit + 1, 7].map(page => ({
        second: FIRST_DAY * 86_400,
        page: page % 70_000,
        event: 0,
        unit: 0,
        amount: '',
      })),
    }));
    const portions = [{ part: partOf(visits, FIRST_DAY, 1), isWanted: Uint8Array.of(1) }];
    const groups = Uint32Array.from({ length: 70_000 }, (_, page) => Math.floor(page / 10));
    for (const asked of [{ groups: null }, { groups }, { groups: null, end: { ids: [7] } }]) {
      const journeys = { by: 'page', start: null, end: null, levels: 4, ...asked } as const;
      assert.deepEqual(countJourneys(portions, EVERYTHING, journeys, 3), naiveJourneys(visits, journeys, 3));
    }
  });
});
