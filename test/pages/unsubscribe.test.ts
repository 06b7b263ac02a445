import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { createLog } from '../../src/log.ts';
import { sendDueReports } from '../../src/reports/send.ts';
import { launchPageBrowser, skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible } from '../support/dashboard.ts';
import { eachDatabase, type OpenPlace, onOneDatabase, type Place } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { sendOptions } from '../support/reports.ts';
import { openSmtp, type TestSmtp } from '../support/smtp.ts';

const DAY = 86_400_000;

interface Scene {
  readonly gateway: TestGateway;
  readonly smtp: TestSmtp;
  /** Sends the reports due this many weeks from now, and returns their recipients. */
  send(weeks: number): Promise<string[]>;
  /** Returns the unsubscribe URL of the last mail to this address, on this machine. */
  link(to: string): string;
  close(): Promise<void>;
}

/** Creates a website with the account and bob as report recipients, on a gateway below a path. */
async function setUp(openPlace: OpenPlace): Promise<Scene> {
  const place: Place = await openPlace();
  const smtp = await openSmtp();
  const gateway = await startTestGateway(place, { BASE_URL: 'https://stats.example.com/below' });
  const database: Database = openDatabase(place.url);
  const { createWebsite } = await gateway.graphql<{ createWebsite: { id: string } }>(
    'mutation { createWebsite(input: {domain: "site.example", emailReports: true}) { id } }',
  );
  await gateway.graphql(
    `mutation { setReportRecipient(website: ${createWebsite.id}, email: "bob@example.com", frequencies: [WEEKLY]) { email } }`,
  );
  return {
    gateway,
    smtp,
    async send(weeks) {
      const before = smtp.received.length;
      const now = () => Date.now() + weeks * 7 * DAY;
      const options = { ...sendOptions(database, place, smtp.url, now), baseUrl: 'https://stats.example.com/below' };
      await sendDueReports({ ...options, log: createLog('silent') });
      return smtp.received.slice(before).map(({ to }) => String(to[0]));
    },
    link(to) {
      const mail = smtp.received.findLast(received => received.to[0] === to);
      const [, url = ''] = /List-Unsubscribe: <([^>]+)>/.exec(String(mail?.raw.replace(/\r\n[ \t]/g, ' '))) ?? [];
      assert.match(url, /^https:\/\/stats\.example\.com\/below\/unsubscribe\/[0-9A-Za-z]{43}$/);
      return url.replace('https://stats.example.com', gateway.url);
    },
    async close() {
      await gateway.stop();
      await Promise.all([database.close(), smtp.close()]);
    },
  };
}

eachDatabase('the unsubscribe link of every report', openPlace => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setUp(openPlace);
  });
  afterAll(() => scene.close());

  it('unsubscribes by the one click of a mail program, without cookie and origin', async () => {
    assert.deepEqual((await scene.send(1)).sort(), ['bob@example.com', 'owner@owner.example']);
    const link = scene.link('bob@example.com');
    const looked = await fetch(link);
    assert.equal(looked.status, 200);
    assert.equal(looked.headers.get('x-robots-tag'), 'noindex');
    assert.doesNotMatch(looked.headers.get('content-security-policy') ?? 'unsafe', /unsafe/);
    assert.equal(looked.headers.get('cache-control'), 'no-store');
    assert.equal((await fetch(link, { method: 'HEAD' })).status, 200);
    assert.deepEqual((await scene.send(2)).sort(), ['bob@example.com', 'owner@owner.example']);

    const clicked = await fetch(link, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    assert.equal(clicked.status, 200);
    assert.deepEqual(await scene.send(3), ['owner@owner.example']);
  });

  it('accepts the click as multipart and without a body, too', async () => {
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    const link = scene.link('owner@owner.example');
    assert.equal((await fetch(link, { method: 'POST', body: form })).status, 200);
    assert.deepEqual(await scene.send(4), []);
    assert.equal((await fetch(link, { method: 'POST', body: 'action=again' })).status, 200);
    assert.deepEqual(await scene.send(5), ['owner@owner.example']);
    assert.equal((await fetch(link, { method: 'POST' })).status, 200);
    assert.deepEqual(await scene.send(6), []);
  });

  it('responds to every unknown link alike, and accepts no other method', async () => {
    const pages = await Promise.all(
      ['x', 'c'.repeat(43), 'unlock'].map(token => fetch(`${scene.gateway.url}/unsubscribe/${token}`)),
    );
    assert.deepEqual(
      pages.map(({ status }) => status),
      [404, 404, 404],
    );
    const texts = await Promise.all(pages.map(page => page.text()));
    assert.equal(new Set(texts).size, 1);
    assert.match(
      texts[0] ?? '',
      /This link is no longer valid.*If you still get reports, use the link in the latest one\./s,
    );
    const link = `${scene.gateway.url}/unsubscribe/${'c'.repeat(43)}`;
    assert.equal((await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status, 200);
    assert.equal((await fetch(link, { method: 'DELETE' })).status, 404);
    assert.equal((await fetch(link, { method: 'POST', body: 'x'.repeat(100_000) })).status, 200);
  });
});

onOneDatabase.skipIf(skipWithoutBrowser)('the page behind the link of a report', openPlace => {
  it('unsubscribes with its button, permanently, and subscribes again with the next', async () => {
    const scene = await setUp(openPlace);
    const browser = await launchPageBrowser();
    try {
      await scene.send(1);
      const page = await browser.newPage();
      await page.goto(scene.link('bob@example.com'));
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click();
      await page.getByText('You no longer get reports about site.example').waitFor();
      await assertAccessible(page);
      assert.deepEqual(await scene.send(2), ['owner@owner.example']);
      await page.getByRole('button', { name: 'Subscribe again' }).click();
      await page.getByText('You get reports about site.example again').waitFor();
      assert.deepEqual((await scene.send(3)).sort(), ['bob@example.com', 'owner@owner.example']);
    } finally {
      await browser.close();
      await scene.close();
    }
  });
});
