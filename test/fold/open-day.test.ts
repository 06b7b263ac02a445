import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dateOf, dayNumber } from '../../src/domain/calendar.ts';
import { packWebsite } from '../../src/fold/pack.ts';
import { verify } from '../../src/fold/verify.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const DAY = 86_400_000;
const TODAY = dayNumber('2026-03-10');
const NOON = Date.parse('2026-03-10T12:00:00Z');

eachDatabase('The open day', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));
  let place: Place;
  let database: Database;
  async function fresh(): Promise<void> {
    place = await open();
    database = await databaseWithWebsites(place);
    opened.push(database);
  }
  /** Folds a pageview on each of these days, counted from today, in a process whose clock is ahead. */
  const fold = (days: readonly number[], { ahead = 0, databaseAhead = 0, retentionDays = 400 } = {}) =>
    foldAll(database, place, [days.map(day => hitOf({ time: NOON + day * DAY }))], {
      retentionDays,
      now: () => NOON + ahead * DAY,
      databaseTime: () => NOON + databaseAhead * DAY,
    });
  async function openDay(): Promise<number> {
    const [row] = await database.dialect.all<{ day: number }>('SELECT open_day AS day FROM website_fold');
    return Number(row?.day) - TODAY;
  }
  async function pageviews(): Promise<Record<string, number>> {
    const range = { from: TODAY - 50, to: TODAY + 50, perPage: 100, page: 1 };
    const query = { website: 1, name: 'pageviews', search: null, sortBy: 'VALUE', sort: 'ASC', ...range } as const;
    const { rows } = await createStatsLoader(openReading(database)).load(query);
    return Object.fromEntries(rows.map(({ value, count }) => [dayNumber(value) - TODAY, count]));
  }

  it('is not moved into the future by the hits of a process whose clock is ahead', async () => {
    await fresh();
    await fold([-1, 0]);
    await fold([35], { ahead: 35 });
    assert.equal(await openDay(), 1, 'at most the day that has begun somewhere');
    await fold([0, -1, 1]);
    assert.deepEqual(await pageviews(), { '-1': 2, '0': 2, '1': 1, '35': 1 });
    assert.deepEqual((await verify(database, 1)).differences, []);
  });

  it('is mended by the next fold if it is in the future already, and what was packed until then is packed again', async () => {
    await fresh();
    await fold([-3, 35], { databaseAhead: 40 });
    assert.equal(await openDay(), 35);
    await packWebsite(database, 1);
    await fold([0]);
    assert.equal(await openDay(), 1);
    await fold([0, 1]);
    assert.deepEqual(await pageviews(), { '-3': 1, '0': 2, '1': 1, '35': 1 });
    await packWebsite(database, 1);
    await fold([2], { ahead: 2, databaseAhead: 2 });
    await packWebsite(database, 1);
    assert.deepEqual(await pageviews(), { '-3': 1, '0': 2, '1': 1, '2': 1, '35': 1 }, dateOf(TODAY));
  });

  it('comes with hits that are stored although the clock of the process says that they are too old', async () => {
    await fresh();
    await fold([-3, 0], { ahead: 35, retentionDays: 10 });
    assert.equal((await database.dialect.all('SELECT id FROM hit')).length, 2);
  });
});
