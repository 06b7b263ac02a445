import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import { readSetting } from '../../src/db/models/setting.ts';
import { WEBSITES_VERSION } from '../../src/db/models/website.ts';
import type { Database } from '../../src/db/open.ts';
import { PRESETS } from '../../src/websites/sent-settings.ts';
import { databasesOf, newViewer } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase('A model', open => {
  const { fresh } = databasesOf(open);
  let database: Database;
  beforeAll(async () => {
    ({ database } = await fresh());
  });

  it('refuses values that do not fit its columns, alike on every engine', async () => {
    const account = { email: 'a@example.com', passwordHash: 'x', admin: 0, createdAt: 0 };
    const longest = { ...account, email: `${'😀'.repeat(244)}@example.co` };
    assert.equal((await database.accounts.create(longest)).email, longest.email);
    await assert.rejects(database.accounts.create({ ...account, email: `x${longest.email}` }), /len on email failed/);
    await assert.rejects(
      database.accounts.update({ passwordHash: 'x'.repeat(256) }, { where: { id: 1 } }),
      /len on passwordHash failed/,
    );
    await assert.rejects(database.accounts.create({ ...account, email: null as never }), /email cannot be null/);
    const salt = { day: 1, salt: Buffer.alloc(15), createdAt: 0 };
    await assert.rejects(database.salts.create(salt), /15 bytes instead of 16/);
    await assert.rejects(database.salts.upsert(salt), /15 bytes instead of 16/);
  });

  it('reads no secret unless it is requested', async () => {
    const { account } = await newViewer(database);
    const row = await database.accounts.findByPk(account.id, { raw: true });
    assert.deepEqual(Object.keys(row ?? {}), ['id', 'email', 'admin', 'createdAt']);
    assert.match(
      (await database.accounts.scope('withPassword').findByPk(account.id))?.passwordHash ?? '',
      /^\$argon2id/,
    );
  });

  it('of websites records every change, unless the change is rolled back', async () => {
    const { account } = await newViewer(database);
    const version = () => readSetting(database, WEBSITES_VERSION);
    const website = {
      accountId: account.id,
      domain: 'a.example',
      ...PRESETS,
      privacySince: null,
      createdAt: 0,
      updatedAt: 0,
    };
    const seen = [await version()];
    const { id } = await database.websites.create(website);
    seen.push(await version());
    await database.websites.update({ emailReports: 1 }, { where: { id } });
    seen.push(await version());
    const failing = database.transaction(async transaction => {
      await database.websites.destroy({ where: { id }, transaction });
      throw new Error('No.');
    });
    await assert.rejects(failing, /No\./);
    assert.equal(await version(), seen[2]);
    await database.websites.destroy({ where: { id } });
    seen.push(await version());
    assert.equal(new Set(seen).size, 4);
  });
});
