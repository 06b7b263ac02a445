import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { it, onTestFinished } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import type { Database } from '../../src/db/open.ts';
import { matchesIp } from '../../src/domain/ip-addresses.ts';
import { KnownWebsites } from '../../src/websites/known.ts';
import { createWebsite, deleteWebsite, registerWebsite, updateWebsite } from '../../src/websites/websites.ts';
import { databasesOf, newViewer } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';
import { until } from '../support/until.ts';

const NEVER = 3_600_000;

eachDatabase('The known websites', open => {
  const { fresh, reopen } = databasesOf(open);
  function watch(
    database: Database,
    every = NEVER,
    report: (error: unknown) => void = error => assert.fail(String(error)),
  ): KnownWebsites {
    const known = new KnownWebsites(database, { every, report });
    onTestFinished(() => known.stop());
    return known;
  }

  it('are not ready before they have been read once', async () => {
    const { database } = await fresh();
    const viewer = await newViewer(database);
    const website = await createWebsite(database, viewer, { domain: 'example.com' });
    const known = watch(database);
    assert.equal(known.ready(), false);
    assert.equal(known.find('example.com'), undefined);
    await known.refresh();
    assert.equal(known.ready(), true);
    assert.equal(known.find('example.com')?.id, website.id);
    assert.equal(known.byId(website.id)?.domain, 'example.com');
    assert.equal(known.find('sub.example.com'), undefined);
    for (const host of ['WWW.Example.COM', 'example.com.', 'www.example.com'])
      assert.equal(known.find(host)?.id, website.id);
  });

  it('are ready even if there are none', async () => {
    const { database } = await fresh();
    const known = watch(database);
    await known.refresh();
    assert.equal(known.ready(), true);
  });

  it('have their lists prepared for checking hits', async () => {
    const { database } = await fresh();
    const viewer = await newViewer(database);
    await createWebsite(database, viewer, {
      domain: 'example.com',
      excludeIps: ['203.0.113.0/24'],
      excludeParams: ['q'],
    });
    const known = watch(database);
    await known.refresh();
    const website = known.find('example.com');
    assert.ok(website && matchesIp(website.ipList, '203.0.113.77') && !matchesIp(website.ipList, '203.0.114.1'));
    assert.deepEqual(website.params, ['q']);
  });

  it('follow this process’s changes at once', async () => {
    const { database } = await fresh();
    const viewer = await newViewer(database);
    const known = watch(database);
    await known.refresh();
    const { id } = await createWebsite(database, viewer, { domain: 'example.com' });
    assert.equal(known.find('example.com')?.id, id);
    await updateWebsite(database, viewer, id, { excludeBots: false, excludeIps: ['::1'] });
    assert.equal(known.find('example.com')?.excludeBots, false);
    assert.ok(matchesIp(known.byId(id)!.ipList, '::1'));
    await deleteWebsite(database, viewer, id);
    assert.equal(known.find('example.com'), undefined);
    assert.equal(known.byId(id), undefined);
    const again = await createWebsite(database, viewer, { domain: 'example.com' });
    assert.equal(known.find('example.com')?.id, again.id);
  });

  it('never lose a change by this process while they are being read', async () => {
    const { database } = await fresh();
    const viewer = await newViewer(database);
    const known = watch(database, 1);
    await known.refresh();
    for (let number = 0; number < 25; number++) {
      void known.refresh();
      const { id } = await createWebsite(database, viewer, { domain: `n${number}.example` });
      for (let look = 0; look < 5; look++) {
        assert.equal(known.find(`n${number}.example`)?.id, id);
        await sleep(1);
      }
    }
  });

  it('follow other processes’ changes at every refresh', async () => {
    const { database, url } = await fresh();
    const viewer = await newViewer(database);
    const elsewhere = reopen(url);
    const known = watch(database);
    await known.refresh();
    const one = await registerWebsite(elsewhere, viewer.account.id, { domain: 'one.example' });
    const two = await registerWebsite(elsewhere, viewer.account.id, { domain: 'two.example' });
    await known.refresh();
    assert.equal(known.find('one.example')?.id, one.id);
    await updateWebsite(elsewhere, viewer, two.id, { honorGpc: true }, 5);
    await known.refresh();
    assert.equal(known.find('two.example')?.honorGpc, true, 'even if the clock there is behind');
    await deleteWebsite(elsewhere, viewer, one.id);
    await registerWebsite(elsewhere, viewer.account.id, { domain: 'three.example' });
    await known.refresh();
    assert.equal(known.find('one.example'), undefined);
    assert.ok(known.find('three.example'));
  });

  it('have presets for settings that the database lacks until it is upgraded', async () => {
    const { database } = await fresh();
    const viewer = await newViewer(database);
    await registerWebsite(database, viewer.account.id, { domain: 'one.example', honorGpc: true, excludeParams: ['q'] });
    for (const column of ['honor_gpc', 'embed_origins'])
      await database.dialect.run(`ALTER TABLE website DROP COLUMN ${column}`);
    const known = watch(database);
    await known.refresh();
    assert.partialDeepStrictEqual(known.find('one.example'), {
      domain: 'one.example',
      honorGpc: false,
      embedOrigins: [],
      excludeParams: ['q'],
    });
  });

  it('refresh on their own', async () => {
    const { database, url } = await fresh();
    const viewer = await newViewer(database);
    const known = watch(database, 10);
    await registerWebsite(reopen(url), viewer.account.id, { domain: 'one.example' });
    await until(() => known.find('one.example') !== undefined, 'the website is known');
  });

  it('keep the last state while the database is unavailable, report each outage once, and recover on their own', async () => {
    const { database, url } = await fresh();
    const elsewhere = reopen(url);
    const viewer = await newViewer(database);
    await createWebsite(database, viewer, { domain: 'example.com' });
    const errors: unknown[] = [];
    const known = watch(database, 5, error => errors.push(error));
    await known.refresh();
    for (let time = 1; time <= 2; time++) {
      await database.dialect.run('ALTER TABLE website RENAME TO hidden');
      await until(() => errors.length >= time, `error ${time} is reported`);
      for (let look = 0; look < 20; look++) await assert.rejects(known.refresh());
      assert.equal(errors.length, time);
      assert.ok(known.ready() && known.find('example.com'));
      await database.dialect.run('ALTER TABLE hidden RENAME TO website');
      await registerWebsite(elsewhere, viewer.account.id, { domain: `back-${time}.example` });
      await until(() => known.find(`back-${time}.example`) !== undefined, `the website of outage ${time} is known`);
    }
    assert.equal(errors.length, 2);
  });

  it('wait for a database without tables', async () => {
    const { url } = await open();
    const database = reopen(url);
    const errors: unknown[] = [];
    const known = watch(database, 5, error => errors.push(error));
    await assert.rejects(known.refresh());
    assert.equal(known.ready(), false);
    await migrate(database.dialect);
    await until(() => known.ready(), 'the websites are known');
    assert.equal(errors.length, 1);
  });
});
