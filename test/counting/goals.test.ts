import assert from 'node:assert/strict';
import fc from 'fast-check';
import { it } from 'vitest';
import type { HitFilter, IdFilter } from '../../src/counting/id-filter.ts';
import { answerPart, mergeAnswers } from '../../src/counting/questions.ts';
import { isIn } from '../support/naive-funnel.ts';
import { arbitraryDays, arbitrarySet, DAYS, FIRST_DAY, type NaiveVisit, partsOf } from '../support/naive-visits.ts';

const arbitraryHits: fc.Arbitrary<HitFilter> = fc.oneof(
  arbitrarySet(1, 5).map(pages => ({ hit: 'page' as const, ...pages })),
  arbitrarySet(11, 13).map(events => ({ hit: 'event' as const, ...events })),
);
// No hit of these visits has a property, so each meets a condition that it has none, and no other.
const arbitraryGoal: fc.Arbitrary<IdFilter> = fc.oneof(
  { weight: 8, arbitrary: arbitraryHits },
  { weight: 1, arbitrary: arbitraryHits.map(not => ({ not })) },
  { weight: 1, arbitrary: arbitraryHits.map(one => ({ ...one, conditions: [{ key: 7, ids: [0], isDenied: false }] })) },
);

it('Goals of any number equal a naive recount over several parts, filtered and not', () => {
  fc.assert(
    fc.property(
      arbitraryDays,
      fc.array(arbitraryGoal, { maxLength: 24 }),
      fc.integer({ min: 0, max: DAYS - 1 }),
      fc.option(arbitrarySet(1, 5)),
      fc.uint8Array({ minLength: DAYS, maxLength: DAYS, max: 1 }),
      (days, goals, meetAt, pages, isWanted) => {
        const filter = pages ? ({ hit: 'page', ...pages } as const) : ({ always: true } as const);
        const question = { name: 'goals', asked: goals } as const;
        const counts = partsOf(days, meetAt).map(part => {
          const from = part.firstDay - FIRST_DAY;
          return answerPart({ part, isWanted: isWanted.slice(from, from + part.days) }, filter, question);
        });
        const visits = days
          .filter((_, day) => isWanted[day] === 1)
          .flat()
          .filter(visit => matches(visit, filter));
        assert.deepEqual(mergeAnswers(counts, question), {
          visits: visits.length,
          of: goals.map(goal => visits.filter(visit => matches(visit, goal)).length),
        });
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 500) },
  );
});

function matches(visit: NaiveVisit, filter: IdFilter): boolean {
  if ('not' in filter) return !matches(visit, filter.not);
  if (!('hit' in filter)) return true;
  return visit.hits.some(({ page, event }) =>
    filter.hit === 'page' ? event === 0 && isIn(page, filter) : event !== 0 && isIn(event, filter),
  );
}
