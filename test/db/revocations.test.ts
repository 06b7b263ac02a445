import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { createApiKey, listApiKeys } from '../../src/accounts/api-keys.ts';
import { openDatabase } from '../../src/db/open.ts';
import { websiteOfShare } from '../../src/websites/shares.ts';
import { footfall } from '../support/command-line.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor } from '../support/visitor.ts';

const environment = ({ url, dataDir }: Place) => ({ DATABASE_URL: url, DATA_DIR: dataDir });
const token = (letter: string) => letter.repeat(43);

eachDatabase('A restored backup', open => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-revoked-'));
  const backup = join(folder, 'backup.gz');
  let place: Place;
  let tokens: readonly string[];

  /** Opens a database with three keys and four recipients of two websites, and takes rights away after a backup. */
  beforeAll(async () => {
    place = await open();
    const gateway = await startTestGateway(place);
    const before = await gateway.createKey('READ');
    const online = await gateway.createKey('READ');
    const elsewhere = await gateway.createKey('READ');
    await revoke(gateway, before.id);
    await addRecipients(gateway);
    await unsubscribe(gateway, 'a');
    const [kept, deleted] = [await share(gateway, 'kept'), await share(gateway, 'deleted')];
    await deleteShare(gateway, (await share(gateway, 'deleted before')).id);
    tokens = [kept.token, deleted.token];
    assert.equal((await footfall(['backup', '--to', backup], environment(place))).code, 0);

    await unsubscribe(gateway, 'a', 'again');
    for (const letter of ['b', 'c']) await unsubscribe(gateway, letter);
    await unsubscribe(gateway, 'd');
    await unsubscribe(gateway, 'd', 'again');
    await revoke(gateway, online.id);
    await deleteShare(gateway, deleted.id);
    await gateway.stop();
    assert.equal((await footfall(['key', 'revoke', '--id', elsewhere.id], environment(place))).code, 0);
    // A process that is killed while it writes leaves part of a line.
    appendFileSync(join(place.dataDir, 'revocations'), '\n{"key":"00');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const revoke = ({ inSession }: TestGateway, id: string) =>
    inSession('mutation($id: ID!) { revokeApiKey(id: $id) { id } }', { id });
  const deleteShare = ({ inSession }: TestGateway, id: string) =>
    inSession('mutation($id: ID!) { deleteShare(id: $id) }', { id });
  async function share({ inSession }: TestGateway, name: string): Promise<{ token: string; id: string }> {
    const { createShare } = await inSession<{ createShare: { token: string; share: { id: string } } }>(
      'mutation($name: String!) { createShare(website: 1, input: { name: $name }) { token share { id } } }',
      { name },
    );
    return { token: createShare.token, id: createShare.share.id };
  }
  const unsubscribe = async ({ url }: TestGateway, letter: string, action = 'unsubscribe') =>
    assert.equal((await openVisitor(url).post(`/unsubscribe/${token(letter)}`, { action })).status, 200);

  async function addRecipients(gateway: TestGateway): Promise<void> {
    for (const domain of ['one.example', 'two.example'])
      await gateway.graphql(`mutation { createWebsite(input: { domain: "${domain}", emailReports: true }) { id } }`);
    const database = openDatabase(place.url);
    const since = 0;
    for (const [websiteId, email, letter] of [
      [1, 'a@b.example', 'a'],
      [1, 'b@b.example', 'b'],
      [2, '', 'c'],
      [1, 'd@b.example', 'd'],
    ] as const)
      await database.reportRecipients.create({
        websiteId,
        email,
        frequencies: ['WEEKLY'],
        token: token(letter),
        since,
      });
    await database.close();
  }

  /** Restores the backup and returns its keys, recipients and websites that are revoked, unsubscribed and off. */
  async function restored(dataDir: string, ...options: string[]) {
    const target = await open();
    const { code, out, err } = await footfall(['restore', backup, '--json', ...options], {
      ...environment(target),
      DATA_DIR: dataDir,
    });
    assert.equal(code, 0, err);
    const database = openDatabase(target.url);
    const keys = await listApiKeys(database, null);
    const recipients = await database.reportRecipients.findAll({ order: ['token'], raw: true });
    const websites = await database.websites.findAll({ order: ['id'], raw: true });
    const opens = (token: string) =>
      websiteOfShare(database, token, Date.now()).then(
        () => true,
        () => false,
      );
    const shares = await Promise.all(tokens.map(opens));
    await database.close();
    return {
      revoked: JSON.parse(out).revoked,
      keys: keys.map(({ revokedAt }) => revokedAt !== null),
      off: recipients.filter(({ unsubscribedAt }) => unsubscribedAt !== null).map(({ token }) => token[0]),
      reports: websites.map(({ emailReports }) => emailReports),
      shares,
      place: target,
    };
  }

  it('revives neither keys that were revoked nor shares that were deleted nor recipients who unsubscribed after it was made', async () => {
    const { place: _, ...found } = await restored(place.dataDir);
    assert.deepEqual(found, {
      revoked: { keys: 2, shares: 1, recipients: 2 },
      keys: [false, true, true, true],
      off: ['a', 'b'],
      reports: [1, 0],
      shares: [true, false],
    });
  });

  it('lets nobody use a key again that was revoked elsewhere, if that is asked for', async () => {
    const without = mkdtempSync(join(folder, 'without-'));
    const text = await footfall(['restore', backup], { ...environment(await open()), DATA_DIR: without });
    assert.match(
      text.out,
      /DATA_DIR has no list of revocations: API keys that were revoked since \d{4}.* share links .* --revoke-keys/,
    );
    const some = await restored(without);
    assert.deepEqual(
      [some.keys, some.shares],
      [
        [false, true, false, false],
        [true, true],
      ],
    );
    const all = await restored(without, '--revoke-keys');
    assert.deepEqual([all.revoked, all.keys], [{ keys: 3, shares: 2, recipients: 0 }, [true, true, true, true]]);
    assert.deepEqual(all.shares, [false, false]);
  });

  it('knows what other processes and earlier releases revoked, once its service has started', async () => {
    const target = await open();
    const gateway = await startTestGateway(target);
    const database = openDatabase(target.url);
    const { id } = await createApiKey(database, { accountId: 1, name: 'x', scope: 'READ', expiresAt: null });
    await gateway.graphql('mutation { createWebsite(input: { domain: "one.example" }) { id } }');
    await share(gateway, 'A share');
    const file = join(folder, 'second.gz');
    assert.equal((await footfall(['backup', '--to', file], environment(target))).code, 0);
    await database.apiKeys.update({ revokedAt: 1 }, { where: { id } });
    await database.shares.update({ deletedAt: Date.now() }, { where: { name: 'A share' } });
    await database.close();
    await gateway.stop();
    await (await startTestGateway(target)).stop();
    const { code, out } = await footfall(['restore', file], { ...environment(await open()), DATA_DIR: target.dataDir });
    assert.equal(code, 0);
    assert.match(out, /Ended again: 1 revoked API key, 1 deleted share link and 0 subscriptions to reports\./);
  });
});
