import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { readSetting } from '../../src/db/settings.ts';
import { databasesOf } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase('A retried transaction', (open, engine) => {
  const { fresh } = databasesOf(open);
  let database: Database;
  beforeAll(async () => {
    ({ database } = await fresh());
    for (const name of ['a', 'b']) await database.settings.create({ name, value: '' });
  });

  it('leaves nothing behind when it fails, and reports the reason', async () => {
    let runs = 0;
    const failing = database.transaction(async transaction => {
      runs++;
      await database.settings.create({ name: 'c', value: 'x' }, { transaction });
      throw new Error('No.');
    });
    await assert.rejects(failing, /No\./);
    assert.equal(runs, 1, 'only a conflict is retried');
    assert.equal(await readSetting(database, 'c'), null);
    await assert.rejects(
      database.transaction(transaction => database.settings.create({ name: 'a', value: '' }, { transaction })),
      error => database.dialect.fault(error) === 'duplicate',
    );
  });

  // SQLite runs one transaction at a time.
  it.skipIf(engine === 'SQLite')('succeeds although two transactions lock each other out', async () => {
    const both = new Set<string>();
    let runs = 0;
    const write = (mine: string, first: string, second: string) =>
      database.transaction(async transaction => {
        runs++;
        await database.settings.update({ value: mine }, { where: { name: first }, transaction });
        both.add(mine);
        while (both.size < 2) await sleep(10);
        await database.settings.update({ value: mine }, { where: { name: second }, transaction });
      });
    await Promise.all([write('one', 'a', 'b'), write('two', 'b', 'a')]);
    assert.ok(runs > 2, 'the transactions did conflict');
    assert.equal(await readSetting(database, 'a'), await readSetting(database, 'b'));
  });
});
