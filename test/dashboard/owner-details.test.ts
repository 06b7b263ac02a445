import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('what an owner sees', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
    await dashboard.create({ domain: 'xn--bcher-kva.example' });
    await dashboard.create({ domain: 'locked.example', privacy: 'PASSWORD', password: 'sesame' });
  });
  afterAll(() => dashboard.close());

  it('names a website without hits by one name', async () => {
    const { page, close } = await dashboard.open('/xn--bcher-kva.example', OWNER);
    await page.locator('#setup-title').getByText('bücher.example').waitFor();
    await close();
  });

  it('offers no code that embeds a website with a password', async () => {
    const { page, close } = await dashboard.open('/locked.example', OWNER);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByText('Other sites can embed only pages that are public.').waitFor();
    assert.equal(await page.getByRole('region', { name: 'Embed code' }).count(), 0);
    await close();
  });

  it('begins a new funnel with its name', async () => {
    const { page, close } = await dashboard.open('/site.example', OWNER);
    await page.getByRole('button', { name: 'Add a funnel' }).click();
    const name = page.getByRole('dialog', { name: 'Add a funnel' }).getByLabel('Name', { exact: true });
    await name.waitFor();
    assert.ok(await name.evaluate(field => field === document.activeElement));
    await close();
  });

  it('shows its own browser on one line of a telephone', async () => {
    const { page, close } = await dashboard.open('/account', OWNER);
    await page.setViewportSize({ width: 390, height: 800 });
    const own = page.getByText('this browser');
    await own.waitFor();
    const lines = await own.evaluate(hint => hint.getClientRects().length);
    assert.equal(lines, 1);
    await close();
  });
});
