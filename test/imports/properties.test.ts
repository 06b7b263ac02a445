import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { verify } from '../../src/fold/verify.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { dump, Importing, NOW } from '../support/imports.ts';

eachDatabase('Properties of an import of sums', open => {
  let place: Place;
  let database: Database;
  let importing: Importing;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
    const hit = (properties: string[]) => hitOf({ time: NOW, properties });
    await foldAll(database, place, [[hit(['author', 'Ann']), hit(['author', 'Bob', 'plan', 'pro']), hit([])]]);
  });
  afterAll(() => database.close());

  async function answers(event: string | null, key: string, from = '2025-01-01') {
    const loader = createStatsLoader(openReading(database));
    const range = { website: 1, from: dayNumber(from), to: dayNumber('2026-03-10') };
    const keys = await loader.properties({ ...range, event, filter: null });
    const list = { search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 100, page: 1 } as const;
    const page = await loader.load({ ...range, ...list, name: 'property', property: { key, event } });
    return {
      keys: Object.fromEntries(keys.map(({ key, events, values }) => [key, [events, values]])),
      rows: Object.fromEntries(page.rows.map(({ value, count, imported }) => [value, [count, imported]])),
      basis: page.basis,
    };
  }

  const props = [
    'date,property,value,visitors,events',
    ...['2025-11-30,author,Ann,1,10', '2025-12-01,author,Cid,1,5', '2025-12-01,logged in,true,1,7'],
    ...['2025-12-01,author,(none),1,100', '2025-12-02,author,Ann,1,2'],
  ];
  const events = [
    'date,name,link_url,path,visitors,events',
    '2025-12-01,Outbound Link: Click,https://a.example/,,1,3',
    '2025-12-02,404,,/gone,1,4',
    '2025-12-03,404,,,1,1',
  ];
  const files = { 'imported_custom_props.csv': props.join('\n'), 'imported_custom_events.csv': events.join('\n') };

  it('are added to those of hits, and taken out again by an undo', async () => {
    const before = await dump(database);
    const own = { keys: { author: [2, 2], plan: [1, 1] }, rows: { Ann: [1, 0], Bob: [1, 0], '': [1, 0] } };
    assert.deepEqual(await answers(null, 'author'), { ...own, basis: 'ROLLUP' });
    const done = await importing.import({ files });
    assert.deepEqual([done.state, done.error], ['done', null]);
    const line = done.report.find(({ name }) => name === 'property');
    assert.deepEqual(line, { name: 'property', file: { sum: 31, values: 5 }, ours: { sum: 31, values: 5 } });

    assert.deepEqual(await answers(null, 'author'), {
      keys: { author: [19, 3], logged_in: [7, 1], plan: [1, 1] },
      rows: { Ann: [13, 12], Cid: [5, 5], Bob: [1, 0], '': [1, 0] },
      basis: 'MIXED',
    });
    assert.deepEqual((await answers(null, 'author', '2025-12-02')).rows.Ann, [3, 2]);
    assert.deepEqual(await answers('404', 'path'), {
      keys: { path: [4, 1] },
      rows: { '/gone': [4, 4] },
      basis: 'IMPORTED',
    });
    assert.deepEqual((await answers('Outbound Link: Click', 'url')).rows, { 'https://a.example/': [3, 3] });
    assert.deepEqual((await verify(database, 1)).differences, []);

    const again = { ...files, 'imported_custom_props.csv': [...props, '2025-12-03,author,Dan,1,1'].join('\n') };
    const second = await importing.import({ files: again });
    assert.deepEqual([second.state, second.error], ['done', null]);
    assert.deepEqual((await answers(null, 'author')).keys.author, [20, 4]);
    for (const { id } of [second, done]) {
      await beginUndo(database, id);
      assert.equal((await importing.run(id)).state, 'undone');
    }
    assert.deepEqual(await dump(database), before);
    assert.deepEqual(await answers(null, 'author'), { ...own, basis: 'ROLLUP' });
  });
});
