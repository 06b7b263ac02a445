import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Database } from '../../src/db/open.ts';
import { readSetting, settleSetting, writeSetting } from '../../src/db/settings.ts';
import { databasesOf } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase('What the instance remembers', (_, open) => {
  const { fresh, reopen } = databasesOf(open);
  let database: Database;
  let url: string;
  before(async () => {
    ({ database, url } = await fresh());
  });

  it('is nothing at first, then the last that was written', async () => {
    const { dialect } = database;
    assert.equal(await readSetting(dialect, 'mark'), null);
    await writeSetting(dialect, dialect, 'mark', 'one');
    await writeSetting(dialect, dialect, 'mark', "two'; 😀");
    assert.equal(await readSetting(dialect, 'mark'), "two'; 😀");
    assert.equal(await readSetting(dialect, 'MARK'), null);
  });

  it('is settled once, however many processes offer something', async () => {
    const processes = [database, reopen(url), reopen(url)];
    const offers = Array.from({ length: 9 }, (_unused, index) => `offer ${index}`);
    const settled = await Promise.all(
      offers.map((offer, index) => settleSetting(processes[index % 3]!.dialect, 'secret', offer)),
    );
    assert.equal(new Set(settled).size, 1);
    assert.ok(offers.includes(settled[0]!));
    assert.equal(await settleSetting(database.dialect, 'secret', 'too late'), settled[0]);
  });
});
