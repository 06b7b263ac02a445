import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { removeOldHits } from '../../src/jobs/retention.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const START = Date.parse('2026-02-27T00:00:00Z');
const FIRST_DAY = START / 86_400_000;
const DAY = 86_400_000;

eachDatabase('Filtered statistics', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  it('leave out days past retention, even if late hits have created visits on them', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const now = START + 12 * 3_600_000;
    const hits = [START - 10 * DAY, START - 5 * DAY, START].flatMap((time, at) => [
      hitOf({ time, visitor: `00000000000000a${at}`, values: { page: '/a', browser: 'Chrome' } }),
      hitOf({
        time: time + 1,
        visitor: `00000000000000a${at}`,
        kind: 'event',
        values: { page: '/a', event: 'Purchase' },
        amount: '5',
        unit: 'EUR',
      }),
    ]);
    await foldAll(database, place, [hits], { retentionDays: 5, now: () => now });
    const loader = createStatsLoader(openReading(database));
    const filter: Filter = { name: 'browser', operator: 'CONTAINS', values: ['a', 'o'] };
    const query = { website: 1, timezone: 'UTC', from: FIRST_DAY - 20, to: FIRST_DAY, filter, compare: null } as const;
    const { figures } = await loader.summary(query);
    assert.deepEqual([figures.visits.value, figures.pageviews.value, figures.events.value], [2, 2, 2]);
    const list = { ...query, search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 10, page: 1 } as const;
    for (const name of ['page', 'landing_page', 'browser', 'event'] as const)
      assert.equal((await loader.load({ ...list, name })).sum, 2, name);
    const old = { ...list, to: FIRST_DAY - 6 };
    for (const name of ['page', 'landing_page'] as const)
      assert.deepEqual((await loader.load({ ...old, name })).rows, [], name);
    const pattern = (kind: 'PAGE' | 'EVENT', text: string) => ({
      id: '1',
      name: text,
      kind,
      pattern: text,
      conditions: [],
    });
    const goals = [pattern('PAGE', '/a'), pattern('EVENT', 'Purchase')];
    for (const asked of [query, { ...query, filter: null }])
      assert.deepEqual(
        (await loader.goals({ ...asked, goals })).map(({ conversions, visits, amounts }) => [
          conversions,
          visits,
          amounts,
        ]),
        [
          [2, 2, []],
          [2, 2, [{ unit: 'EUR', sum: '10' }]],
        ],
      );
    for (const [days, isCompared] of [
      [2, true],
      [6, false],
    ] as const) {
      const range = { from: FIRST_DAY - days + 1, compare: 'PREVIOUS_PERIOD' } as const;
      const { earlier } = await loader.summary({ ...query, ...range });
      const series = await loader.timeseries({ ...query, ...range, interval: 'DAY', now });
      const [page] = (await loader.load({ ...list, ...range, name: 'page' })).rows;
      assert.deepEqual(
        [earlier !== null, series.previous !== null, page?.previous !== null],
        [isCompared, isCompared, isCompared],
        `${days} days with a filter`,
      );
      assert.notEqual((await loader.summary({ ...query, ...range, filter: null })).earlier, null);
    }
  });

  it('reach as far back as hits of the website are stored, whatever RETENTION_DAYS says', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place, 2);
    opened.push(database);
    const now = START + 12 * 3_600_000;
    const daily = (website: number, length: number) =>
      Array.from({ length }, (_, at) => hitOf({ website, time: START - at * DAY }));
    await foldAll(database, place, [[...daily(1, 20), ...daily(2, 10)]]);
    const visits = async (website: number, length: number) => {
      const { figures, earlier } = await createStatsLoader(openReading(database)).summary({
        website,
        timezone: 'UTC',
        from: FIRST_DAY - length + 1,
        to: FIRST_DAY,
        filter: { name: 'browser', operator: 'IS_NOT', values: ['None'] },
        compare: 'PREVIOUS_PERIOD',
      });
      return [figures.visits.value, figures.visits.previous, earlier !== null];
    };
    assert.deepEqual(await visits(1, 10), [10, 10, true]);
    await removeOldHits(database, { days: 12, now, signal: new AbortController().signal });
    await removeOldHits(database, { days: 400, now, signal: new AbortController().signal });
    assert.deepEqual(await visits(1, 6), [6, 6, true]);
    assert.deepEqual(await visits(1, 7), [7, null, false]);
    assert.deepEqual(await visits(1, 20), [13, null, false]);
    assert.deepEqual(await visits(2, 7), [7, 3, true], 'nothing of this website was removed');
  });
});
