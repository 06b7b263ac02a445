import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, it } from 'vitest';
import { packColumns } from '../../src/db/columns/pack.ts';
import { openColumnStore } from '../../src/db/columns/store.ts';
import type { Database } from '../../src/db/open.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { packWebsite } from '../../src/fold/pack.ts';
import { rebuild, verify } from '../../src/fold/verify.ts';
import { createStatsLoader, openReading, type Reading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { type AttendedVisit, visitsOfFolds } from '../support/naive-folds.ts';
import { attentionOfPage, averageOf } from '../support/naive-pages.ts';
import { arbitraryHits } from '../support/random-hits.ts';
import { matches } from '../support/recount.ts';

const RUNS = Number(process.env.RUNS ?? 6);
const START = Date.parse('2026-02-27T00:00:00Z');
const FROM = START / 86_400_000;
const DAYS = 3;
const FILTERS: readonly (Filter | null)[] = [
  null,
  { name: 'page', operator: 'IS', values: ['/a'] },
  { name: 'country', operator: 'IS_NOT', values: ['DE:Germany'] },
];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

eachDatabase('Attention', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  async function fresh() {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    return { place, database };
  }

  it('equals a recount for late hits, hits out of order and pages seen twice, before and after packing', {
    timeout: 300_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryHits(START, 'UTC', DAYS), { minLength: 1, maxLength: 4 }), async folds => {
        const { place, database } = await fresh();
        // Hits that are not of the last day come late once the last day has hits.
        await foldAll(database, place, folds);
        const visits = visitsOfFolds(folds);
        const read = () => answersOf(openReading(database, { dataDir: place.dataDir }));
        const expected = FILTERS.map(filter => naiveAnswer(visits.filter(visit => !filter || matches(filter, visit))));
        assert.deepEqual(await read(), expected);

        await packWebsite(database, 1);
        const store = await openColumnStore(database, place.dataDir);
        await packColumns({ dialect: database.dialect, store });
        assert.deepEqual(await read(), expected, 'packed');
        assert.deepEqual((await verify(database, 1)).differences, []);

        await rebuild(database, 1);
        assert.deepEqual(await read(), expected, 'rebuilt');
        await database.close();
        opened.pop();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it('belongs to the page in its visit, whichever pageview came last, and its depth is the greatest', async () => {
    const { place, database } = await fresh();
    const at = (minutes: number, page: string) => ({ time: START + minutes * MINUTE, values: { page } });
    const engagement = (minutes: number, page: string, seconds: number, depth: number | null) =>
      hitOf({ ...at(minutes, page), kind: 'engagement', seconds, depth });
    await foldAll(database, place, [
      [hitOf(at(0, '/a')), engagement(1, '/a', 20, 60)],
      [hitOf(at(2, '/b')), hitOf(at(3, '/a'))],
      [engagement(4, '/a', 30, 40), engagement(4, '/b', 5, null), engagement(4, '/elsewhere', 7, 90)],
      // From a tracker that reports no page, as in the spool of an earlier release.
      [hitOf({ time: START + 5 * MINUTE, kind: 'engagement', seconds: 3, values: { page: '' } })],
    ]);
    const [all] = await answersOf(openReading(database));
    assert.deepEqual(all?.pages, { '/a': [50, 60], '/b': [5, null] });
    assert.equal(all?.timeOnPage, 55 / 2);
    const rows = await database.dialect.all('SELECT engaged, depth FROM hit ORDER BY id');
    assert.deepEqual(
      rows.map(row => ({ ...row })),
      [
        { engaged: 50, depth: 60 },
        { engaged: 5, depth: null },
        { engaged: null, depth: null },
      ],
    );
    assert.deepEqual(
      (await database.dialect.all('SELECT engaged FROM visit')).map(row => ({ ...row })),
      [{ engaged: 65 }],
    );
    assert.deepEqual((await verify(database, 1)).differences, []);
  });

  it('is left out for a page that is opened only later, wherever a fold ends', async () => {
    const at = (minutes: number, page: string) => ({ time: START + minutes * MINUTE, values: { page } });
    const hits = [
      hitOf(at(0, '/a')),
      hitOf({ ...at(1, '/b'), kind: 'engagement', seconds: 30, depth: 50 }),
      hitOf(at(2, '/b')),
      hitOf({ ...at(3, '/b'), kind: 'engagement', seconds: 4, depth: 10 }),
      hitOf(at(4, '/b')),
    ];
    for (const folds of [[hits], hits.map(hit => [hit])]) {
      const { place, database } = await fresh();
      await foldAll(database, place, folds);
      const [all] = await answersOf(openReading(database));
      assert.deepEqual(all?.pages, { '/b': [4, 10] });
      assert.equal(all?.timeOnPage, 4);
      const rows = await database.dialect.all<{ engaged: number | null }>('SELECT engaged FROM hit ORDER BY id');
      assert.deepEqual(
        rows.map(({ engaged }) => engaged),
        [null, 4, null],
      );
      assert.deepEqual((await verify(database, 1)).differences, []);
    }
  });

  it('cannot last longer than the visit and a minute, or a day', async () => {
    const { place, database } = await fresh();
    const engagement = (minutes: number, seconds: number) =>
      hitOf({ time: START + minutes * MINUTE, kind: 'engagement', seconds });
    await foldAll(database, place, [
      [hitOf({ time: START }), engagement(1, 500)],
      [engagement(2, 500)],
      [engagement(2, 500), engagement(3, 10)],
    ]);
    const [all] = await answersOf(openReading(database));
    assert.deepEqual(all?.pages, { '/': [190, null] });
  });

  it('does not lengthen a visit twice: an earlier pageview that comes late adds only what it did not cover', async () => {
    const { place, database } = await fresh();
    const at = (seconds: number) => ({ time: START + HOUR + seconds * 1_000 });
    const durations = [];
    for (const more of [
      hitOf(at(0)),
      hitOf({ ...at(40), kind: 'engagement', seconds: 70 }),
      hitOf(at(-50)),
      hitOf(at(-130)),
    ]) {
      await foldAll(database, place, [[more]]);
      const [visit] = await database.dialect.all<{ seconds: number }>('SELECT seconds FROM visit');
      durations.push(visit?.seconds);
    }
    assert.deepEqual(durations, [0, 70, 70, 130]);
    assert.deepEqual((await verify(database, 1)).differences, []);
  });

  it('is not lost between two folds of the same page, whose text is beyond the limit of new values', async () => {
    const { place, database } = await fresh();
    const at = (minutes: number, page: string) => ({ time: START + minutes * MINUTE, values: { page } });
    const engagement = (minutes: number, page: string) =>
      hitOf({ ...at(minutes, page), kind: 'engagement', seconds: 10 });
    await foldAll(
      database,
      place,
      [[hitOf(at(0, '/')), hitOf(at(1, '/new'))], [engagement(2, '/new')], [engagement(3, '/never')]],
      { maxNewValues: 1 },
    );
    const [all] = await answersOf(openReading(database));
    assert.deepEqual(all?.pages, { '(other)': [20, null] });
    assert.deepEqual((await verify(database, 1)).differences, []);
  });
});

async function answersOf(reading: Reading) {
  const range = { website: 1, from: FROM, to: FROM + DAYS - 1 };
  return Promise.all(
    FILTERS.map(async filter => {
      const loader = createStatsLoader(reading);
      const period = { ...range, timezone: 'UTC', filter, compare: null, attention: true };
      const [pages, summary, series] = await Promise.all([
        loader.load({ ...LIST, ...range, name: 'page', filter }),
        loader.summary(period),
        loader.timeseries({ ...period, interval: 'HOUR', now: START + DAYS * 86_400_000 }),
      ]);
      return {
        pages: Object.fromEntries(
          pages.rows
            .filter(({ timeOnPage, scrollDepth }) => timeOnPage !== null || scrollDepth !== null)
            .map(({ value, timeOnPage, scrollDepth }) => [value, [timeOnPage, scrollDepth]]),
        ),
        timeOnPage: summary.timeOnPage,
        hours: series.points.map(({ sums }) => [sums.engagedSeconds, sums.engagedPages]),
      };
    }),
  );
}

const LIST = { search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 100, page: 1, sums: true } as const;

function naiveAnswer(visits: readonly AttendedVisit[]) {
  const pages: Record<string, (number | null)[]> = {};
  for (const page of new Set(visits.flatMap(visit => [...visit.pages.keys()]))) {
    const { timeOnPage, scrollDepth } = attentionOfPage(visits, page);
    pages[page] = [timeOnPage, scrollDepth];
  }
  const secondsOf = (some: readonly AttendedVisit[]) =>
    some.flatMap(visit => [...visit.pages.values()].map(({ seconds }) => seconds).filter(seconds => seconds !== null));
  const hours = Array.from({ length: DAYS * 24 }, (_, at) => {
    const seconds = secondsOf(visits.filter(({ day, hour }) => day === FROM + Math.floor(at / 24) && hour === at % 24));
    return [seconds.reduce((sum, one) => sum + one, 0), seconds.length];
  });
  return { pages, timeOnPage: averageOf(secondsOf(visits)), hours };
}
