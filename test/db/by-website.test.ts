import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { latestOf } from '../../src/db/by-website.ts';
import type { Database } from '../../src/db/open.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';

const WEBSITES = 1_200;

eachDatabase('The latest rows of websites', open => {
  let database: Database;
  beforeAll(async () => {
    database = await databaseWithWebsites(await open(), WEBSITES);
    const ids = Array.from({ length: WEBSITES }, (_, index) => index + 1);
    const report = {
      recipientId: 1,
      state: 'sent',
      claim: '',
      heldUntil: 0,
      nextAt: 0,
      attempts: 1,
      note: '',
    } as const;
    // The oldest first, with some from the same instant.
    const reports = [10, 20, 20, 30].map((changedAt, day) => ({ ...report, changedAt, day }));
    await database.reports.bulkCreate(
      ids
        .filter(id => id % 10 !== 1)
        .flatMap(websiteId => reports.map(each => ({ ...each, websiteId, frequency: 'MONTHLY' as const }))),
    );
  });
  afterAll(() => database.close());
  const daysOf = async (ids: readonly number[], limit: number) =>
    (await latestOf(database, 'reports', ids, limit)).map(rows => rows.map(({ day }) => day));

  it('are returned for each website separately, the latest first', async () => {
    assert.deepEqual(await daysOf([2], 3), [[3, 1, 2]]);
    assert.deepEqual(await daysOf([4, 1, 2, 9_999], 3), [[3, 1, 2], [], [3, 1, 2], []]);
    assert.deepEqual(await daysOf([4, 2], 1), [[3], [3]]);
    assert.deepEqual(await daysOf([], 1), []);
  });

  it('are returned for more websites than SQLite can nest conditions', async () => {
    const ids = Array.from({ length: WEBSITES }, (_, index) => WEBSITES - index);
    const found = await daysOf(ids, 2);
    assert.deepEqual(
      found,
      ids.map(id => (id % 10 === 1 ? [] : [3, 1])),
    );
  });

  it('have words again in place of stored numbers', async () => {
    const [[latest] = []] = await latestOf(database, 'reports', [2], 1);
    assert.deepEqual([latest?.websiteId, latest?.frequency, latest?.changedAt], [2, 'MONTHLY', 30]);
  });
});
