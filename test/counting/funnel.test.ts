import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Funnel, FunnelCounts } from '../../src/counting/funnel.ts';
import { answerPart, mergeAnswers } from '../../src/counting/questions.ts';
import { arbitraryFunnel, isIn, naiveFunnel, plainly } from '../support/naive-funnel.ts';
import {
  arbitraryDays,
  arbitrarySet,
  DAYS,
  FIRST_DAY,
  type NaiveVisit,
  partOf,
  partsOf,
} from '../support/naive-visits.ts';

const START = FIRST_DAY * 86_400;

function countOneDay(visits: readonly NaiveVisit[], asked: Funnel): FunnelCounts {
  const portion = { part: partOf(visits, FIRST_DAY, 1), isWanted: Uint8Array.of(1) };
  return answerPart(portion, { always: true }, { name: 'funnel', asked });
}

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
          const question = { name: 'funnel', asked: funnel } as const;
          const counts = partsOf(days, meetAt).map(part => {
            const from = part.firstDay - FIRST_DAY;
            const portion = { part, isWanted: isWanted.slice(from, from + part.days) };
            return structuredClone(answerPart(portion, filter, structuredClone(question)));
          });
          const visits = days
            .filter((_, day) => isWanted[day] === 1)
            .flat()
            .filter(({ hits }) => !pages || hits.some(({ event, page }) => event === 0 && isIn(page, pages)));
          assert.deepEqual(plainly(mergeAnswers(counts, question)), naiveFunnel(visits, funnel));
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 500) },
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
          assert.deepEqual(plainly(countOneDay(visits, funnel)), naiveFunnel(visits, funnel));
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 1_000) },
    );
  });

  it('takes visits with thousands of hits and pages past 65,536', () => {
    const visits = Array.from({ length: 20 }, (_, visit) => ({
      day: FIRST_DAY,
      visitor: String(visit % 4).padStart(4),
      hits: Array.from({ length: 4_000 }, (_, at) => ({
        second: START + at,
        page: 1 + visit * 4_000 + at,
        event: at === 3_990 ? 9 : 0,
        unit: 0,
        amount: '',
      })),
    })).sort((a, b) => (a.visitor < b.visitor ? -1 : 1));
    for (const unit of ['VISIT', 'VISITOR'] as const) {
      const steps = [
        { hit: 'page', ids: [2, 4_002, 70_002] },
        { hit: 'page', ids: [5], allOthersUpTo: 80_000 },
        { hit: 'event', ids: [9] },
      ] as const;
      const funnel = { steps, order: 'IN_ORDER', unit, within: null } as const;
      assert.deepEqual(plainly(countOneDay(visits, funnel)), naiveFunnel(visits, funnel));
    }
  });
});
