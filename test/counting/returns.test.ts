import assert from 'node:assert/strict';
import fc from 'fast-check';
import { it } from 'vitest';
import { answerPart, mergeAnswers } from '../../src/counting/questions.ts';
import { countEach, isIn } from '../support/naive-funnel.ts';
import { naiveReturns } from '../support/naive-returns.ts';
import { arbitraryDays, arbitrarySet, DAYS, FIRST_DAY, partsOf } from '../support/naive-visits.ts';

it('Returns equal a naive recount over several parts, filtered and not', () => {
  fc.assert(
    fc.property(
      arbitraryDays,
      fc.integer({ min: 0, max: DAYS - 1 }),
      fc.option(arbitrarySet(1, 5)),
      fc.uint8Array({ minLength: DAYS, maxLength: DAYS, max: 1 }),
      (days, meetAt, pages, isWanted) => {
        const filter = pages ? ({ hit: 'page', ...pages } as const) : ({ always: true } as const);
        const question = { name: 'returns', asked: null } as const;
        const counts = partsOf(days, meetAt).map(part => {
          const from = part.firstDay - FIRST_DAY;
          return answerPart({ part, isWanted: isWanted.slice(from, from + part.days) }, filter, question);
        });
        const visits = days
          .filter((_, day) => isWanted[day] === 1)
          .flat()
          .filter(({ hits }) => !pages || hits.some(({ event, page }) => event === 0 && isIn(page, pages)));
        const merged = mergeAnswers(counts, question);
        const naive = naiveReturns(visits);
        const textsOf = ({ numbers, times }: (typeof merged)['visits']) =>
          Array.from(numbers, (number, at) => `${number} ${times[at]}`);
        assert.deepEqual(textsOf(merged.visits), countEach(naive.visits));
        assert.deepEqual(textsOf(merged.pauses), countEach(naive.pauses));
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 300), endOnFailure: true },
  );
});
