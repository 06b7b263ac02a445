import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { packColumns } from '../../src/db/columns/pack.ts';
import { openColumnStore } from '../../src/db/columns/store.ts';
import type { Database } from '../../src/db/open.ts';
import { type BeforeAfter, beyondRest, EXPLAINED_METRICS, type ExplainedMetric } from '../../src/domain/explain.ts';
import type { Filter } from '../../src/domain/filter.ts';
import type { DayRange } from '../../src/domain/range.ts';
import { localDay } from '../../src/domain/time-zone.ts';
import { packWebsite } from '../../src/fold/pack.ts';
import type { Explained } from '../../src/stats/explain.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll } from '../support/hits.ts';
import type { RecountedVisit } from '../support/metric-rows.ts';
import { visitsOfFolds } from '../support/naive-folds.ts';
import { arbitraryChanges, changedDays } from '../support/random-change.ts';
import { matches, recount } from '../support/recount.ts';

const RUNS = Number(process.env.RUNS ?? 2);
const DAYS = 14;
/** The last days, in which something has changed. */
const CHANGED = 8;
const SCENES = [
  { timezone: 'Europe/Berlin', start: Date.parse('2026-03-21T23:00:00Z') },
  { timezone: 'Asia/Kathmandu', start: Date.parse('2026-05-20T18:15:00Z') },
] as const;
const FILTERS: readonly Filter[] = [
  { name: 'country', operator: 'IS_NOT', values: ['DE:Germany'] },
  { name: 'page', operator: 'IS', values: ['/pricing', '/docs/a'] },
  {
    or: [
      { name: 'event', operator: 'IS', values: ['Signup'] },
      { name: 'referrer', operator: 'CONTAINS', values: ['o'] },
    ],
  },
];

/** One with several causes, which have visits in common. */
const EXAMPLE = {
  place: SCENES[0],
  changes: [
    { of: [{ name: 'browser' as const, place: 0 }], times: 3 },
    { of: [{ name: 'country' as const, place: 1 }], times: 0.3 },
    { of: [{ name: 'page' as const, place: 6 }], times: 3 },
  ],
  seed: 1,
  filter: FILTERS[0] as Filter,
  compare: 'PREVIOUS_WEEKDAYS' as const,
};

eachDatabase('The explanation of a random change', open => {
  let place: Place;
  let database: Database;
  let website = 0;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place, RUNS);
  });
  afterAll(() => database.close());

  it('equals a naive recount of the visits of each cause and of the rest, from rows and from packed days', {
    timeout: 300_000,
  }, async () => {
    const scene = fc.record({
      place: fc.constantFrom(...SCENES),
      changes: arbitraryChanges,
      seed: fc.nat(),
      filter: fc.constantFrom(...FILTERS),
      compare: fc.constantFrom('PREVIOUS_PERIOD' as const, 'PREVIOUS_WEEKDAYS' as const),
    });
    let causes = 0;
    await fc.assert(
      fc.asyncProperty(scene, async ({ place: { timezone, start }, changes, seed, filter, compare }) => {
        website++;
        const days = { start, timezone, days: DAYS, changed: CHANGED, visits: 50, changes, seed };
        const folds = changedDays(days).map(hits => hits.map(hit => ({ ...hit, website })));
        await foldAll(database, place, folds);
        const visits = visitsOfFolds(folds);
        const { day } = localDay(start, timezone);
        const range = { website, timezone, from: day + CHANGED, to: day + DAYS - 1, compare };
        for (const state of ['rows', 'packed']) {
          if (state === 'packed') {
            await packWebsite(database, website);
            const store = await openColumnStore(database, place.dataDir);
            await packColumns({ dialect: database.dialect, store });
          }
          const loader = createStatsLoader(openReading(database, { dataDir: place.dataDir }));
          for (const asked of [null, filter]) {
            const countsIn = ({ from, to }: DayRange) =>
              recount(folds.flat(), asked, from, to, visits).counts({ visit: () => true, hit: () => true });
            const query = { ...range, filter: asked, now: start + (DAYS + 2) * 86_400_000, registeredAt: 0 };
            const all = await Promise.all(EXPLAINED_METRICS.map(metric => loader.explain({ ...query, metric })));
            const { figures } = await loader.summary({ ...range, filter: asked });
            const [{ from, to, earlier }] = all as [Explained, ...Explained[]];
            assert.deepEqual([from, to], [range.from, range.to]);
            const [before, after] = [countsIn(earlier), countsIn({ from, to })];
            for (const [at, metric] of EXPLAINED_METRICS.entries()) {
              const found = all[at] as Explained;
              const told = `${metric}, ${state}, ${JSON.stringify(asked)}`;
              assert.deepEqual([found.before, found.after], [before[metric], after[metric]], told);
              assert.deepEqual([found.before, found.after], [figures[metric].previous, figures[metric].value], told);
              const matching = visits.filter(visit => asked === null || matches(asked, visit));
              const parts = partsOf(found, metric, matching);
              assert.deepEqual(
                found.causes.map(cause => ({ before: cause.before, after: cause.after })),
                parts,
                told,
              );
              const rest = {
                before: parts.reduce((left, part) => left - part.before, found.before),
                after: parts.reduce((left, part) => left - part.after, found.after),
              };
              assert.deepEqual(found.rest, rest, told);
              for (const cause of found.causes)
                assert.equal(cause.beyond, Math.round(beyondRest(cause, rest) * 100) / 100, told);
              causes += parts.length;
            }
          }
        }
      }),
      { numRuns: RUNS, endOnFailure: true, examples: [[EXAMPLE]] },
    );
    assert.ok(causes > 0);
  });
});

/** Returns the counts of each cause: a visit belongs to the first whose conditions it all has. */
function partsOf(
  { causes, from, to, earlier }: Explained,
  metric: ExplainedMetric,
  visits: readonly RecountedVisit[],
): BeforeAfter[] {
  const visitors = new Set<string>();
  const parts = causes.map(() => ({ before: 0, after: 0 }));
  for (const visit of visits) {
    const { day, visitor, hits } = visit;
    const isFirst = !visitors.has(`${day} ${visitor}`);
    visitors.add(`${day} ${visitor}`);
    const cause = causes.findIndex(({ conditions }) =>
      conditions.every(({ name, operator, value }) => matches({ name, operator, values: [value] }, visit)),
    );
    const part = parts[cause];
    const of = (kind: string) => hits.filter(hit => hit.kind === kind).length;
    const count = { visits: 1, visitors: isFirst ? 1 : 0, pageviews: of('pageview'), events: of('event') }[metric];
    if (part && day >= from && day <= to) part.after += count;
    if (part && day >= earlier.from && day <= earlier.to) part.before += count;
  }
  return parts;
}
