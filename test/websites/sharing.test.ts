import assert from 'node:assert/strict';
import { beforeAll, beforeEach, it } from 'vitest';
import type { Viewer } from '../../src/accounts/viewer.ts';
import type { Database } from '../../src/db/open.ts';
import type { WebsiteInput } from '../../src/domain/inputs/website.ts';
import { checkUnlock, isUnlocked, sharedWebsite, unlockToken } from '../../src/websites/sharing.ts';
import type { Website } from '../../src/websites/website.ts';
import { createWebsite, updateWebsite } from '../../src/websites/websites.ts';
import { databasesOf, newViewer } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

const NOW = 1_700_000_000_000;
let domains = 0;
const locked = () => false;

eachDatabase('A statistics page', open => {
  const { fresh, reopen } = databasesOf(open);
  let database: Database;
  let url: string;
  let viewer: Viewer;
  let stranger: Viewer;
  let website: Website;
  beforeAll(async () => {
    ({ database, url } = await fresh());
    [viewer, stranger] = [await newViewer(database), await newViewer(database)];
  });
  beforeEach(async () => {
    website = await createWebsite(database, viewer, {
      domain: `site${++domains}.example`,
      privacy: 'PASSWORD',
      password: 'sesame',
    });
  });
  async function set(input: WebsiteInput): Promise<void> {
    website = await updateWebsite(database, viewer, website.id, input);
  }
  const shared = (who: Viewer | null, unlocked: () => boolean | Promise<boolean> = locked) =>
    sharedWebsite(database, website.domain, unlocked, who);

  it('is open to anyone if it is public', async () => {
    await set({ privacy: 'PUBLIC' });
    for (const who of [null, stranger, viewer]) assert.deepEqual(await shared(who), website);
    assert.deepEqual(await sharedWebsite(database, `WWW.${website.domain}.`, locked, null), website);
  });

  it('looks like one that does not exist if it is private, also with a token for its password', async () => {
    const { token } = await unlockToken(database, website, NOW);
    await set({ privacy: 'PRIVATE' });
    const answers: unknown[] = [];
    const note = (error: { code: string; message: string }) => answers.push([error.code, error.message]);
    await shared(null).catch(note);
    await shared(stranger, () => isUnlocked(database, website, token, NOW)).catch(note);
    await sharedWebsite(database, 'none.example', () => true, stranger).catch(note);
    await sharedWebsite(database, '\0', () => true, null).catch(note);
    assert.deepEqual(answers, Array(4).fill(['NOT_FOUND', 'Resource not found.']));
  });

  it('with a password is locked except for its account and for callers who have unlocked it', async () => {
    for (const who of [null, stranger]) await assert.rejects(shared(who), { code: 'FORBIDDEN' });
    assert.deepEqual(await shared(viewer), website);
    assert.deepEqual(await shared(null, () => true), website);
    assert.deepEqual(await shared(null, () => Promise.resolve(true)), website);
    await assert.rejects(
      shared(null, () => Promise.resolve(false)),
      { code: 'FORBIDDEN' },
    );
  });

  it('unlocks with its password and no other, and only while the privacy is PASSWORD', async () => {
    assert.deepEqual(await checkUnlock(database, website.domain, 'sesame'), website);
    for (const wrong of ['', 'Sesame', 'sesame ', '\0', 'x'.repeat(1e5)]) {
      assert.equal(await checkUnlock(database, website.domain, wrong), null);
    }
    assert.equal(await checkUnlock(database, 'none.example', 'sesame'), null);
    assert.equal(await checkUnlock(database, '\0', 'sesame'), null);
    await set({ privacy: 'PRIVATE' });
    assert.equal(await checkUnlock(database, website.domain, 'sesame'), null);
  });

  it('stays unlocked for the token’s seven days, in every process', async () => {
    const { token, expiresAt } = await unlockToken(database, website, NOW);
    assert.equal(expiresAt, NOW + 7 * 86_400_000);
    assert.match(token, /^[\w.-]+$/);
    for (const process of [database, reopen(url)]) {
      assert.equal(await isUnlocked(process, website, token, NOW), true);
      assert.equal(await isUnlocked(process, website, token, expiresAt - 1), true);
      assert.equal(await isUnlocked(process, website, token, expiresAt), false);
    }
  });

  it('is not unlocked by the token of another website or by one that was tampered with', async () => {
    const { token, expiresAt } = await unlockToken(database, website, NOW);
    const other = await createWebsite(database, viewer, {
      domain: `site${++domains}.example`,
      privacy: 'PASSWORD',
      password: 'sesame',
    });
    assert.equal(await isUnlocked(database, other, token, NOW), false);
    const [, signature = ''] = token.split('.');
    const altered = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
    for (const odd of [
      '',
      '.',
      signature,
      `${expiresAt + 1}.${signature}`,
      `${expiresAt}.${altered}`,
      `${token}A`,
      `${expiresAt}.`,
      `9e99.${signature}`,
      `${token}\n`,
    ]) {
      assert.equal(await isUnlocked(database, website, odd, NOW), false, odd);
    }
  });

  it('locks again with a new password, even the same one, and with another privacy setting', async () => {
    const { token } = await unlockToken(database, website, NOW);
    await set({ emailReports: true });
    assert.equal(await isUnlocked(database, website, token, NOW), true);
    await set({ privacy: 'PRIVATE' });
    assert.equal(await isUnlocked(database, website, token, NOW), false);
    await set({ privacy: 'PASSWORD', password: 'sesame' });
    assert.equal(await isUnlocked(database, website, token, NOW), false);
  });

  it('has one secret per instance, whichever process needs it first', async () => {
    const { database: one, url: place } = await fresh();
    const owner = await newViewer(one);
    const page = await createWebsite(one, owner, { domain: 'a.example', privacy: 'PASSWORD', password: 'x' });
    const processes = [one, reopen(place), reopen(place), reopen(place)];
    const unlocks = await Promise.all(processes.map(process => unlockToken(process, page, NOW)));
    assert.equal(new Set(unlocks.map(({ token }) => token)).size, 1);
  });
});
