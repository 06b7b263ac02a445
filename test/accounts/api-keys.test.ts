import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, it } from 'vitest';
import { createApiKey, listApiKeys, revokeApiKey, viewerOfKey } from '../../src/accounts/api-keys.ts';
import type { Account } from '../../src/accounts/viewer.ts';
import type { Database } from '../../src/db/open.ts';
import { AppError } from '../../src/errors.ts';
import { databasesOf, newAccount } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

const NOW = 1_700_000_000_000;

eachDatabase('An API key', open => {
  const { fresh, reopen } = databasesOf(open);
  let database: Database;
  let url: string;
  let account: Account;
  beforeAll(async () => {
    ({ database, url } = await fresh());
    account = await newAccount(database);
  });
  const make = (more: { scope?: 'READ' | 'WRITE'; expiresAt?: number } = {}) =>
    createApiKey(database, { accountId: account.id, name: 'test', scope: 'READ', expiresAt: null, ...more }, NOW);
  async function lastUse(id: number): Promise<number | null | undefined> {
    return (await listApiKeys(database, account.id)).find(key => key.id === id)?.lastUsedAt;
  }
  /** Waits for the last use, which is written after the response. */
  async function becomes(id: number, wanted: number): Promise<void> {
    while ((await lastUse(id)) !== wanted) await sleep(20);
  }

  it('opens its account with its scope, and its text is stored nowhere', async () => {
    const { id, key, apiKey } = await make();
    assert.match(key, /^ff_[0-9A-Za-z]{40,}$/);
    assert.deepEqual(apiKey, {
      id,
      accountId: account.id,
      name: 'test',
      scope: 'READ',
      prefix: key.slice(0, 9),
      createdAt: NOW,
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    });
    assert.deepEqual(await viewerOfKey(database, key, NOW), { account, scope: 'READ', via: { kind: 'key', id } });
    const rows = await database.dialect.all('SELECT * FROM api_key');
    assert.ok(!JSON.stringify(rows).includes(key.slice(9)));
  });

  it('opens nothing unless it is exactly right', async () => {
    const { key } = await make();
    for (const wrong of [
      key.slice(0, -1),
      `${key}x`,
      key.toLowerCase(),
      key.toUpperCase(),
      '',
      'ff_',
      ` ${key}`,
      `${key}\0`,
      'x'.repeat(1e6),
    ]) {
      assert.equal(await viewerOfKey(database, wrong, NOW), null);
    }
  });

  it('ends at its expiry, even if it was used just before', async () => {
    const { key } = await make({ expiresAt: NOW + 100 });
    assert.ok(await viewerOfKey(database, key, NOW + 99));
    assert.equal(await viewerOfKey(database, key, NOW + 100), null);
  });

  it('ends at once when this process revokes it', async () => {
    const [one, other] = [await make(), await make()];
    assert.ok(await viewerOfKey(database, one.key, NOW));
    const revoked = await revokeApiKey(database, account.id, one.id, NOW + 5);
    assert.equal(revoked.revokedAt, NOW + 5);
    assert.equal(await viewerOfKey(database, one.key, NOW), null);
    assert.ok(await viewerOfKey(database, other.key, NOW));
    assert.equal((await revokeApiKey(database, account.id, one.id, NOW + 9)).revokedAt, NOW + 5);
  });

  it('ends within a second when another process revokes it', async () => {
    const { key, id } = await make();
    assert.ok(await viewerOfKey(database, key, NOW));
    await revokeApiKey(reopen(url), null, id);
    assert.ok(await viewerOfKey(database, key, NOW + 500), 'it costs no query meanwhile');
    assert.equal(await viewerOfKey(database, key, NOW + 1_000), null);
  });

  it('does not stay valid if it is revoked while it is being read', async () => {
    for (let tries = 0; tries < 10; tries++) {
      const { key, id } = await make();
      await Promise.all([viewerOfKey(database, key, NOW), revokeApiKey(database, null, id)]);
      assert.equal(await viewerOfKey(database, key, NOW), null);
    }
  });

  it('is invisible to other accounts', async () => {
    const { id } = await make();
    const other = await newAccount(database);
    await assert.rejects(revokeApiKey(database, other.id, id), { code: 'NOT_FOUND' });
    assert.deepEqual(await listApiKeys(database, other.id), []);
    assert.ok((await listApiKeys(database, null)).some(key => key.id === id));
  });

  it('records its last use, to the minute', async () => {
    const { key, id } = await make();
    await viewerOfKey(database, key, NOW + 1);
    await becomes(id, NOW + 1);
    await viewerOfKey(database, key, NOW + 60_000);
    await viewerOfKey(database, key, NOW + 60_001);
    await becomes(id, NOW + 60_001);
  });

  it('needs a name, a scope, an expiry in the future and an existing account', async () => {
    const bad = { accountId: account.id, name: ' ', scope: 'ADMIN' as 'READ', expiresAt: NOW };
    await assert.rejects(createApiKey(database, bad, NOW), (error: AppError) => {
      assert.deepEqual(Object.keys(error.fields ?? {}), ['name', 'scope', 'expiresAt']);
      return true;
    });
    for (const name of ['x'.repeat(256), 'a\0b', '\ud800']) {
      await assert.rejects(
        createApiKey(database, { accountId: account.id, name, scope: 'READ', expiresAt: null }),
        AppError,
      );
    }
    await assert.rejects(createApiKey(database, { accountId: 9_999, name: 'x', scope: 'READ', expiresAt: null }), {
      code: 'NOT_FOUND',
    });
  });
});
