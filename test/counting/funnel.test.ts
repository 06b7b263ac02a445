import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { mergeFunnels } from '../../src/counting/funnel.ts';
import { countFunnel } from '../../src/counting/funnel-walk.ts';
import { select } from '../../src/counting/selection.ts';
import { arbitraryFunnel, isIn, naiveFunnel, plainly } from '../support/naive-funnel.ts';
import { arbitraryDays, arbitrarySet, DAYS, FIRST_DAY, partsOf } from '../support/naive-visits.ts';

describe('A funnel', () => {
  it('equals a naive recount over several parts, filtered and not', () => {
    fc.assert(
      fc.property(
        arbitraryDays,
        arbitraryFunnel(arbitrarySet(1, 5), arbitrarySet(11, 13)),
        fc.integer({ min: 0, max: DAYS - 1 }),
        fc.option(arbitrarySet(1, 5)),
        fc.uint8Array({ minLength: DAYS, maxLength: DAYS, max: 1 }),
        (days, funnel, meetAt, pages, isWanted) => {
          const filter = pages ? ({ hit: 'page', ...pages } as const) : ({ always: true } as const);
          const counts = partsOf(days, meetAt).map(part => {
            const from = part.firstDay - FIRST_DAY;
            return countFunnel(part, select(part, filter, isWanted.slice(from, from + part.days)), funnel);
          });
          const visits = days
            .filter((_, day) => isWanted[day] === 1)
            .flat()
            .filter(({ hits }) => !pages || hits.some(({ event, page }) => event === 0 && isIn(page, pages)));
          assert.deepEqual(plainly(mergeFunnels(counts, funnel)), naiveFunnel(visits, funnel));
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 1_500) },
    );
  });
});
