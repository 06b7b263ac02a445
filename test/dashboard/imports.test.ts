import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, assertFits, type Dashboard, OTHER, OWNER, startDashboard } from '../support/dashboard.ts';
import { eachDatabase } from '../support/databases.ts';
import { generateSums } from '../support/import-files.ts';

const { csv, truth } = generateSums(7, { first: '2025-11-20', days: 20 });
const FILE = { name: 'sums.csv', mimeType: 'text/csv', buffer: Buffer.from(`${csv}yesterday,page,/,1,,,,,\n`) };
const GOOGLEBOT =
  '192.0.2.7 - - [20/Nov/2025:10:00:00 +0000] "GET / HTTP/1.1" 200 99 "-" "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"';
const PERSON =
  '192.0.2.8 - - [20/Nov/2025:10:00:00 +0000] "GET / HTTP/1.1" 200 99 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"';
const number = (count: number) => new Intl.NumberFormat('en-GB').format(count);

describe.skipIf(skipWithoutBrowser)('the page of imports', () => {
  eachDatabase('the page of imports', (openPlace, engine) => {
    let dashboard: Dashboard;
    let id: string;
    beforeAll(async () => {
      dashboard = await startDashboard(openPlace);
      id = await dashboard.create({ domain: 'site-1.example', privacy: 'PUBLIC' });
    });
    afterAll(() => dashboard.close());
    const choose = (page: Page) => page.getByLabel('Files to import').setInputFiles(FILE);

    it('shows what a file would count, counts it, and takes it out again', async () => {
      const { page, close } = await dashboard.open(`/websites/${id}/settings`, OWNER, { colorScheme: 'dark' });
      await page.getByRole('region', { name: 'Import history' }).getByRole('link').click();
      await page.getByRole('button', { name: /^Drop files here/ }).waitFor();
      await assertAccessible(page);
      await choose(page);
      await page.getByText('Ready. Nothing is counted yet.').waitFor();
      const report = page.getByRole('table', { name: 'File compared with Footfall' });
      const cells = await report
        .getByRole('row', { name: /^Pageviews/ })
        .getByRole('cell')
        .allInnerTexts();
      assert.deepEqual(cells, [number(truth.totals.pageviews), number(truth.totals.pageviews), 'none']);
      await page.getByText('The date "yesterday" is not a day').waitFor();
      await assertAccessible(page);
      const gaps = await page.getByRole('article').evaluate(card =>
        [...card.children].slice(1).map((child, at) => {
          const above = card.children[at] as Element;
          return child.getBoundingClientRect().top - above.getBoundingClientRect().bottom;
        }),
      );
      assert.ok(gaps.length > 3 && gaps.every(gap => gap >= 10), `The parts of a card stand apart: ${gaps.join(', ')}`);

      // What waits for a decision is there again after a reload.
      await page.reload();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('Imported. Every total').waitFor();
      await page.getByRole('button', { name: 'Undo the import of sums.csv' }).waitFor();

      await page.getByRole('link', { name: 'See these days' }).click();
      await page.getByText('Imported from CSV of sums: ').waitFor();
      await page.getByText('All of these are imported.').first().waitFor();
      await page.getByText('have a day, but no hour').waitFor();
      if (engine === 'SQLite') await assertAccessible(page);
      const days = page.url();
      // A filter needs individual visits: without any, nothing is known.
      await page
        .getByRole('button', { name: /: show only this$/ })
        .first()
        .click();
      await page.getByText('This needs individual visits, but these days have only sums.').first().waitFor();
      assert.equal(await page.locator('[data-metric=visitors]').innerText(), '–');
      assert.equal(await page.getByText('No visits match.').count(), 0);
      await page.goto(`/websites/${id}/imports`);
      await page.getByRole('button', { name: 'Undo the import of sums.csv' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(`${number(truth.totals.pageviews)} pageviews`).waitFor();
      await assertAccessible(page);
      await dialog.getByRole('button', { name: 'Undo the import' }).click();
      await page.getByText('Undone.').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('cell', { name: /Undone/ }).waitFor();
      await page.goto(days);
      await page.getByText('Waiting for the first hit').waitFor();
      await close();
    });

    if (engine === 'MariaDB') return;

    it('can be used with a keyboard, and says what is wrong with a file', async () => {
      const { page, faults } = await dashboard.open(`/websites/${id}/imports`, OWNER, {
        viewport: { width: 390, height: 844 },
      });
      const zone = page.getByRole('button', { name: /^Drop files here/ });
      await zone.waitFor();
      const chooser = page.waitForEvent('filechooser');
      await zone.focus();
      await page.keyboard.press('Enter');
      const files = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no export of any tool\n') };
      await (await chooser).setFiles(files);
      await page
        .getByText(/None of it was counted\. notes\.txt: It is not recognised .* choose the tool under "More choices"/)
        .waitFor();
      await assertAccessible(page);
      await assertFits(page);
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'notes.txt');

      await page.getByText('More choices', { exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Time zone of the file').fill('Mars/Olympus');
      await choose(page);
      await page.getByText('The time zone "Mars/Olympus" does not exist').waitFor();
      await page.getByLabel('Time zone of the file').fill('Europe/Paris');
      await choose(page);
      await page.getByText('Ready. Nothing is counted yet.').waitFor();
      // A new card takes the focus once it is drawn.
      await page.locator('h2:focus', { hasText: 'sums.csv' }).waitFor();
      await page.getByText('Read the files differently').focus();
      await page.keyboard.press('Enter');
      const card = page.getByRole('article', { name: 'sums.csv' });
      // What the first reading was told is filled in; days have no zone of their own.
      assert.equal(await card.getByLabel('Tool', { exact: true }).inputValue(), 'csv');
      assert.equal(await card.getByLabel('Time zone of the file').inputValue(), 'Europe/Paris');
      assert.equal(await card.getByLabel('Time zone of the file').isVisible(), false);
      await card.getByLabel('Last day to import').fill('2025-11-24');
      await page.keyboard.press('Enter');
      await card.getByRole('rowheader', { name: /^Later days/ }).waitFor();
      await page.getByRole('button', { name: 'Discard' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });

      await page.getByLabel('Files to import').setInputFiles({
        name: 'hits.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('page,time\nhttps://site-1.example/,2025-11-20 10:00:00\n'),
      });
      await page.getByText('Times in these files come without one. If empty: ').waitFor();
      await page.context().close();
      // The browser reports the refused zone.
      assert.deepEqual(
        faults.map(fault => / \d{3} /.exec(fault)?.[0]),
        [' 422 '],
      );
    });

    it('says what is wrong with a file in the language of the page', async () => {
      const { page, close } = await dashboard.open(`/websites/${id}/imports?lang=de`, OWNER);
      const input = page.getByLabel('Zu importierende Dateien');
      await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('of no tool\n') });
      await page
        .getByText(/Nichts davon zählt\. notes\.txt: Die Datei wird nicht .* CSV mit Summen oder NDJSON mit Hits\.$/)
        .waitFor();
      await input.setInputFiles(FILE);
      await page.getByText('Das Datum „yesterday“ hat nicht die Form 2026-01-31.').waitFor();
      await close();
    });

    it('shows the requests of crawlers in an access log apart from visitors', async () => {
      const website = await dashboard.create({ domain: 'crawled.example', privacy: 'PUBLIC' });
      const { page, close } = await dashboard.open(`/websites/${website}/imports`, OWNER);
      await page.getByLabel('Files to import').setInputFiles({
        name: 'access.log',
        mimeType: 'text/plain',
        buffer: Buffer.from(
          [PERSON, GOOGLEBOT, GOOGLEBOT.replace('GET / ', 'GET /docs ')].map(line => `${line}\n`).join(''),
        ),
      });
      await page.locator('h2:focus', { hasText: 'Access logs: access.log' }).waitFor();
      await page.getByRole('button', { name: 'Import', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Imported. Every total').waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Access logs: access.log');
      await page.goto('/crawled.example?from=2025-11-20&to=2025-11-20');
      await page.waitForFunction(() => document.querySelector('[data-metric=pageviews]')?.textContent === '1');
      const crawlers = page.getByRole('region', { name: 'Crawlers' });
      await page.getByRole('heading', { name: 'Goals' }).scrollIntoViewIfNeeded();
      await crawlers.getByRole('row', { name: 'Googlebot 2 100%' }).waitFor();
      await crawlers.getByRole('tab', { name: 'Crawled pages' }).click();
      await crawlers.getByRole('row', { name: '/docs 1 50%' }).waitFor();
      await assertAccessible(page);

      // A later import leaves out what this one has; an undo says so, before and after.
      await page.goto(`/websites/${website}/imports`);
      const more = `${PERSON}\n${PERSON.replace('GET / ', 'GET /new ')}\n`;
      await page
        .getByLabel('Files to import')
        .setInputFiles({ name: 'more.log', mimeType: 'text/plain', buffer: Buffer.from(more) });
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('Imported. Every total').waitFor();
      await page.getByRole('button', { name: 'Undo the import of access.log' }).click();
      const note = /\(more\.log\) left out rows because this import has them; to keep these rows without it, undo/;
      await page.getByRole('dialog').getByText(note).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
      await page.getByText('Undone.').waitFor();
      await page.getByText(note).waitFor();
      await page.getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('rowheader', { name: note }).waitFor();
      await close();
    });

    it('leads to imported days where there are no hits, by day, and says which these are', async () => {
      const website = await dashboard.create({ domain: 'sums.example', privacy: 'PUBLIC' });
      const { page, close } = await dashboard.open(`/websites/${website}/imports`, OWNER);
      const sums = 'date,statistic,value,pageviews\n2026-01-01,total,,40\n2026-01-02,total,,21\n';
      await page
        .getByLabel('Files to import')
        .setInputFiles({ name: 'sums.csv', mimeType: 'text/csv', buffer: Buffer.from(sums) });
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('Imported. Every total').waitFor();
      await page.getByRole('link', { name: 'See these days' }).click();
      const days = /sums\.example\?from=2026-01-01&to=2026-01-02&interval=day$/;
      await page.waitForURL(days);
      await page.getByRole('button', { name: 'Day', exact: true, pressed: true }).waitFor();
      await page.goto('/sums.example');
      await page.waitForURL(days);
      await page.getByText('All numbers so far are imported (1 – 2 Jan 2026)').waitFor();
      await page.goto('/sums.example?period=last_7_days');
      await page.getByRole('button', { name: '1 – 2 Jan 2026', exact: true }).click();
      await page.waitForURL(days);
      await page.goto('/sums.example?from=2026-01-01&to=2026-01-02&view=country');
      await page.getByText('The imported files have nothing for this list').waitFor();
      await close();
    });

    it('takes files only from its owner, and only from this service', async () => {
      const { page } = await dashboard.open('/site-1.example', OTHER);
      const send = (headers: Record<string, string>, cookie = '') => {
        const body = new FormData();
        body.append('file', new Blob([csv]), 'sums.csv');
        const url = `${dashboard.gateway.url}/websites/${id}/imports`;
        return fetch(url, { method: 'POST', headers: { ...headers, Cookie: cookie }, body }).then(
          ({ status }) => status,
        );
      };
      const cookies = await page.context().cookies();
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      assert.equal(await send({}), 401);
      assert.equal(await send({}, cookie), 404);
      assert.equal(await send({ Origin: 'https://evil.example' }, cookie), 403);
      assert.equal((await page.goto(`/websites/${id}/imports`))?.status(), 404);
      await page.context().close();
    });
  });
});
