import assert from 'node:assert/strict';
import { beforeAll, beforeEach, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/accounts/api-keys.ts';
import type { Viewer } from '../../src/accounts/viewer.ts';
import type { Database } from '../../src/db/open.ts';
import { createShare, deleteShare, sharesOf, websiteOfShare } from '../../src/websites/shares.ts';
import { isUnlocked, sharedWebsite, unlockOfShare } from '../../src/websites/sharing.ts';
import type { Website } from '../../src/websites/website.ts';
import { createWebsite, deleteWebsite, updateWebsite } from '../../src/websites/websites.ts';
import { databasesOf, newViewer } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const GONE = { code: 'NOT_FOUND', message: 'Resource not found.' };
let domains = 0;

eachDatabase('A share', open => {
  const { fresh, reopen } = databasesOf(open);
  let database: Database;
  let url: string;
  let owner: Viewer;
  let stranger: Viewer;
  let website: Website;
  beforeAll(async () => {
    ({ database, url } = await fresh());
    const inSession = async () =>
      ({ ...(await newViewer(database)), via: { kind: 'session', id: 1 } }) satisfies Viewer;
    [owner, stranger] = [await inSession(), await inSession()];
  });
  beforeEach(async () => {
    website = await createWebsite(database, owner, { domain: `site${++domains}.example` });
  });
  const create = (name = 'Sheet', expiresAt: number | null = null, by = owner) =>
    createShare(database, by, String(website.id), { name, expiresAt }, NOW);
  const remove = (id: string, by: Viewer | null = owner, of: string | null = null) =>
    deleteShare(database, by, id, of, NOW);
  const list = async () => (await sharesOf(database, [website.id]))[0] ?? [];
  const opened = async (token: string, now = NOW, by = database) => (await websiteOfShare(by, token, now)).website.id;

  it('has a random token that is shown once and stored as a hash', async () => {
    const { share, token } = await create('  My sheet ');
    assert.match(token, /^ffs_[0-9A-Za-z]{32}$/);
    const expected = { id: share.id, name: 'My sheet', prefix: token.slice(0, 10), createdAt: NOW };
    assert.deepEqual(await list(), [{ ...expected, lastUsedAt: null, expiresAt: null }]);
    const rows = await database.shares.findAll({ raw: true });
    assert.ok(!JSON.stringify(rows).includes(token));
    assert.notEqual((await create()).token, token);
  });

  it('opens its website, whatever the privacy, and no other', async () => {
    const { token } = await create();
    const other = await createWebsite(database, owner, { domain: `site${++domains}.example` });
    for (const privacy of ['PRIVATE', 'PASSWORD', 'PUBLIC'] as const) {
      await updateWebsite(database, owner, website.id, { privacy, password: 'sesame' });
      assert.equal(await opened(token), website.id);
    }
    const unlocked = (one: Website) => isUnlocked(database, one, token, NOW);
    await updateWebsite(database, owner, website.id, { privacy: 'PRIVATE' });
    assert.equal((await sharedWebsite(database, website.domain, unlocked, null)).id, website.id);
    await assert.rejects(sharedWebsite(database, other.domain, unlocked, null), GONE);
    assert.equal(await unlockOfShare(database, other, token, NOW), null);
  });

  it('ends at once in every process when it is deleted, and with its website', async () => {
    const elsewhere = reopen(url);
    const [{ share, token }, { token: second }] = [await create('one'), await create('two')];
    assert.equal(await opened(token, NOW, elsewhere), website.id);
    await remove(share.id);
    for (const process of [database, elsewhere]) await assert.rejects(websiteOfShare(process, token, NOW), GONE);
    assert.deepEqual(
      (await list()).map(({ name }) => name),
      ['two'],
    );
    await assert.rejects(remove(share.id), GONE);
    await deleteWebsite(database, owner, website.id);
    await assert.rejects(opened(second), GONE);
  });

  it('ends when it expires', async () => {
    const { token } = await create('Until noon', NOW + HOUR);
    assert.equal(await opened(token, NOW + HOUR - 1), website.id);
    assert.deepEqual(await unlockOfShare(database, website, token, NOW), { token, expiresAt: NOW + HOUR });
    await assert.rejects(opened(token, NOW + HOUR), GONE);
    assert.equal(await isUnlocked(database, website, token, NOW + HOUR), false);
    for (const past of [NOW, NOW - 1])
      await assert.rejects(create('Late', past), { code: 'BAD_USER_INPUT', message: /not in the future/ });
  });

  it('that an API key created ends with the key', async () => {
    const keyOf = async (expiresAt: number | null) => {
      const given = { accountId: owner.account.id, name: 'A key', scope: 'WRITE', expiresAt } as const;
      const { id } = await createApiKey(database, given, NOW);
      return { ...owner, via: { kind: 'key', id } } as const;
    };
    const [expiring, revoked] = [await keyOf(NOW + HOUR), await keyOf(null)];
    const [one, two] = [await create('one', NOW + 2 * HOUR, expiring), await create('two', null, revoked)];
    assert.deepEqual([one.share.expiresAt, two.share.expiresAt], [NOW + HOUR, null]);
    await assert.rejects(opened(one.token, NOW + HOUR), GONE);
    assert.equal(await opened(two.token), website.id);
    await revokeApiKey(database, owner.account.id, revoked.via.id, NOW);
    await assert.rejects(opened(two.token), GONE);
    assert.deepEqual(
      (await list()).map(({ expiresAt }) => expiresAt),
      [NOW + HOUR, NOW],
    );
  });

  it('notes its last use to the hour', async () => {
    const { token } = await create();
    const used = async () => (await list())[0]?.lastUsedAt;
    for (const [at, expected] of [
      [NOW + 1, NOW + 1],
      [NOW + HOUR, NOW + 1],
      [NOW + HOUR + 1, NOW + HOUR + 1],
    ] as const) {
      await opened(token, at);
      // The use is written behind the response.
      for (let waits = 0; (await used()) !== expected && waits < 100; waits++) await new Promise(setImmediate);
      assert.equal(await used(), expected);
    }
  });

  it('is created and deleted only by those who may change the website', async () => {
    const { share } = await create();
    const reader = { ...owner, scope: 'READ' } as const;
    await assert.rejects(create('x', null, stranger), GONE);
    await assert.rejects(create('x', null, reader), { code: 'FORBIDDEN' });
    await assert.rejects(remove(share.id, stranger), GONE);
    await assert.rejects(remove(share.id, reader), { code: 'FORBIDDEN' });
    await assert.rejects(remove(share.id, null), { code: 'UNAUTHENTICATED' });
    await assert.rejects(remove(share.id, owner, String(website.id + 1)), GONE);
    for (const odd of ['', 'none', "'", '\0']) await assert.rejects(remove(odd), GONE);
    await remove(share.id, owner, String(website.id));
  });

  it('is refused if the website has 50, not counting deleted ones', async () => {
    const made = [];
    for (let number = 0; number < 50; number++) made.push(await create(`Sheet ${number}`));
    await assert.rejects(create(), {
      code: 'BAD_USER_INPUT',
      message: /already has 50 share links, which is the maximum/,
    });
    await remove(made[0]?.share.id ?? '');
    await create('The 51st');
    await assert.rejects(create(), { code: 'BAD_USER_INPUT' });
  });

  it('makes way for a new one once it has ended, also with its API key', async () => {
    const given = { accountId: owner.account.id, name: 'A key', scope: 'WRITE', expiresAt: null } as const;
    const { id } = await createApiKey(database, given, NOW);
    const key = { ...owner, via: { kind: 'key', id } } as const;
    for (let number = 0; number < 48; number++) await create(`Sheet ${number}`);
    await create('of a key', null, key);
    const until = await create('Until noon', NOW + HOUR);
    await assert.rejects(create(), { code: 'BAD_USER_INPUT' });
    await revokeApiKey(database, owner.account.id, id, NOW);
    await create('in its place');
    assert.deepEqual(
      (await list()).slice(-3).map(({ name }) => name),
      ['Sheet 47', 'Until noon', 'in its place'],
    );
    await assert.rejects(create(), { code: 'BAD_USER_INPUT' });
    const at = String(website.id);
    await createShare(database, owner, at, { name: 'after noon', expiresAt: null }, NOW + HOUR);
    assert.deepEqual([(await list()).length, (await list()).some(one => one.id === until.share.id)], [50, false]);
  });

  it('is found by nothing but its token', async () => {
    const { token, share } = await create();
    for (const odd of ['', 'ffs_', `${token} `, `${token}\n`, token.slice(0, -1), token.toLowerCase(), share.id, '\0'])
      await assert.rejects(opened(odd), GONE, JSON.stringify(odd));
  });
});
