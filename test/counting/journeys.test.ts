import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { select } from '../../src/counting/selection.ts';
import { isIn } from '../support/naive-funnel.ts';
import { arbitraryJourneys, countJourneys, naiveJourneys } from '../support/naive-journeys.ts';
import { arbitraryDays, arbitrarySet, DAYS, partsOf } from '../support/naive-visits.ts';

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
          const filter = pages ? ({ hit: 'page', ...pages } as const) : ({ always: true } as const);
          const selected = partsOf(days, meetAt).map(part => ({
            part,
            selection: select(part, filter, new Uint8Array(part.days).fill(1)),
          }));
          const visits = days
            .flat()
            .filter(({ hits }) => !pages || hits.some(({ event, page }) => event === 0 && isIn(page, pages)));
          assert.deepEqual(countJourneys(selected, journeys, perLevel), naiveJourneys(visits, journeys, perLevel));
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 1_500) },
    );
  });
});
