import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { it } from 'vitest';
import { packColumns } from '../../src/db/columns/pack.ts';
import { openColumnStore } from '../../src/db/columns/store.ts';
import { footfall } from '../support/command-line.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-01T11:00:00Z');

eachDatabase('footfall columns', open => {
  it('tells what is packed, and removes it to be packed again', async () => {
    const place = await open();
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const database = await databaseWithWebsites(place);
    const early = await footfall('columns rebuild', env);
    assert.deepEqual([early.code, early.err], [1, 'columns: Nothing is packed yet; the service does that.\n']);
    await foldAll(database, place, [[0, 1, 3].map(day => hitOf({ time: START + day * DAY }))]);
    const store = await openColumnStore(database, place.dataDir);
    const pack = () => packColumns({ dialect: database.dialect, store });
    assert.equal(await pack(), 2);
    const told = await footfall('columns status', env);
    assert.equal(told.out, `All 3 completed days are packed, in 0 MB.\nThey are in ${store.folder}.\n`);
    const { days, packed, bytes } = JSON.parse((await footfall('columns status --json', env)).out);
    assert.deepEqual([days, packed, bytes], [3, 3, store.bytes()]);
    assert.match((await footfall('columns rebuild', env)).out, /^Removed 0 MB\. The service packs the days again/);
    assert.deepEqual(readdirSync(store.folder), []);
    assert.match((await footfall('columns status', env)).out, /^1 of 3 completed days are packed, in 0 MB\./);
    assert.equal(await pack(), 2);
    await database.close();
  });
});
