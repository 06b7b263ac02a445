import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Database } from '../../src/db/open.ts';
import { retriedTransaction } from '../../src/db/retry.ts';
import { insertRow, updateRows } from '../../src/db/rows.ts';
import { readSetting } from '../../src/db/settings.ts';
import { databasesOf } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase('A retried transaction', (_, open, engine) => {
  const { fresh } = databasesOf(open);
  let database: Database;
  before(async () => {
    ({ database } = await fresh());
    for (const name of ['a', 'b']) await insertRow(database.dialect, 'setting', { name, value: '' });
  });

  it('leaves nothing behind when it fails, and says why', async () => {
    let runs = 0;
    const failing = retriedTransaction(database.dialect, async tx => {
      runs++;
      await insertRow(tx, 'setting', { name: 'c', value: 'x' });
      throw new Error('No.');
    });
    await assert.rejects(failing, /No\./);
    assert.equal(runs, 1, 'only a conflict is worth another try');
    assert.equal(await readSetting(database.dialect, 'c'), null);
    await assert.rejects(
      retriedTransaction(database.dialect, tx => insertRow(tx, 'setting', { name: 'a', value: '' })),
      error => database.dialect.fault(error) === 'duplicate',
    );
  });

  it('goes through although two lock each other out', {
    skip: engine === 'SQLite' && 'one transaction at a time',
  }, async () => {
    const both = new Set<string>();
    let runs = 0;
    const write = (mine: string, first: string, second: string) =>
      retriedTransaction(database.dialect, async tx => {
        runs++;
        await updateRows(tx, 'setting', { value: mine }, { name: first });
        both.add(mine);
        for (let tries = 0; both.size < 2 && tries < 100; tries++)
          await new Promise(resolve => setTimeout(resolve, 10));
        await updateRows(tx, 'setting', { value: mine }, { name: second });
      });
    await Promise.all([write('one', 'a', 'b'), write('two', 'b', 'a')]);
    assert.ok(runs > 2, 'they did meet');
    assert.equal(await readSetting(database.dialect, 'a'), await readSetting(database.dialect, 'b'));
  });
});
