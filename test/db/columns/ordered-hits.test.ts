import assert from 'node:assert/strict';
import fc from 'fast-check';
import { it } from 'vitest';
import type { Part } from '../../../src/counting/columns.ts';
import { answerPart, mergeAnswers } from '../../../src/counting/questions.ts';
import { PartBuilder } from '../../../src/db/columns/part-builder.ts';
import { addRows } from '../../../src/db/columns/read-rows.ts';
import type { Database } from '../../../src/db/open.ts';
import { eachDatabase } from '../../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../../support/hits.ts';
import { arbitraryFunnel, naiveFunnel, plainly } from '../../support/naive-funnel.ts';
import { arbitraryJourneys, countJourneys, naiveJourneys } from '../../support/naive-journeys.ts';
import { arbitrarySet, type NaiveHit, type NaiveVisit } from '../../support/naive-visits.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-01-29T00:00:00Z');
const FIRST_DAY = START / DAY;
const DAYS = 2;
const EVERYTHING = { always: true } as const;

/** Hits at few times, of which some differ by less than a second, so that visits have many, in any order of arrival. */
const arbitraryHit = fc
  .record({
    day: fc.constantFrom(0, 0, 0, 1),
    begin: fc.constantFrom(0, 0, 0, 1_000_000, 10_000_000),
    wait: fc.constantFrom(0, 0, 400, 999, 1_000, 1_600, 60_000, 600_000),
    visitor: fc.constantFrom('', '00000000000000aa', '70000000000000bb'),
    kind: fc.constantFrom('pageview' as const, 'pageview' as const, 'event' as const),
    page: fc.constantFrom('/', '/a', '/b'),
    event: fc.constantFrom('Go', 'Pay'),
    // Another referrer begins another visit.
    referrer: fc.constantFrom('', '', '', '', '', 'x.example'),
    amount: fc.constantFrom(null, '1.5', '-0.25'),
  })
  .map(({ day, begin, wait, visitor, kind, page, event, referrer, amount }) =>
    hitOf({
      time: START + day * DAY + begin + wait,
      visitor,
      kind,
      values: { page, referrer, ...(kind === 'event' ? { event } : {}) },
      ...(kind === 'event' ? { amount, unit: amount ? 'EUR' : '' } : {}),
    }),
  );

eachDatabase('Hits in order', open => {
  /** Reads the days in parts, each from one of `starts` until the next. */
  async function readParts({ dialect }: Database, starts: readonly number[]): Promise<Part[]> {
    const parts: Part[] = [];
    for (const [at, start] of starts.entries()) {
      const days = (starts[at + 1] ?? DAYS) - start;
      const builder = new PartBuilder(FIRST_DAY + start, days);
      const chunk = { from: FIRST_DAY + start, to: FIRST_DAY + start + days - 1 };
      await addRows(dialect, dialect, 1, chunk, { of: () => builder });
      parts.push(builder.build());
    }
    return parts;
  }

  it('give the funnels and journeys of their rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(arbitraryHit, { minLength: 10, maxLength: 40, size: 'max' }), { minLength: 1, maxLength: 3 }),
        fc.infiniteStream(arbitraryFunnel(arbitrarySet(1, 12), arbitrarySet(1, 12))),
        fc.infiniteStream(arbitraryJourneys(arbitrarySet(1, 12), arbitrarySet(1, 12))),
        async (lists, funnels, journeys) => {
          const place = await open();
          const database = await databaseWithWebsites(place);
          await foldAll(database, place, lists);
          const visits = await readVisits(database);
          for (const starts of [[0], [0, 1]]) {
            const parts = await readParts(database, starts);
            const portions = parts.map(part => ({ part, isWanted: new Uint8Array(part.days).fill(1) }));
            for (let question = 0; question < 20; question++) {
              const funnel = { name: 'funnel', asked: funnels.next().value } as const;
              const counts = portions.map(portion => answerPart(portion, EVERYTHING, funnel));
              assert.deepEqual(plainly(mergeAnswers(counts, funnel)), naiveFunnel(visits, funnel.asked));
              const asked = journeys.next().value;
              assert.deepEqual(countJourneys(portions, EVERYTHING, asked, 2), naiveJourneys(visits, asked, 2));
            }
          }
          await database.close();
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 10), endOnFailure: true },
    );
  });
});

/** Reads every visit with its hits, by a plain statement each. */
async function readVisits({ dialect }: Database): Promise<NaiveVisit[]> {
  const visits = await dialect.all<{ day: number; visitor: string; no: number }>(
    'SELECT day, HEX(visitor) AS visitor, no FROM visit ORDER BY day, visitor, no',
  );
  return Promise.all(
    visits.map(async ({ day, visitor, no }) => {
      const hits = await dialect.all<Omit<NaiveHit, 'second'> & { at: number }>(
        `SELECT at, page, COALESCE(event, 0) AS event, COALESCE(unit, 0) AS unit, COALESCE(amount, '') AS amount FROM hit WHERE day = ${day} AND HEX(visitor) = '${visitor}' AND visit_no = ${no} ORDER BY at, id`,
      );
      return { day, visitor, hits: hits.map(({ at, ...hit }) => ({ ...hit, second: Math.floor(at / 1000) })) };
    }),
  );
}
