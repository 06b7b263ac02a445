import assert from 'node:assert/strict';
import { it } from 'vitest';
import { createAccount, listAccounts, signIn } from '../../src/accounts/accounts.ts';
import { listApiKeys, viewerOfKey } from '../../src/accounts/api-keys.ts';
import { ensureFirstAccount } from '../../src/accounts/first-account.ts';
import { databasesOf } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

const NOTHING = { adminEmail: null, adminPassword: null, adminApiKey: null, baseUrl: 'https://stats.example.com/x' };

eachDatabase('The first account', open => {
  const { fresh, reopen } = databasesOf(open);

  it('is an admin with a generated password and WRITE key, returned once', async () => {
    const { database } = await fresh();
    const first = await ensureFirstAccount(database, NOTHING, 1_700_000_000_000);
    assert.ok(first?.password && first.apiKey);
    assert.equal(first.account.email, 'admin@stats.example.com');
    assert.equal(first.account.admin, true);
    assert.match(first.password, /^[0-9A-Za-z]{20}$/);
    assert.match(first.apiKey, /^ff_[0-9A-Za-z]{40}$/);
    assert.deepEqual(await signIn(database, 'admin@stats.example.com', first.password), first.account);
    const viewer = await viewerOfKey(database, first.apiKey, Date.now());
    assert.deepEqual(viewer?.account, first.account);
    assert.equal(viewer?.scope, 'WRITE');
    assert.equal(await ensureFirstAccount(database, NOTHING), null);
    assert.equal((await listAccounts(database)).length, 1);
  });

  it('uses the values chosen by the operator, and does not return them', async () => {
    const { database } = await fresh();
    const adminApiKey = `ff_${'x'.repeat(60)}`;
    const chosen = { ...NOTHING, adminEmail: 'Ada@Example.com', adminPassword: 'a long password', adminApiKey };
    const first = await ensureFirstAccount(database, chosen);
    assert.deepEqual(first, { account: first?.account, password: null, apiKey: null });
    assert.ok(await signIn(database, 'ada@example.com', 'a long password'));
    assert.ok(await viewerOfKey(database, adminApiKey, Date.now()));
  });

  it('is created by only one of several processes that start at once', async () => {
    const { database, url } = await fresh();
    const processes = [database, reopen(url), reopen(url), reopen(url)];
    const made = await Promise.all(
      processes.map((each, index) => ensureFirstAccount(each, { ...NOTHING, adminEmail: `admin${index}@example.com` })),
    );
    assert.equal(made.filter(first => first !== null).length, 1);
    assert.equal((await listAccounts(database)).length, 1);
    assert.equal((await listApiKeys(database, null)).length, 1);
  });

  it('is not created if an account exists', async () => {
    const { database } = await fresh();
    await createAccount(database, { email: 'ada@example.com', password: 'a long password', admin: false });
    assert.equal(await ensureFirstAccount(database, NOTHING), null);
    assert.deepEqual(await listApiKeys(database, null), []);
  });
});
