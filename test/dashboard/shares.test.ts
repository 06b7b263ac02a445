import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { noteCopies } from '../support/copies.ts';
import { assertAccessible, type Dashboard, OWNER, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('share links', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
  });
  afterAll(() => dashboard.close());

  it('are shown once, open the file and the page, and are deleted after a question', async () => {
    const id = await dashboard.create({ domain: 'shared.example' });
    const { page, close } = await dashboard.open(`/websites/${id}/settings`, OWNER);
    const section = page.getByRole('region', { name: 'Share links', exact: true });
    await section.getByRole('button', { name: 'Create share link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Marketing sheet');
    await dialog.getByLabel('Expires').fill('2020-01-31');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByText('The expiry is not in the future').waitFor();
    // Half a date is none, and a link without one would never expire.
    await dialog.getByLabel('Expires').fill('');
    await dialog.getByLabel('Expires').pressSequentially('01');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByLabel('Expires').and(page.locator(':focus')).waitFor();
    assert.equal(await dialog.isVisible(), true);
    await dialog.getByLabel('Expires').fill('2999-01-31');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('dialog', { name: 'Your new share link' }).waitFor();
    await assertAccessible(page);
    const [file = '', statistics = ''] = await dialog.locator('pre').allInnerTexts();
    const at = (link: string) => `${dashboard.gateway.url}${link.slice(new URL(link).origin.length)}`;
    const read = () => fetch(at(file)).then(async ({ status, headers }) => [status, headers.get('content-type')]);
    assert.deepEqual(await read(), [200, 'text/csv; charset=utf-8']);
    const copied = await noteCopies(page);
    await dialog.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByText('Copied', { exact: true }).waitFor();
    assert.deepEqual(await copied(), [file]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText(file).waitFor({ state: 'detached' });
    await section.getByRole('rowheader', { name: 'Marketing sheet' }).waitFor();

    const reader = await dashboard.open(at(statistics));
    await reader.page.getByRole('heading', { name: 'shared.example' }).first().waitFor();
    assert.equal(reader.page.url(), `${dashboard.gateway.url}/shared.example`);
    await reader.close();

    const remove = section.getByRole('button', { name: 'Delete the share link Marketing sheet' });
    await remove.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await remove.click();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Delete share link' }).click();
    await section.getByRole('rowheader', { name: 'Marketing sheet' }).waitFor({ state: 'detached' });
    assert.equal((await read())[0], 404);
    const missing = await fetch(at(statistics)).then(response => response.text());
    assert.match(
      missing,
      /If you came by a link that someone sent you, it may no longer work; ask them for a new one\./,
    );
    await close();
  });
});
