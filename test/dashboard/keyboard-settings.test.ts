import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { generateSums } from '../support/import-files.ts';
import { type Keyboard, keyboardOf } from '../support/keyboard.ts';
import { startSite } from '../support/site-hits.ts';

const { csv } = generateSums(7, { first: '2025-11-20', days: 3 });
const FILE = { name: 'sums.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };

onOneDatabase.skipIf(skipWithoutBrowser)('the pages of an owner', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('lead from a button that fails to the first field with an error', async () => {
    const { website } = await dashboard.gateway.graphql<{ website: { id: string } }>(
      '{ website(domain: "site.example") { id } }',
    );
    const { page, close } = await dashboard.open(`/websites/${website.id}/settings`, OWNER);
    await page.getByLabel('Time zone').fill('Nowhere/Land');
    await page.getByLabel('Sites that may embed this page').fill('no origin');
    const save = page.locator('.settings-form').getByRole('button', { name: 'Save' });
    await save.scrollIntoViewIfNeeded();
    await save.click();
    await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid]'));
    const first = await page.evaluate(() => document.querySelector('[aria-invalid]') === document.activeElement);
    assert.ok(first, 'The first faulty field has the focus.');
    const isSeen = await page.evaluate(() => {
      const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
      return top >= 0 && bottom <= innerHeight;
    });
    assert.ok(isSeen, 'The field is in view.');
    await close();
  });

  it('keep what has the focus, and the error of a whole form, clear of the button that stays in view', async () => {
    const { website } = await dashboard.gateway.graphql<{ website: { id: string } }>(
      '{ website(domain: "site.example") { id } }',
    );
    const viewport = { width: 390, height: 720 };
    const { page } = await dashboard.open(`/websites/${website.id}/settings`, OWNER, { viewport });
    await page.getByLabel('Time zone').waitFor();
    const covered: string[] = [];
    const count = await page.locator('.settings-form :is(input, textarea, select)').count();
    await page.getByRole('radio', { name: 'Public' }).focus();
    for (let stop = 0; stop < count; stop++) {
      await page.keyboard.press('Tab');
      const bottom = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? 0);
      const top = await page.locator('.settings-form > footer').evaluate(foot => foot.getBoundingClientRect().top);
      const isButton = await page.evaluate(() => document.activeElement?.matches('footer button') ?? true);
      if (isButton) break;
      if (bottom > top) covered.push(await page.evaluate(() => document.activeElement?.outerHTML ?? ''));
    }
    assert.deepEqual(covered, []);

    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.route('**/graphql', route => route.abort());
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator('.settings-form > footer button').click();
    const fault = page.locator('.settings-form').getByRole('alert');
    await fault.waitFor();
    const { bottom } = await fault.evaluate(said => said.getBoundingClientRect());
    const top = await page.locator('.settings-form > footer').evaluate(foot => foot.getBoundingClientRect().top);
    assert.ok(bottom <= top && bottom > 0, `The error ends at ${bottom}, and the button begins at ${top}.`);
    // The request failed on purpose, so the page is not used again.
    await page.context().close();
  });

  it('can be used without a mouse, and never lose the focus', async () => {
    const { page, close } = await dashboard.open('/websites', OWNER);
    const keys = keyboardOf(page);
    await page.getByText('1 website:').waitFor();
    await keys.enter('Settings for site.example');
    await settings(keys, page);
    await page.goBack();
    await page.getByText('Create share link').waitFor();
    // The first one leads to the section.
    await keys.to('Forget visits');
    await keys.enter('Forget visits');
    await forget(keys, page);
    await keys.enter('Account', 'Shift+Tab');
    await account(keys, page);
    await keys.enter('Sign out', 'Shift+Tab');
    await page.waitForURL(url => url.pathname !== '/account');
    await close();
  });
});

/** Saves settings, makes a share link and deletes it, turns an alert on, and reads a file. */
async function settings({ press, enter, type, to, at, kept }: Keyboard, page: Page): Promise<void> {
  await page.getByText('Create share link').waitFor();
  await to('Ignore bots');
  await press('Space');
  await page.getByText('Not saved yet.').waitFor();
  await enter('Save');
  await page.getByText('Saved.').waitFor();
  await at('Save');
  await enter('Create share link');
  await to('Name');
  await type('For the board');
  await press('Enter');
  await page.getByText('Your new share link').waitFor();
  await press('Escape');
  await at('Create share link');
  await enter('Delete the share link For the board', 'Shift+Tab');
  await enter('Delete share link');
  await page.getByRole('button', { name: 'Delete the share link For the board' }).waitFor({ state: 'detached' });
  await kept();
  await to('Far more visits than usual');
  await press('Space');
  await enter('Save alerts');
  await page.getByRole('region', { name: 'Alerts', exact: true }).getByText('Saved.').waitFor();
  await at('Save alerts');
  await enter('Import history');

  await page.getByText('Drop files here').waitFor();
  const choosing = page.waitForEvent('filechooser');
  await enter(/^Drop files here/);
  await (await choosing).setFiles(FILE);
  await page.getByText('Ready. Nothing is counted yet.').waitFor();
  await at('CSV of sums: sums.csv');
  await enter('Discard');
  await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
  await kept();
}

/** Looks at what would be forgotten. */
async function forget({ enter, type, to, at }: Keyboard, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Preview' }).waitFor();
  await to('From');
  await type('01012026');
  await enter('Preview');
  await page.getByRole('heading', { name: 'What would be removed' }).waitFor();
  await at('Preview');
  await enter(/^Forget .*…$/);
  await enter('Cancel');
  await at(/^Forget .*…$/);
}

/** Makes an API key and revokes it. */
async function account({ press, enter, type, to, at, kept }: Keyboard, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create API key' }).waitFor();
  await enter('Create API key');
  await to('Name');
  await type('Reader');
  await press('Enter');
  await page.getByRole('dialog', { name: 'Your new API key' }).waitFor();
  await enter('Done');
  await at('Create API key');
  await enter('Revoke the key Reader', 'Shift+Tab');
  await enter('Revoke');
  await page.getByRole('button', { name: 'Revoke the key Reader' }).waitFor({ state: 'detached' });
  await kept();
}
