import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import { packColumns } from '../../../src/db/columns/pack.ts';
import { type ColumnStore, openColumnStore } from '../../../src/db/columns/store.ts';
import type { Database } from '../../../src/db/open.ts';
import { createStatsLoader, openReading } from '../../../src/stats/loader.ts';
import { eachDatabase } from '../../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../../support/hits.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-01T00:00:00Z');
const FIRST_DAY = START / DAY;
const VISITORS = 300;

/** Two visits of each visitor, to other pages. */
const dayOfMany = (day: number) =>
  Array.from({ length: 2 * VISITORS }, (_, at) => {
    const visitor = at % VISITORS;
    return hitOf({
      time: START + day * DAY + Math.floor(at / VISITORS) * 7_200_000 + visitor,
      visitor: (visitor * 0x9e3779b1).toString(16).padStart(16, '0').slice(-8).padEnd(16, '5'),
      values: { page: `/${at % 7}`, country: visitor % 2 ? 'DE:Germany' : 'FR:France' },
    });
  });

eachDatabase('A day with more visits than a segment takes', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  it('is divided by visitor, read as one, and packed again when a share is missing', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const store: ColumnStore = await openColumnStore(database, place.dataDir);
    await foldAll(database, place, [[...dayOfMany(2), ...dayOfMany(5), hitOf({ time: START + 6 * DAY })]]);
    const pack = () => packColumns({ dialect: database.dialect, store, mostVisits: 150 });
    const shares = () =>
      store
        .list(1)
        .map(({ firstDay, share: { part, of } }) => `${firstDay - FIRST_DAY} ${part}/${of}`)
        .sort();
    const figures = async () => {
      const filter = { name: 'country', operator: 'IS', values: ['DE:Germany'] } as const;
      const range = { from: FIRST_DAY, to: FIRST_DAY + 10 };
      const reading = openReading(database, { dataDir: place.dataDir });
      const { figures } = await createStatsLoader(reading).summary({
        website: 1,
        timezone: 'UTC',
        ...range,
        filter,
        compare: null,
      });
      return [figures.visitors.value, figures.visits.value, figures.pageviews.value];
    };
    const expected = [VISITORS, 2 * VISITORS, 2 * VISITORS];
    assert.deepEqual(await figures(), expected);
    assert.equal(await pack(), 8);
    const days = ['2 0/4', '2 1/4', '2 2/4', '2 3/4', '5 0/4', '5 1/4', '5 2/4', '5 3/4'];
    assert.deepEqual(shares(), days);
    assert.deepEqual(await figures(), expected);

    const folder = store.folderOf(1);
    rmSync(join(folder, readdirSync(folder).find(name => name.startsWith(`d${FIRST_DAY + 2}-1-`)) as string));
    assert.deepEqual(await figures(), expected, 'the other shares of the day are left out');
    assert.equal(await pack(), 4);
    assert.deepEqual(shares(), days);
    assert.equal(await pack(), 0);

    await foldAll(database, place, [[hitOf({ time: START + 45 * DAY })]]);
    assert.equal(await pack(), 4 + 4 + 1, 'the month in place of its days');
    assert.deepEqual(await figures(), expected);
    assert.equal(await pack(), 0);
    await foldAll(database, place, [[hitOf({ time: START + 2 * DAY, visitor: 'ffffffffffffffff' })]]);
    assert.deepEqual(await figures(), expected, 'all shares of the day are out of date');
    assert.equal(await pack(), 5);
    assert.deepEqual(await figures(), expected);
  });
});
