import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { mergeFunnels } from '../../src/counting/funnel.ts';
import { countFunnel } from '../../src/counting/funnel-walk.ts';
import { select } from '../../src/counting/selection.ts';
import { arbitraryFunnel, isIn, naiveFunnel, plainly } from '../support/naive-funnel.ts';
import { arbitraryDays, arbitrarySet, DAYS, FIRST_DAY, partOf, partsOf } from '../support/naive-visits.ts';

const START = FIRST_DAY * 86_400;

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

  it('in any order gives as many steps hits of their own as can have them', () => {
    const pageview = fc
      .integer({ min: 1, max: 4 })
      .map(page => ({ second: START, page, event: 0, unit: 0, amount: '' }));
    const step = fc
      .uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 })
      .map(ids => ({ hit: 'page' as const, ids }));
    fc.assert(
      fc.property(
        fc.array(pageview, { minLength: 1, maxLength: 6 }),
        fc.array(step, { minLength: 4, maxLength: 5 }),
        (hits, steps) => {
          const funnel = { steps, order: 'ANY', unit: 'VISIT', within: null } as const;
          const visits = [{ day: FIRST_DAY, visitor: 'a', hits }];
          const part = partOf(visits, FIRST_DAY, 1);
          const counts = countFunnel(part, select(part, { always: true }, Uint8Array.of(1)), funnel);
          assert.deepEqual(plainly(counts), naiveFunnel(visits, funnel));
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 3_000) },
    );
  });
});
