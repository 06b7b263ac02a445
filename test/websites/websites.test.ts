import assert from 'node:assert/strict';
import { beforeAll, beforeEach, it } from 'vitest';
import type { Viewer } from '../../src/accounts/viewer.ts';
import type { Database } from '../../src/db/open.ts';
import type { WebsiteInput } from '../../src/domain/inputs/website.ts';
import { AppError } from '../../src/errors.ts';
import { websiteOf } from '../../src/websites/access.ts';
import { checkUnlock } from '../../src/websites/sharing.ts';
import type { Website } from '../../src/websites/website.ts';
import { createWebsite, deleteWebsite, updateWebsite } from '../../src/websites/websites.ts';
import { databasesOf, newViewer } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

const NOW = 1_700_000_000_000;
let domains = 0;

/** Returns the fields that the call refuses. */
async function refused(call: Promise<unknown>): Promise<Record<string, readonly string[]>> {
  const error = await call.then(
    () => assert.fail('It was not refused.'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof AppError, String(error));
  assert.equal(error.code, 'BAD_USER_INPUT');
  return { ...error.fields };
}

eachDatabase('A website', open => {
  const { fresh, reopen } = databasesOf(open);
  let database: Database;
  let url: string;
  let viewer: Viewer;
  let website: Website;
  beforeAll(async () => {
    ({ database, url } = await fresh());
    viewer = await newViewer(database);
  });
  beforeEach(async () => {
    website = await createWebsite(database, viewer, { domain: `site${++domains}.example` }, NOW);
  });
  const update = (input: WebsiteInput, now = NOW + 1_000) => updateWebsite(database, viewer, website.id, input, now);

  it('is found as it was registered', async () => {
    assert.deepEqual([website.accountId, website.createdAt, website.updatedAt], [viewer.account.id, NOW, NOW]);
    assert.deepEqual(await websiteOf(database, viewer, { id: website.id }), website);
  });

  it('keeps the values it was given, in normalised form', async () => {
    const made = await createWebsite(database, viewer, {
      domain: 'HTTPS://www.Bücher.example./',
      privacy: 'PASSWORD',
      password: ' p ',
      emailReports: true,
      excludeBots: false,
      excludeParams: ['q', ' Q ', '', 'q', 'naïve 😀', "x'; --"],
      excludeIps: ['203.0.113.9', '2001:db8::/32'],
      honorGpc: true,
      embedOrigins: [' HTTPS://Intranet.example:8443/ ', '*', '', '*'],
      timezone: 'europe/berlin',
    });
    const { id, domain, createdAt, updatedAt, ...settings } = made;
    assert.equal(domain, 'xn--bcher-kva.example');
    assert.partialDeepStrictEqual(settings, {
      accountId: viewer.account.id,
      privacy: 'PASSWORD',
      hasPassword: true,
      emailReports: true,
      excludeBots: false,
      excludeParams: ['q', 'Q', 'naïve 😀', "x'; --"],
      excludeIps: ['203.0.113.9', '2001:db8::/32'],
      honorGpc: true,
      embedOrigins: ['https://intranet.example:8443', '*'],
      timezone: 'Europe/Berlin',
    });
    assert.deepEqual(await websiteOf(database, viewer, { id }), made);
    assert.ok(Math.abs(createdAt - Date.now()) < 60_000 && updatedAt === createdAt);
    assert.deepEqual(await checkUnlock(database, domain, ' p '), made);
  });

  it('reports everything that is wrong with it at once', async () => {
    const errors = await refused(
      createWebsite(database, viewer, {
        domain: 'a b',
        privacy: 'PASSWORD',
        excludeIps: ['1.2.3.4', 'x'],
        timezone: 'Mars/X',
      }),
    );
    assert.deepEqual(Object.keys(errors).sort(), ['domain', 'excludeIps', 'password', 'timezone']);
    assert.match(String(errors.excludeIps), /Line 2/);
    assert.deepEqual(Object.keys(await refused(createWebsite(database, viewer, {}))), ['domain']);
  });

  it('has a domain that is unique on the instance, even across accounts', async () => {
    const stranger = await newViewer(database);
    const errors = await refused(createWebsite(database, stranger, { domain: `www.${website.domain.toUpperCase()}` }));
    assert.match(String(errors.domain), /already registered on this instance/);
  });

  it('is registered once if many requests come at the same time, in several processes', async () => {
    const other = reopen(url);
    const domain = `race${domains}.example`;
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_unused, index) => createWebsite(index % 2 ? database : other, viewer, { domain })),
    );
    assert.equal(results.filter(result => result.status === 'fulfilled').length, 1);
    for (const result of results) {
      if (result.status === 'rejected')
        assert.deepEqual(Object.keys(result.reason.fields ?? {}), ['domain'], String(result.reason));
    }
  });

  it('changes only the fields that were sent', async () => {
    const changed = await update({ excludeBots: false, excludeParams: ['a'] });
    assert.deepEqual(changed, { ...website, excludeBots: false, excludeParams: ['a'], updatedAt: NOW + 1_000 });
    assert.deepEqual(await update({ timezone: 'Asia/Kolkata', emailReports: undefined }, NOW + 2_000), {
      ...changed,
      timezone: 'Asia/Kolkata',
      updatedAt: NOW + 2_000,
    });
    assert.deepEqual((await update({ excludeParams: null }, NOW + 3_000)).excludeParams, []);
    assert.deepEqual((await update({ excludeIps: ['::1'] })).excludeIps, ['::1']);
    assert.deepEqual((await update({ excludeIps: [' ', ''] })).excludeIps, []);
  });

  it('keeps its time of change while nothing changes, and moves it forward even if the clock was set back', async () => {
    assert.equal((await update({})).updatedAt, NOW);
    assert.equal((await update({ excludeBots: true, privacy: 'PRIVATE', excludeIps: [] })).updatedAt, NOW);
    assert.equal((await update({ excludeBots: false }, NOW - 5_000)).updatedAt, NOW + 1);
  });

  it('keeps its domain, whatever is sent', async () => {
    assert.deepEqual(await update({ domain: 'not a domain' }), website);
    assert.deepEqual(await update({ domain: null }), website);
  });

  it('needs a password while the privacy is PASSWORD, and can lose it otherwise', async () => {
    assert.deepEqual(Object.keys(await refused(update({ privacy: 'PASSWORD' }))), ['password']);
    assert.equal((await update({ password: 'sesame' })).hasPassword, true);
    assert.equal((await update({ privacy: 'PASSWORD' })).privacy, 'PASSWORD');
    assert.deepEqual(Object.keys(await refused(update({ password: '' }))), ['password']);
    assert.deepEqual(Object.keys(await refused(update({ password: null }))), ['password']);
    const open = await update({ password: '', privacy: 'PUBLIC' });
    assert.deepEqual([open.privacy, open.hasPassword], ['PUBLIC', false]);
    assert.deepEqual(Object.keys(await refused(update({ privacy: 'PASSWORD', password: '' }))), ['password']);
  });

  it('never ends up with the privacy PASSWORD and no password, whatever requests run at once', async () => {
    const other = reopen(url);
    for (let tries = 0; tries < 8; tries++) {
      await update({ privacy: 'PRIVATE', password: 'sesame' });
      await Promise.allSettled([
        updateWebsite(database, viewer, website.id, { privacy: 'PASSWORD' }),
        updateWebsite(other, viewer, website.id, { password: '' }),
      ]);
      const now = await websiteOf(database, viewer, { id: website.id });
      assert.ok(now.privacy !== 'PASSWORD' || now.hasPassword);
    }
  });

  it('is gone at once when it is deleted; its domain is free and its id is never used again', async () => {
    await deleteWebsite(database, viewer, String(website.id));
    await assert.rejects(websiteOf(database, viewer, { id: website.id }), { code: 'NOT_FOUND' });
    await assert.rejects(deleteWebsite(database, viewer, website.id), { code: 'NOT_FOUND' });
    await assert.rejects(update({ excludeBots: false }), { code: 'NOT_FOUND' });
    const again = await createWebsite(database, viewer, { domain: website.domain });
    assert.ok(again.id > website.id);
  });

  it('is deleted once if two requests come at the same time', async () => {
    const results = await Promise.allSettled([1, 2].map(() => deleteWebsite(database, viewer, website.id)));
    assert.deepEqual(results.map(result => (result.status === 'rejected' ? result.reason.code : 'deleted')).sort(), [
      'NOT_FOUND',
      'deleted',
    ]);
  });

  it('can be neither changed nor deleted by another account', async () => {
    const stranger = await newViewer(database);
    await assert.rejects(updateWebsite(database, stranger, website.id, { excludeBots: false }), { code: 'NOT_FOUND' });
    await assert.rejects(updateWebsite(database, stranger, website.id, { timezone: 'nonsense' }), {
      code: 'NOT_FOUND',
    });
    await assert.rejects(deleteWebsite(database, stranger, website.id), { code: 'NOT_FOUND' });
    assert.deepEqual(await websiteOf(database, viewer, { id: website.id }), website);
  });
});
