import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import {
  createAccount,
  findAccount,
  findAccountByEmail,
  listAccounts,
  setPassword,
  signIn,
} from '../../src/accounts/accounts.ts';
import { openSession, viewerOfSession } from '../../src/accounts/sessions.ts';
import type { Database } from '../../src/db/open.ts';
import { AppError } from '../../src/errors.ts';
import { databasesOf } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

const PASSWORD = 'a long password';

eachDatabase('An account', open => {
  const { fresh } = databasesOf(open);
  let database: Database;
  beforeAll(async () => {
    ({ database } = await fresh());
  });

  it('is returned as a plain object without its password', async () => {
    const account = await createAccount(
      database,
      { email: ' Ada@Example.com ', password: PASSWORD, admin: true },
      1_700_000_000_123,
    );
    assert.deepEqual(account, { id: account.id, email: 'ada@example.com', admin: true, createdAt: 1_700_000_000_123 });
    assert.deepEqual(await findAccount(database, account.id), account);
    assert.deepEqual(await findAccountByEmail(database, 'ADA@example.com'), account);
    assert.deepEqual(await listAccounts(database), [account]);
    assert.equal(await findAccount(database, account.id + 1), null);
  });

  it('signs in with its own password, regardless of the case of the e-mail address', async () => {
    const account = await createAccount(database, { email: 'bob@example.com', password: PASSWORD, admin: false });
    assert.deepEqual(await signIn(database, ' BOB@example.com', PASSWORD), account);
    assert.equal(await signIn(database, 'bob@example.com', `${PASSWORD} `), null);
    assert.equal(await signIn(database, 'bo@example.com', PASSWORD), null);
    assert.equal(await signIn(database, 'bob@example.co%', PASSWORD), null);
    for (const odd of ['', '\0', "' OR 1=1 --@x", 'bob@example.com\0', '\ud800@x', 'x'.repeat(100_000)]) {
      assert.equal(await signIn(database, odd, PASSWORD), null);
    }
  });

  it('is refused for an e-mail address already in use, even with two requests at once', async () => {
    const twice = ['eve@example.com', 'EVE@example.com'].map(email =>
      createAccount(database, { email, password: PASSWORD, admin: false }),
    );
    const results = await Promise.allSettled(twice);
    const refused = results.filter(result => result.status === 'rejected');
    assert.equal(refused.length, 1);
    const { reason } = refused[0] as PromiseRejectedResult;
    assert.ok(reason instanceof AppError);
    assert.equal(reason.code, 'BAD_USER_INPUT');
    assert.match(String(reason.fields?.email), /"eve@example.com" already/);
  });

  it('needs an e-mail address and a password of 8 to 128 characters, and all faults are reported', async () => {
    const bad = { email: 'no address', password: 'short', admin: false };
    await assert.rejects(createAccount(database, bad), (error: AppError) => {
      assert.deepEqual(Object.keys(error.fields ?? {}), ['email', 'password']);
      return true;
    });
    for (const email of ['a@b c', 'a\0@b.c', '\ud800@b.c', `${'x'.repeat(255)}@b`, '@', 'a@b@c']) {
      await assert.rejects(createAccount(database, { ...bad, email, password: PASSWORD }), { code: 'BAD_USER_INPUT' });
    }
    for (const password of ['seven 7', 'x'.repeat(129), 'nul \0 nul nul', 'lone \ud800 surrogate']) {
      await assert.rejects(createAccount(database, { ...bad, email: 'ok@b.c', password }), { code: 'BAD_USER_INPUT' });
    }
    assert.equal(await findAccountByEmail(database, 'ok@b.c'), null);
    await createAccount(database, { email: 'ok@b.c', password: '😀'.repeat(8), admin: false });
  });

  it('loses its old password and its sessions when it gets a new password', async () => {
    const account = await createAccount(database, { email: 'kim@example.com', password: PASSWORD, admin: false });
    const other = await createAccount(database, { email: 'lee@example.com', password: PASSWORD, admin: false });
    const { token } = await openSession(database, account.id, 'a browser');
    const { token: others } = await openSession(database, other.id, 'a browser');
    await setPassword(database, account.id, 'another password');
    assert.equal(await signIn(database, 'kim@example.com', PASSWORD), null);
    assert.deepEqual(await signIn(database, 'kim@example.com', 'another password'), account);
    assert.equal(await viewerOfSession(database, token, Date.now()), null);
    assert.ok(await viewerOfSession(database, others, Date.now()));
    const kept = await openSession(database, account.id, 'this browser');
    const another = await openSession(database, account.id, 'another browser');
    const viewer = await viewerOfSession(database, kept.token, Date.now());
    await setPassword(database, account.id, 'a third password', viewer?.via.id);
    assert.ok(await viewerOfSession(database, kept.token, Date.now()));
    assert.equal(await viewerOfSession(database, another.token, Date.now()), null);
    await assert.rejects(setPassword(database, 9_999, 'another password'), { code: 'NOT_FOUND' });
    await assert.rejects(setPassword(database, account.id, ''), { code: 'BAD_USER_INPUT' });
  });
});
