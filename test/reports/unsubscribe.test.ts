import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dueReports } from '../../src/reports/due.ts';
import { Journal } from '../../src/reports/journal.ts';
import { askToUnsubscribe, unsubscribe } from '../../src/reports/unsubscribe.ts';
import { findWebsite } from '../../src/websites/access.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithReports } from '../support/reports.ts';

const ONE_CLICK = 'List-Unsubscribe=One-Click';
const now = Date.parse('2026-03-16T08:00:00Z');

eachDatabase('Unsubscribing', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));
  let place: Place;
  let journal: Journal;
  let database: Database;

  /** Creates a website with the account and bob as recipients, and returns their tokens. */
  async function fresh(withBob = true): Promise<{ ada: string; bob: string }> {
    place = await open();
    journal = new Journal(place.dataDir);
    database = await databaseWithReports(place);
    opened.push(database);
    const bob = 'b'.repeat(43);
    if (withBob) {
      const recipient = {
        websiteId: 1,
        email: 'bob@example.com',
        frequencies: ['WEEKLY'],
        token: bob,
        since: 0,
      } as const;
      await database.reportRecipients.create(recipient);
    }
    const due = await dueReports(database, journal, now);
    return { ada: due.find(({ address }) => address.startsWith('ada'))?.recipient.token ?? '', bob };
  }
  const due = async () => (await dueReports(database, journal, now)).map(({ address }) => address).sort();
  const isOn = async () => (await findWebsite(database, { id: 1 }))?.emailReports;

  it('takes one POST, as mail programs send it, but no GET', async () => {
    const { bob } = await fresh();
    const page = await askToUnsubscribe(database, bob, 'en');
    assert.equal(page.status, 200);
    assert.match(page.body, /<form method="post"><button name="action" value="unsubscribe">Unsubscribe<\/button>/);
    assert.deepEqual(await due(), ['ada@example.com', 'bob@example.com']);
    const done = await unsubscribe(database, bob, ONE_CLICK, 'en', now);
    assert.equal(done.status, 200);
    assert.match(done.body, /You no longer get reports about <strong>site-1<span>\.<\/span>example<\/strong>/);
    assert.deepEqual(await due(), ['ada@example.com']);
    assert.equal(await isOn(), true);
    await unsubscribe(database, bob, ONE_CLICK, 'en', now);
    assert.deepEqual(await due(), ['ada@example.com']);
  });

  it('can be undone on the page, without a report about the past', async () => {
    const { bob } = await fresh();
    await unsubscribe(database, bob, ONE_CLICK, 'en', now);
    assert.match((await askToUnsubscribe(database, bob, 'en')).body, /value="again">Subscribe again/);
    assert.match((await unsubscribe(database, bob, 'action=again', 'en', now)).body, /You get reports about/);
    assert.deepEqual(await due(), ['ada@example.com']);
    const next = await dueReports(database, journal, now + 7 * 86_400_000);
    assert.deepEqual(next.map(({ address }) => address).sort(), ['ada@example.com', 'bob@example.com']);
  });

  it('turns off the website’s setting when the account was the last recipient', async () => {
    const { ada } = await fresh(false);
    await unsubscribe(database, ada, ONE_CLICK, 'en', now);
    assert.equal(await isOn(), false);
    assert.deepEqual(await due(), []);
    await unsubscribe(database, ada, 'action=again', 'en', now + 1);
    assert.equal(await isOn(), true);
    const next = await dueReports(database, journal, now + 7 * 86_400_000);
    assert.deepEqual(
      next.map(({ address }) => address),
      ['ada@example.com'],
    );
  });

  it('keeps the reports of the others when the account unsubscribes', async () => {
    const { ada } = await fresh();
    await unsubscribe(database, ada, ONE_CLICK, 'en', now);
    assert.deepEqual(await due(), ['bob@example.com']);
    assert.equal(await isOn(), true);
  });

  it('says when the account has turned the reports off', async () => {
    const { bob } = await fresh();
    await database.dialect.run('UPDATE website SET email = 0');
    assert.match((await askToUnsubscribe(database, bob, 'en')).body, /turned off for everyone/);
    assert.match((await unsubscribe(database, bob, 'action=again', 'en', now)).body, /turned off for everyone/);
    assert.equal(await isOn(), false);
  });

  it('does not reveal whether a wrong link was ever valid', async () => {
    const { bob } = await fresh();
    for (const token of ['', 'x', 'c'.repeat(43), `${bob}b`, "' OR 1=1 --", '\0'.repeat(43)]) {
      assert.equal((await askToUnsubscribe(database, token, 'en')).status, 404);
      assert.equal((await unsubscribe(database, token, ONE_CLICK, 'en')).status, 200);
    }
    await database.dialect.run('DELETE FROM website');
    assert.equal((await askToUnsubscribe(database, bob, 'en')).status, 404);
    assert.equal((await unsubscribe(database, bob, ONE_CLICK, 'en')).status, 200);
  });

  it('shows pages that load and run nothing', async () => {
    const { bob } = await fresh();
    await database.dialect.run("UPDATE website SET domain = '<script>alert(1)</script>'");
    const { body, headers } = await askToUnsubscribe(database, bob, 'en');
    assert.match(
      headers['Content-Security-Policy'] ?? '',
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
    );
    assert.doesNotMatch(headers['Content-Security-Policy'] ?? '', /unsafe/);
    assert.equal(headers['Referrer-Policy'], 'no-referrer');
    assert.equal(headers['Cache-Control'], 'no-store');
    assert.doesNotMatch(body, /<script/);
  });
});
