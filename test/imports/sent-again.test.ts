import assert from 'node:assert/strict';
import { it } from 'vitest';
import { beginUndo } from '../../src/imports/imports.ts';
import { onSqlite } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { generateSums } from '../support/import-files.ts';
import { Importing } from '../support/imports.ts';

onSqlite('Files that are sent again', open => {
  it('are refused by the import that has their rows, not by one that has counted nothing', async () => {
    const place = await open();
    const importing = new Importing(await databaseWithWebsites(place), place);
    const { csv: a } = generateSums(1, { days: 4 });
    const b = `${a.split('\n', 1)[0]}\n2025-11-30,page,/new,3,,,,,\n`;
    const both = await importing.import({ files: { 'a.csv': a, 'b.csv': b } });
    assert.equal(both.state, 'done', both.error ?? '');

    const alone = () => importing.import({ files: { 'b.csv': b } });
    for (let time = 1; time <= 3; time++) {
      const { state, error, counted, leftOutFor } = await alone();
      assert.deepEqual([state, error, counted, leftOutFor], ['done', null, 0, { repeated: 1 }], `time ${time}`);
    }
    const again = await importing.import({ files: { 'b.csv': b, 'a.csv': a } });
    assert.equal(
      again.error,
      `b.csv: It has the same content as import ${both.id}; undo that one first to import it again.`,
    );

    await beginUndo(importing.database, both.id);
    assert.equal((await importing.run(both.id)).state, 'undone');
    const first = await alone();
    assert.deepEqual([first.state, first.counted], ['done', 1]);
    assert.match((await alone()).error ?? '', new RegExp(`the same content as import ${first.id};`));
    await importing.database.close();
  });

  it('are not refused because all of their days were left out before', async () => {
    const place = await open();
    const importing = new Importing(await databaseWithWebsites(place), place);
    const { csv } = generateSums(2, { days: 4 });
    const none = await importing.import({ files: { 'sums.csv': csv }, until: 0 });
    assert.deepEqual([none.state, none.counted], ['done', 0]);
    const { state, counted, rows } = await importing.import({ files: { 'sums.csv': csv } });
    assert.deepEqual([state, counted], ['done', rows]);
    await importing.database.close();
  });
});
