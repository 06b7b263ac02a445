import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { launchBrowser, skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, DESKTOP, OTHER, OWNER, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { openSmtp, type TestSmtp } from '../support/smtp.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the web app', openPlace => {
  let smtp: TestSmtp;
  let dashboard: Dashboard;
  let id = '';
  beforeAll(async () => {
    smtp = await openSmtp();
    const names = { TRACKER_PATH: '/assets/main.js', COLLECT_PATH: '/assets/note' };
    dashboard = await startDashboard(openPlace, { SMTP_URL: smtp.url, ...names });
    id = await dashboard.create({ domain: 'site.example' });
  });
  afterAll(async () => {
    await dashboard.close();
    await smtp.close();
  });
  const ask = <T>(fields: string) => dashboard.gateway.graphql<{ website: T }>(`{ website(id: ${id}) { ${fields} } }`);

  it('sends reports to the recipients the owner adds, as often as chosen', async () => {
    const { page, close } = await dashboard.open(`/websites/${id}/settings`, OWNER);
    await page.getByText('No reports are sent while').waitFor();
    await page.getByLabel('Send reports by e-mail').check();
    await page.getByLabel('Language of reports and alerts').selectOption({ label: 'Deutsch' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Reports are sent at 08:00').waitFor();
    await page.getByLabel('New recipient').fill('nobody');
    await page.getByRole('button', { name: 'Add recipient' }).click();
    // The page itself says what is wrong, in its language.
    await page.locator('[aria-invalid]').waitFor();
    await page.getByLabel('New recipient').fill('bob@example.com');
    await page.getByRole('region', { name: 'Report recipients' }).getByText('Not saved yet.').waitFor();
    await isAskedBeforeLeaving(page);
    await page.getByRole('button', { name: 'Add recipient' }).click();
    await page.getByLabel('Monthly to bob@example.com').check();
    const only = page.getByLabel(`Weekly to ${OWNER.email}`);
    await only.press('Space');
    assert.ok((await only.isChecked()) && (await only.isDisabled()), 'A recipient keeps at least one frequency.');
    assert.ok(await only.evaluate(box => box === document.activeElement));
    const reason = await only.getAttribute('aria-describedby');
    assert.match(await page.locator(`#${reason}`).innerText(), /^Every recipient has at least one frequency/);
    assert.equal(await page.getByLabel('Weekly to bob@example.com').getAttribute('aria-describedby'), null);
    await page.getByLabel('New recipient').fill('eve@example.com');
    await page.getByRole('button', { name: 'Add recipient' }).click();
    // Other people are added and removed at once, without a change that is not saved yet.
    const recipients = page.getByRole('region', { name: 'Report recipients' });
    await recipients.getByText('Not saved yet.').first().waitFor();
    await page.getByRole('button', { name: 'Remove eve@example.com' }).click();
    await page.getByRole('button', { name: 'Remove eve@example.com' }).waitFor({ state: 'detached' });
    const kept = await ask<{ reportRecipients: object[] }>('reportRecipients { email frequencies }');
    assert.deepEqual(kept.website.reportRecipients, [{ email: 'bob@example.com', frequencies: ['WEEKLY'] }]);
    await isAskedBeforeLeaving(page);
    await page.getByRole('button', { name: 'Save recipients' }).click();
    await recipients.getByText('Saved.').waitFor();
    await assertAccessible(page);
    const { website } = await ask<{ reportRecipients: object[] }>('reportRecipients { email frequencies }');
    assert.deepEqual(website.reportRecipients, [{ email: 'bob@example.com', frequencies: ['WEEKLY', 'MONTHLY'] }]);

    await page.getByRole('button', { name: 'Send me a test report' }).click();
    await page.getByText(`accepted the report for ${OWNER.email}`).waitFor();
    assert.deepEqual(
      smtp.received.map(({ to }) => to),
      [[OWNER.email]],
    );
    assert.match(smtp.received[0]?.mail.subject ?? '', /^Test: site\.example: keine Besucher vom /);
    await close();
  });

  it('sends alerts to a webhook with a secret that is shown once', async () => {
    const { page, close } = await dashboard.open(`/websites/${id}/settings`, OWNER);
    await page.getByLabel('No hits for a day').check();
    await page.getByRole('region', { name: 'Alerts' }).getByText('Not saved yet.').waitFor();
    await isAskedBeforeLeaving(page);
    await page.getByLabel('Webhook').fill('nonsense');
    await page.getByRole('button', { name: 'Save alerts' }).click();
    await page.getByText('The webhook must be an http or https URL').waitFor();
    await page.getByLabel('Webhook').fill('http://10.0.0.1/hook');
    await page.getByRole('button', { name: 'Save alerts' }).click();
    await page.getByText('The address 10.0.0.1 of the webhook is not public').waitFor();
    await page.getByLabel('Webhook').fill('https://hook.example/a');
    await page.getByRole('button', { name: 'Save alerts' }).click();
    const dialog = page.getByRole('dialog');
    assert.match(await dialog.locator('pre').innerText(), /^whsec_\w{40}$/);
    const box = await dialog.boundingBox();
    assert.ok(box && box.width < 500, 'A dialog is as wide as its text needs.');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    assert.ok(await page.getByLabel('No hits for a day').isChecked());
    const { website } = await ask<{ alertSettings: object }>('alertSettings { kinds byMail webhookUrl }');
    assert.deepEqual(website.alertSettings, { kinds: ['NO_HITS'], byMail: true, webhookUrl: 'https://hook.example/a' });
    await close();
  });

  it('shows the latest alert at once if it could not be delivered', async () => {
    const { page, close } = await dashboard.open('/login', OWNER);
    for (const state of ['FAILED', 'SENT']) {
      await page.route('**/graphql**', async route => {
        const { data } = await (await route.fetch()).json();
        const at = new Date().toISOString();
        const deliveries = [{ channel: 'WEBHOOK', state, attempts: 8, changedAt: at, note: 'The status was 500.' }];
        const alerts = [{ kind: 'NO_HITS', at, count: 0, usual: 40, deliveries }];
        await route.fulfill({
          json: { data: data.website ? { ...data, website: { ...data.website, alerts } } : data },
        });
      });
      await page.goto(`/websites/${id}/settings`);
      const log = page.locator('summary', { hasText: 'Latest alerts' });
      const isFailed = state === 'FAILED';
      assert.equal(await log.innerText(), `Latest alerts${isFailed ? ' · Webhook: failed, 8 attempts' : ''}`);
      assert.equal(await page.getByText('The status was 500.').isVisible(), isFailed);
      await page.unrouteAll();
    }
    await close();
  });

  it('uses the configured paths of tracker and collector in the snippet', async () => {
    const { page, close } = await dashboard.open(`/websites/${id}/settings`, OWNER);
    const snippet = await page.locator('pre').first().innerText();
    const { url } = dashboard.gateway;
    assert.equal(
      snippet,
      `<script>window.pa=window.pa||{q:[],track(e){window.pa.q.push(e)}}</script>
<script data-host="${url}" data-api="/assets/note" src="${url}/assets/main.js" async defer></script>`,
    );
    const site = createServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>a</title>${snippet}`),
    );
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const browser = await launchBrowser();
    const visitor = await browser.newPage({ userAgent: DESKTOP });
    const sent = visitor.waitForResponse(`${url}/assets/note`);
    await visitor.goto(`http://site.example:${(site.address() as AddressInfo).port}/hello`);
    assert.equal((await sent).status(), 202);
    await browser.close();
    site.close();
    await dashboard.gateway.drain();
    assert.ok((await ask<{ firstHitAt: string | null }>('firstHitAt')).website.firstHitAt);
    await close();
  });

  it('shows the background jobs only to an admin', async () => {
    const { page, close } = await dashboard.open('/account', OWNER);
    await page.getByRole('rowheader', { name: 'Deleted websites' }).waitFor();
    await assertAccessible(page);
    await page.route('**/graphql**', async route => {
      const { data } = await (await route.fetch()).json();
      const lastRun = { startedAt: data.jobs[0].dueAt, outcome: 'DONE', note: 'A result of many words. '.repeat(12) };
      await route.fulfill({ json: { data: { ...data, jobs: data.jobs.map((job: object) => ({ ...job, lastRun })) } } });
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    const jobs = page.getByRole('region', { name: 'Background jobs' }).locator('.scroll');
    await jobs.getByText('A result of many words.').first().waitFor();
    assert.equal(await jobs.evaluate(box => box.scrollWidth - box.clientWidth), 0);
    await close();
    const german = await dashboard.open('/account', OWNER, { locale: 'de' });
    await german.page.getByRole('rowheader', { name: 'Zustellung von Benachrichtigungen' }).waitFor();
    await german.page
      .getByRole('rowheader', { name: /^(Browser|Chrome|Node\.js)( unter |$)/ })
      .first()
      .waitFor();
    await german.close();
    const other = await dashboard.open('/account', OTHER);
    await other.page.getByRole('heading', { name: 'Password' }).waitFor();
    assert.equal(await other.page.getByText('Background jobs').count(), 0);
    await other.close();
  });
});

/** Fails unless the browser asks before the page is left; stays on it. */
async function isAskedBeforeLeaving(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog');
  const leaving = page.evaluate(() => location.reload());
  const dialog = await asked;
  assert.equal(dialog.type(), 'beforeunload');
  await dialog.dismiss();
  await leaving;
}
