import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import { readSetting, settleSetting, writeSetting } from '../../../src/db/models/setting.ts';
import type { Database } from '../../../src/db/open.ts';
import { databasesOf } from '../../support/accounts.ts';
import { eachDatabase } from '../../support/databases.ts';

eachDatabase('A setting of the instance', open => {
  const { fresh, reopen } = databasesOf(open);
  let database: Database;
  let url: string;
  beforeAll(async () => {
    ({ database, url } = await fresh());
  });

  it('is null at first, then the last value written', async () => {
    assert.equal(await readSetting(database, 'mark'), null);
    await writeSetting(database, 'mark', 'one');
    await writeSetting(database, 'mark', "two'; 😀");
    assert.equal(await readSetting(database, 'mark'), "two'; 😀");
    assert.equal(await readSetting(database, 'MARK'), null);
  });

  it('is settled once, however many processes offer a value', async () => {
    const processes = [database, reopen(url), reopen(url)];
    const offers = Array.from({ length: 9 }, (_unused, index) => `offer ${index}`);
    const settled = await Promise.all(
      offers.map((offer, index) => settleSetting(processes[index % 3]!, 'secret', offer)),
    );
    assert.equal(new Set(settled).size, 1);
    assert.ok(offers.includes(settled[0]!));
    assert.equal(await settleSetting(database, 'secret', 'too late'), settled[0]);
  });
});
