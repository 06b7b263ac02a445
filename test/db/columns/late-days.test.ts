import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { packColumns } from '../../../src/db/columns/pack.ts';
import { COLUMNS_ID, openColumnStore } from '../../../src/db/columns/store.ts';
import { writeSetting } from '../../../src/db/models/setting.ts';
import type { Database } from '../../../src/db/open.ts';
import { raiseKeptFrom } from '../../../src/db/rollups/fold-state.ts';
import type { Filter } from '../../../src/domain/filter.ts';
import type { Hit } from '../../../src/domain/stored-hit.ts';
import { createStatsLoader, openReading, type Reading } from '../../../src/stats/loader.ts';
import { eachDatabase } from '../../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../../support/hits.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-02-01T00:00:00Z');
const FIRST_DAY = START / DAY;
const ANY: Filter = { not: { name: 'page', operator: 'IS', values: ['/nowhere'] } };

/** Returns a visit on a day after the first. */
function visitOn(day: number, page: string): Hit {
  return hitOf({ time: START + day * DAY + 3_600_000, visitor: '00000000000000aa', values: { page } });
}

eachDatabase('Versions of days', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  async function prepared(store: string) {
    const place = await open();
    const database = await databaseWithWebsites(place);
    await writeSetting(database, COLUMNS_ID, store);
    opened.push(database);
    /** Folds each list as if on that day after the first. */
    const fold = (day: number, ...hits: Hit[]) =>
      foldAll(database, place, [hits], { now: () => START + day * DAY + 7_200_000 });
    return { place, database, fold };
  }

  async function pack(database: Database, dataDir: string, rest = async () => {}): Promise<void> {
    const store = await openColumnStore(database, dataDir);
    await packColumns({ dialect: database.dialect, store, rest });
  }

  function pagesOf(database: Database, dataDir: string | undefined, from: number, to: number): Promise<string[]> {
    return pagesFrom(openReading(database, { dataDir }), from, to);
  }

  async function pagesFrom(reading: Reading, from: number, to: number): Promise<string[]> {
    const { rows } = await createStatsLoader(reading).load({
      website: 1,
      name: 'page',
      from: FIRST_DAY + from,
      to: FIRST_DAY + to,
      filter: ANY,
      search: null,
      sortBy: 'VALUE',
      sort: 'ASC',
      perPage: 100,
      page: 1,
      sums: true,
      amounts: false,
    });
    return rows.map(({ value, count }) => `${value} ${count}`).sort();
  }

  it('differ between a database and an older copy of it that goes on without the days since', async () => {
    const [one, copy] = [await prepared('the-same'), await prepared('the-same')];
    const { dataDir } = one.place;
    for (const { fold } of [one, copy]) await fold(0, visitOn(0, '/both'));
    await one.fold(0, visitOn(0, '/lost'));
    await one.fold(1, visitOn(1, '/lost-too'));
    // A wrong clock sends a hit of a day that is yet to come.
    await one.fold(1, visitOn(3, '/early'));
    await one.fold(5, visitOn(5, '/end'));
    await pack(one.database, dataDir);
    assert.deepEqual(await pagesOf(one.database, dataDir, 0, 4), ['/both 1', '/early 1', '/lost 1', '/lost-too 1']);

    await copy.fold(2, visitOn(2, '/new'));
    await copy.fold(5, visitOn(5, '/end'));
    assert.deepEqual(await pagesOf(copy.database, dataDir, 0, 4), ['/both 1', '/new 1']);
  });

  it('of a database that is restored under a running process belong to other files', async () => {
    const { place, database, fold } = await prepared('before');
    await fold(0, visitOn(0, '/packed'));
    await fold(1, visitOn(1, '/end'));
    const forget = () => database.dialect.run('DELETE FROM late_day');
    // As after an upgrade.
    await forget();
    await pack(database, place.dataDir);
    const reading = openReading(database, { dataDir: place.dataDir });
    assert.deepEqual(await pagesFrom(reading, 0, 0), ['/packed 1']);
    await fold(1, visitOn(0, '/late'));
    // A restore loads the same visits, and neither the versions nor the name of the columns.
    await forget();
    await writeSetting(database, COLUMNS_ID, 'after');
    for (const to of [0, 1, 2])
      assert.deepEqual(await pagesFrom(reading, 0, to), ['/late 1', '/packed 1', ...(to > 0 ? ['/end 1'] : [])].sort());
  });

  it('of a database that is restored under a running process belong to other rows, too', async () => {
    const { place, database, fold } = await prepared('before');
    await fold(0, visitOn(0, '/read'));
    await fold(1, visitOn(1, '/end'));
    const restore = async (columns: string | null) => {
      await database.dialect.run('DELETE FROM late_day');
      if (columns === null) await database.settings.destroy({ where: { name: COLUMNS_ID } });
      else await writeSetting(database, COLUMNS_ID, columns);
    };
    await restore('upgraded');
    const reading = openReading(database, { dataDir: place.dataDir });
    assert.deepEqual(await pagesFrom(reading, 0, 0), ['/read 1']);
    await fold(1, visitOn(0, '/late'));
    await restore(null);
    assert.deepEqual(await pagesFrom(reading, 0, 0), ['/late 1', '/read 1']);
    await fold(2, visitOn(0, '/later'));
    await restore(null);
    assert.deepEqual(await pagesFrom(reading, 0, 0), ['/late 1', '/later 1', '/read 1']);
  });

  it('name no day whose visits are being removed while it is packed', async () => {
    const [one, copy] = [await prepared('the-same'), await prepared('the-same')];
    for (const { database, fold } of [one, copy]) {
      await fold(0, visitOn(0, '/removed'), visitOn(1, '/kept'), visitOn(40, '/newer'));
      await fold(80, visitOn(80, '/end'));
      await database.dialect.run('DELETE FROM late_day');
    }
    const { dialect } = one.database;
    let isRemoved = false;
    await pack(one.database, one.place.dataDir, async () => {
      if (isRemoved) return;
      isRemoved = true;
      await raiseKeptFrom(dialect, 1, FIRST_DAY + 1);
      await dialect.run('DELETE FROM visit WHERE day = ?', [FIRST_DAY]);
    });
    assert.deepEqual(await pagesOf(one.database, one.place.dataDir, 0, 50), ['/kept 1', '/newer 1']);
    assert.deepEqual(await pagesOf(copy.database, one.place.dataDir, 0, 50), ['/kept 1', '/newer 1', '/removed 1']);
  });

  it('of a deleted website do not count while its rows are being removed', async () => {
    const { place, database, fold } = await prepared('a-store');
    await fold(1, visitOn(0, '/closed'), visitOn(0, '/too'), visitOn(1, '/open'));
    assert.equal((await pagesOf(database, undefined, 0, 9)).length, 3);
    await database.dialect.run('DELETE FROM website');
    await database.dialect.run('DELETE FROM visit WHERE day = ?', [FIRST_DAY]);
    for (const dataDir of [undefined, place.dataDir]) assert.deepEqual(await pagesOf(database, dataDir, 0, 9), []);
  });

  it('change when a day that a wrong clock had closed without a visit is over', async () => {
    const { place, database, fold } = await prepared('a-store');
    await fold(0, visitOn(0, '/before'));
    await fold(80, visitOn(80, '/wrong'));
    await pack(database, place.dataDir);
    await fold(3, visitOn(3, '/right'));
    await fold(4, visitOn(4, '/next'));
    await fold(5, visitOn(5, '/last'));
    for (const dataDir of [undefined, place.dataDir])
      assert.deepEqual(await pagesOf(database, dataDir, 0, 4), ['/before 1', '/next 1', '/right 1']);
  });
});
