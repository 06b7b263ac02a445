import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import type { Viewer } from '../../src/accounts/viewer.ts';
import type { Database } from '../../src/db/open.ts';
import { websiteOf, writableWebsite } from '../../src/websites/access.ts';
import type { Website } from '../../src/websites/website.ts';
import { createWebsite, deleteWebsite, updateWebsite } from '../../src/websites/websites.ts';
import { databasesOf, newViewer } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase('The gate to a website', open => {
  const { fresh } = databasesOf(open);
  let database: Database;
  let viewer: Viewer;
  let stranger: Viewer;
  let website: Website;
  beforeAll(async () => {
    ({ database } = await fresh());
    [viewer, stranger] = [await newViewer(database), await newViewer(database)];
    website = await createWebsite(database, viewer, { domain: 'example.com' });
  });

  it('opens to its account, by id and by domain in any spelling', async () => {
    assert.deepEqual(await websiteOf(database, viewer, { id: website.id }), website);
    assert.deepEqual(await websiteOf(database, viewer, { id: String(website.id) }), website);
    for (const domain of ['example.com', 'https://WWW.Example.com./', ' example.com ']) {
      assert.deepEqual(await websiteOf(database, viewer, { domain }), website);
    }
  });

  it('returns the same error to strangers, whether or not the website exists', async () => {
    const answers: unknown[] = [];
    for (const name of [{ id: website.id }, { id: 999_999 }, { domain: 'example.com' }, { domain: 'none.example' }]) {
      await websiteOf(database, stranger, name).catch(error => answers.push([error.code, error.message]));
    }
    assert.deepEqual(answers, Array(4).fill(['NOT_FOUND', 'Resource not found.']));
  });

  it('accepts only whole numbers in plain digits as ids', async () => {
    const { id } = website;
    const odd = [
      `${id}abc`,
      `0${id}`,
      ` ${id}`,
      `${id}.0`,
      `+${id}`,
      `-${id}`,
      '',
      '0',
      '1e0',
      `${id}\0`,
      '9'.repeat(16),
      '9'.repeat(400),
    ];
    for (const name of [...odd, Number.NaN, 0, -1, 1.5, 2 ** 53, Number.POSITIVE_INFINITY]) {
      await assert.rejects(websiteOf(database, viewer, { id: name }), { code: 'NOT_FOUND' }, String(name));
    }
    for (const domain of ['', '\0', '%', "' OR 1=1", 'example.com\0', '\ud800', 'x'.repeat(1e6)]) {
      await assert.rejects(websiteOf(database, viewer, { domain }), { code: 'NOT_FOUND' });
    }
  });

  it('throws UNAUTHENTICATED without a viewer', async () => {
    for (const call of [
      websiteOf(database, null, { id: website.id }),
      websiteOf(database, null, { id: 999_999 }),
      createWebsite(database, null, { domain: 'new.example' }),
      updateWebsite(database, null, website.id, {}),
      deleteWebsite(database, null, website.id),
    ]) {
      await assert.rejects(call, { code: 'UNAUTHENTICATED', message: 'Unauthenticated.' });
    }
  });

  it('lets a READ key read but change nothing, whether or not the website exists', async () => {
    const reader: Viewer = { ...viewer, scope: 'READ' };
    assert.deepEqual(await websiteOf(database, reader, { id: website.id }), website);
    for (const call of [
      writableWebsite(database, reader, { id: website.id }),
      writableWebsite(database, reader, { id: 999_999 }),
      createWebsite(database, reader, { domain: 'new.example' }),
      updateWebsite(database, reader, website.id, { excludeBots: false }),
      deleteWebsite(database, reader, website.id),
    ]) {
      await assert.rejects(call, { code: 'FORBIDDEN', message: /scope WRITE/ });
    }
    assert.deepEqual(await websiteOf(database, viewer, { id: website.id }), website);
  });
});
