import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { addAmounts } from '../../src/domain/amount.ts';
import { FILTER_OPERATORS, type Filter, type PropertyFilter, type PropertyRef } from '../../src/domain/filter.ts';
import type { PropertyCondition } from '../../src/domain/goal.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { checkInEveryState } from '../support/every-state.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { arbitraryFilter } from '../support/random-filters.ts';
import { arbitraryHits } from '../support/random-hits.ts';
import { fits, propertyOf, propertyTexts, recount, valuesOf } from '../support/recount.ts';

const DAY = 86_400_000;
/** Four days before the end of a month, so that a range has a whole month and days at its edges. */
const START = Date.parse('2026-03-28T00:00:00Z');
const FROM = START / DAY;
const DAYS = 4;

const KEYS = ['plan', 'n', 'author', 'missing'];
const EVENTS = [null, 'Go/', 'Go/a', 'none'];
const comparison = {
  operator: fc.constantFrom(...FILTER_OPERATORS),
  values: fc.uniqueArray(fc.constantFrom('pro', 'Pro', '7', 'x', 'o'), { minLength: 1, maxLength: 2 }),
};
const property = fc.record({ key: fc.constantFrom(...KEYS), event: fc.constantFrom(...EVENTS) });
const arbitraryCondition: fc.Arbitrary<PropertyCondition> = fc.oneof(
  fc.record({ key: fc.constantFrom(...KEYS), ...comparison }),
  fc.record({
    key: fc.constantFrom(...KEYS),
    operator: fc.constantFrom('IS', 'IS_NOT'),
    values: fc.constant(['', 'pro']),
  }),
);
const arbitraryPropertyFilter: fc.Arbitrary<PropertyFilter> = fc
  .tuple(property, arbitraryCondition)
  .map(([ref, { operator, values }]) => ({ property: ref, operator, values }));
const arbitraryQuestion = fc.record({
  filter: fc.oneof(
    fc.constant(null),
    arbitraryPropertyFilter,
    fc.record({ and: fc.tuple(arbitraryFilter, arbitraryPropertyFilter) }),
    fc.record({ not: arbitraryPropertyFilter }),
  ) as fc.Arbitrary<Filter | null>,
  conditions: fc.array(arbitraryCondition, { maxLength: 3 }),
  first: fc.integer({ min: -1, max: DAYS - 1 }),
  days: fc.integer({ min: 1, max: 40 }),
});

type Question = typeof arbitraryQuestion extends fc.Arbitrary<infer One> ? One : never;

eachDatabase('Properties of random hits', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  it('are counted as a naive recount counts them, packed and rebuilt, with any filter', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryHits(START, 'UTC', DAYS),
        fc.array(arbitraryQuestion, { minLength: 3, maxLength: 3 }),
        async (random, questions) => {
          const place = await open();
          const database = await databaseWithWebsites(place);
          opened.push(database);
          const hits = [...random, hitOf({ time: START + 60 * DAY })];
          await foldAll(database, place, [hits]);
          await checkInEveryState(database, place.dataDir, async () => {
            for (const question of questions) await compare(database, place.dataDir, hits, question);
          });
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 2), endOnFailure: true },
    );
  });

  async function compare(
    database: Database,
    dataDir: string,
    all: readonly Hit[],
    { filter, conditions, first, days }: Question,
  ): Promise<void> {
    const loader = createStatsLoader(openReading(database, { dataDir }));
    const range = { from: FROM + first, to: FROM + first + days - 1 };
    const { visits } = recount(all, filter, range.from, range.to);
    const hits = filter
      ? visits.flatMap(visit => visit.hits)
      : all.filter(({ day }) => day >= range.from && day <= range.to);
    const said = JSON.stringify({ filter, conditions, range });
    for (const event of EVENTS) {
      for (const key of KEYS) {
        const page = await loader.load({ ...LIST, ...range, filter, property: { key, event }, amounts: true });
        const found = page.rows.map(({ value, label, count }) => [value, label, count] as const);
        if (event !== null)
          assert.deepEqual(
            page.rows.flatMap(({ value, amounts }) => amounts.map(({ unit, sum }) => `${value} ${unit} ${sum}`)).sort(),
            amountsOf(
              visits.flatMap(visit => visit.hits).filter(hit => valuesOf(hit).event === event),
              key,
            ),
            `${event} ${key} ${said}`,
          );
        assert.deepEqual(found.sort(), rowsOf(hits, { key, event }), `${event} ${key} ${said}`);
      }
      const keys = await loader.properties({ website: 1, ...range, filter, event });
      const named = KEYS.map(key => {
        const texts = propertyTexts(hits, { key, event }).filter(text => text !== '');
        return { key, events: texts.length, values: new Set(texts).size };
      }).filter(({ events }) => events > 0);
      assert.deepEqual(keys.map(plain).sort(), named.map(plain).sort(), `${event} ${said}`);
    }
    for (const name of ['country', 'source', 'landing_page'] as const) {
      const page = await loader.load({ ...LIST, ...range, name, filter, amounts: true });
      const found = page.rows.flatMap(row => row.amounts.map(({ unit, sum }) => `${row.value} ${unit} ${sum}`));
      const sums = new Map<string, string>();
      for (const { hits: ofVisit, values } of visits)
        for (const { amount, unit } of ofVisit) {
          const of = `${values[name]} ${unit}`;
          if (amount !== null) sums.set(of, addAmounts(sums.get(of) ?? '0', amount));
        }
      assert.deepEqual(found.sort(), [...sums].map(([of, sum]) => `${of} ${sum}`).sort(), `${name} ${said}`);
    }
    const goals = GOALS.map((goal, at) => ({ ...goal, id: String(at), name: 'x', conditions }));
    const period = { website: 1, timezone: 'UTC', ...range, filter, compare: null };
    const reached = await loader.goals({ ...period, goals });
    goals.forEach(({ kind, pattern }, at) => {
      const fit = (hit: Hit) =>
        (kind === 'PAGE'
          ? hit.kind === 'pageview' && (pattern === '*' || valuesOf(hit).page === pattern)
          : hit.kind === 'event' && valuesOf(hit).event === pattern) && conditions.every(one => meets(hit, one));
      const counted = recount(all, filter, range.from, range.to).visits.filter(visit => visit.hits.some(fit));
      assert.equal(reached[at]?.conversions, counted.length, `${pattern} ${said}`);
    });
  }
});

const LIST = {
  website: 1,
  name: 'property',
  search: null,
  sortBy: 'COUNT',
  sort: 'DESC',
  perPage: 100,
  page: 1,
} as const;
const GOALS = [
  { kind: 'PAGE', pattern: '*' },
  { kind: 'PAGE', pattern: '/a' },
  { kind: 'EVENT', pattern: 'Go/a' },
] as const;

function meets(hit: Hit, { key, operator, values }: PropertyCondition): boolean {
  const affirmed = fits({ operator, values }, propertyOf(hit, key));
  return operator === 'IS_NOT' || operator === 'DOES_NOT_CONTAIN' ? !affirmed : affirmed;
}

function rowsOf(hits: readonly Hit[], property: PropertyRef): [value: string, label: string, count: number][] {
  const rows = new Map<string, number>();
  for (const text of propertyTexts(hits, property)) rows.set(text, (rows.get(text) ?? 0) + 1);
  return [...rows].map(([value, count]): [string, string, number] => [value, value || '(none)', count]).sort();
}

function amountsOf(events: readonly Hit[], key: string): string[] {
  const sums = new Map<string, string>();
  for (const hit of events) {
    const of = `${propertyOf(hit, key)} ${hit.unit}`;
    if (hit.amount !== null) sums.set(of, addAmounts(sums.get(of) ?? '0', hit.amount));
  }
  return [...sums].map(([of, sum]) => `${of} ${sum}`).sort();
}

function plain({ key, events, values }: { key: string; events: number; values: number }): string {
  return `${key} ${events} ${values}`;
}
