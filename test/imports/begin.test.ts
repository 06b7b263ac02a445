import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { importsToWorkOn, settleMachine } from '../../src/imports/turns.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { Importing, NOW } from '../support/imports.ts';

const HEAD = 'date,statistic,value,pageviews\n';
const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    const day = `2025-01-${String(from + at).padStart(2, '0')}`;
    return `${day},,,${from + at}\n${day},page,/a,${from + at}\n`;
  }).join('');

eachDatabase('Two imports of a website', open => {
  let place: Place;
  let database: Database;
  let importing: Importing;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
  });
  afterAll(() => database.close());

  it('wait for each other, so that rows that both have count once', async () => {
    const first = await importing.add({ files: { 'a.csv': HEAD + rows(1, 20) } });
    const second = await importing.add({ files: { 'b.csv': HEAD + rows(11, 31) } });
    let waited = '';
    let inTurn: number[] = [];
    const machine = await settleMachine(place.dataDir);
    await importing.run(second, {
      stepped: async step => {
        if (step !== 'batch 0') return;
        ({ state: waited } = await importing.run(first));
        const files = JSON.stringify([{ name: 'a.csv', path: place.dataDir, bytes: 1, machine }]);
        const row = await database.imports.findByPk(first, { raw: true });
        await database.imports.update({ files }, { where: { id: first } });
        inTurn = (await importsToWorkOn({ database, dataDir: place.dataDir, now: NOW })).map(({ id }) => id);
        await database.imports.update({ files: row?.files ?? '' }, { where: { id: first } });
      },
    });
    assert.deepEqual([waited, inTurn], ['waiting', []]);
    const { state, counted, leftOut, report } = await importing.run(first);
    assert.deepEqual([state, counted, leftOut, report[0]?.ours], ['done', 20, 20, 55]);
    for (const id of [first, second]) {
      await beginUndo(database, id);
      await importing.run(id);
    }
  });

  it('have files of equal names, of which rows that both have count once', async () => {
    const files = { 'a.csv.gz': HEAD + rows(1, 20), 'a.csv': HEAD + rows(11, 31) };
    const packed = { ...files, 'a.csv.gz': gzipSync(files['a.csv.gz']) };
    const { state, report } = await importing.import({ files: packed });
    assert.deepEqual([state, report[0]?.ours], ['done', (31 * 32) / 2]);
  });

  it('of which one has visitors, and the other had pageviews, count both', async () => {
    const day = '2025-03-01';
    const pages = `${HEAD}${day},,,7\n${day},page,/a,7\n`;
    const totals = `date,pageviews,visitors,visits\n${day},7,3,4\n`;
    for (const [name, content] of Object.entries({ pages, totals }))
      assert.equal((await importing.import({ files: { [name]: content } })).state, 'done');
    const again = await importing.import({ files: { more: `${totals}2025-03-02,1,1,1\n` } });
    const figures = again.report.map(({ name, file, ours }) => [name, file, ours]);
    assert.deepEqual(figures, [
      ['pageviews', 1, 1],
      ['visitors', 1, 1],
      ['visits', 1, 1],
    ]);
    const body = await importing.import({ files: { last: `date,pageviews,visitors,visits,events\n${day},7,3,4,9\n` } });
    assert.deepEqual(
      body.report.map(({ name, ours }) => [name, ours]),
      [['events', 9]],
    );
  });
});
