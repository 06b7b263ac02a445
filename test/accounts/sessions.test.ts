import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import { closeSession, listSessions, openSession, viewerOfSession } from '../../src/accounts/sessions.ts';
import type { Account } from '../../src/accounts/viewer.ts';
import type { Database } from '../../src/db/open.ts';
import { databasesOf, newAccount } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

const NOW = 1_700_000_000_000;
const DAY = 86_400_000;

eachDatabase('A session', open => {
  const { fresh } = databasesOf(open);
  let database: Database;
  let account: Account;
  beforeAll(async () => {
    ({ database } = await fresh());
  });
  const somebody = async () => {
    account = await newAccount(database);
  };

  it('opens its account for thirty days', async () => {
    await somebody();
    const { token, expiresAt } = await openSession(database, account.id, 'Firefox on Linux', NOW);
    assert.equal(expiresAt, NOW + 30 * DAY);
    const viewer = await viewerOfSession(database, token, NOW);
    assert.deepEqual(viewer, { account, scope: 'WRITE', via: { kind: 'session', id: viewer?.via.id } });
    assert.ok(await viewerOfSession(database, token, expiresAt - 1));
    assert.equal(await viewerOfSession(database, token, expiresAt), null);
    for (const wrong of ['', token.slice(1), `${token}x`, token.toLowerCase(), '\0'.repeat(43)]) {
      assert.equal(await viewerOfSession(database, wrong, NOW), null);
    }
    assert.ok(!JSON.stringify(await database.dialect.all('SELECT * FROM session')).includes(token));
  });

  it('is listed with the name of its browser, and only its account can close it', async () => {
    await somebody();
    const { token } = await openSession(database, account.id, `${'é'.repeat(300)}\0`, NOW);
    await openSession(database, account.id, 'Safari\0 on iOS', NOW + 5);
    const [later, earlier] = await listSessions(database, account.id, NOW + 10);
    assert.ok(later && earlier);
    assert.equal(later.client, 'Safari\ufffd on iOS');
    assert.equal(earlier.client, 'é'.repeat(255));
    const stranger = await newAccount(database);
    await assert.rejects(closeSession(database, stranger.id, earlier.id), { code: 'NOT_FOUND' });
    await closeSession(database, account.id, earlier.id);
    assert.equal(await viewerOfSession(database, token, NOW), null);
    assert.deepEqual(await listSessions(database, account.id, NOW + 10), [later]);
  });

  it('disappears from the list once it has expired, and from the database at the next sign-in', async () => {
    await somebody();
    await openSession(database, account.id, 'old', NOW);
    assert.deepEqual(await listSessions(database, account.id, NOW + 31 * DAY), []);
    await openSession(database, account.id, 'new', NOW + 31 * DAY);
    const rows = await database.dialect.all('SELECT client FROM session WHERE account_id = ?', [account.id]);
    assert.deepEqual(
      rows.map(row => ({ ...row })),
      [{ client: 'new' }],
    );
  });
});
