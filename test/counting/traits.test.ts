import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { COLUMNS } from '../../src/counting/columns.ts';
import { answerPart, mergeAnswers } from '../../src/counting/questions.ts';
import { PartBuilder } from '../../src/db/columns/part-builder.ts';
import { isIn } from '../support/naive-funnel.ts';
import { arbitrarySet, FIRST_DAY } from '../support/naive-visits.ts';

/** A visit with value ids, the visitor among those of its day, and its events. */
interface Visit {
  readonly day: number;
  readonly visitor: number;
  readonly country: number;
  readonly browser: number;
  readonly pageviews: number;
  readonly events: readonly number[];
}

const DAYS = 5;
const arbitraryVisits = fc
  .array(
    fc.record({
      day: fc.nat({ max: DAYS - 1 }),
      visitor: fc.nat({ max: 3 }),
      country: fc.integer({ min: 1, max: 4 }),
      browser: fc.integer({ min: 11, max: 13 }),
      pageviews: fc.integer({ min: 1, max: 70_000 }),
      events: fc.array(fc.integer({ min: 21, max: 23 }), { maxLength: 4 }),
    }),
    { maxLength: 40 },
  )
  .map(visits => visits.sort((a, b) => a.day - b.day || a.visitor - b.visitor));

function partOf(visits: readonly Visit[], firstDay: number, days: number) {
  const builder = new PartBuilder(FIRST_DAY + firstDay, days);
  const add = (kind: 'visit' | 'event', numbers: Readonly<Record<string, number>>) =>
    builder.add(
      kind,
      [...COLUMNS[kind].plain, ...COLUMNS[kind].ids].map(name => numbers[name] ?? 0),
    );
  visits.forEach(({ day, visitor, country, browser, pageviews, events }, at) => {
    const before = visits[at - 1];
    const first = before?.day === day && before.visitor === visitor ? 0 : 1;
    const counts = { pageviews, events: events.length, triggers: events.length };
    add('visit', { day: day - firstDay, first, country, browser, ...counts });
    for (const event of events) add('event', { event });
  });
  return builder.build();
}

describe('Sums by traits', () => {
  it('equal a naive recount over two parts, filtered and not, for every metric', () => {
    fc.assert(
      fc.property(
        arbitraryVisits,
        fc.integer({ min: 1, max: DAYS - 1 }),
        fc.constantFrom('visits', 'visitors', 'pageviews', 'events'),
        fc.tuple(arbitrarySet(1, 4), arbitrarySet(11, 13), arbitrarySet(21, 23)),
        fc.option(arbitrarySet(1, 4)),
        fc.integer({ min: 1, max: DAYS }),
        (visits, meetAt, metric, [countries, browsers, events], filtered, blocks) => {
          const traits = [
            { kind: 'visit', column: 'country', ...countries },
            { kind: 'visit', column: 'browser', ...browsers },
            { kind: 'event', column: 'event', ...events },
          ] as const;
          const asked = { metric, traits, range: { from: FIRST_DAY, to: FIRST_DAY + DAYS - 1 }, blocks } as const;
          const question = { name: 'traits', asked } as const;
          const filter = filtered ? { column: 'country', ...filtered } : ({ always: true } as const);
          const answers = [
            partOf(
              visits.filter(({ day }) => day < meetAt),
              0,
              meetAt,
            ),
            partOf(
              visits.filter(({ day }) => day >= meetAt),
              meetAt,
              DAYS - meetAt,
            ),
          ].map(part => {
            const isWanted = new Uint8Array(part.days).fill(1);
            return structuredClone(answerPart({ part, isWanted }, filter, question));
          });
          const found = mergeAnswers(answers, question);
          const sums = new Map<string, number>();
          found.sums.forEach((sum, at) => {
            const key = `${found.blocks[at]} ${found.masks[at]}`;
            sums.set(key, (sums.get(key) ?? 0) + sum);
          });
          const expected = new Map<string, number>();
          const seen = new Set<string>();
          for (const visit of visits) {
            if (filtered && !isIn(visit.country, filtered)) continue;
            const has = [
              isIn(visit.country, countries),
              isIn(visit.browser, browsers),
              visit.events.some(event => isIn(event, events)),
            ];
            const mask = has.reduce((bits, one, bit) => bits + (one ? 2 ** bit : 0), 0);
            const visitor = `${visit.day} ${visit.visitor}`;
            const added = {
              visits: 1,
              visitors: seen.has(visitor) ? 0 : 1,
              pageviews: visit.pageviews,
              events: visit.events.length,
            };
            seen.add(visitor);
            const key = `${Math.floor((visit.day * blocks) / DAYS)} ${mask}`;
            expected.set(key, (expected.get(key) ?? 0) + added[metric]);
          }
          assert.deepEqual(new Map([...sums].sort()), new Map([...expected].sort()));
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 300), endOnFailure: true },
    );
  });

  it('are kept apart for thousands of different visits', () => {
    const builder = new PartBuilder(FIRST_DAY, 1);
    const random = Array.from({ length: 20_000 }, (_, at) => Math.imul(at, 2_654_435_761) >>> 5);
    for (const number of random) {
      const numbers: Record<string, number> = {
        first: 1,
        country: 1 + (number % 8),
        browser: 11 + ((number >>> 3) % 8),
        os: 21 + ((number >>> 6) % 8),
        language: 31 + ((number >>> 9) % 8),
      };
      builder.add(
        'visit',
        [...COLUMNS.visit.plain, ...COLUMNS.visit.ids].map(name => numbers[name] ?? 0),
      );
    }
    const columns = [
      ['country', 1],
      ['browser', 11],
      ['os', 21],
      ['language', 31],
    ] as const;
    const traits = columns.flatMap(([column, id]) =>
      Array.from({ length: 7 }, (_, at) => ({ kind: 'visit' as const, column, ids: [id + at] })),
    );
    const asked = { metric: 'visits', traits, range: { from: FIRST_DAY, to: FIRST_DAY }, blocks: 1 } as const;
    const found = answerPart(
      { part: builder.build(), isWanted: Uint8Array.of(1) },
      { always: true },
      { name: 'traits', asked },
    );
    assert.equal(new Set(found.masks).size, found.masks.length);
    assert.equal(found.masks.length, new Set(random.map(number => number % 4_096)).size);
    assert.equal(
      found.sums.reduce((a, b) => a + b, 0),
      random.length,
    );
  });
});
