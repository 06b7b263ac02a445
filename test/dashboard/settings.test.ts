import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, OWNER, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the settings of a website', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
  });
  afterAll(() => dashboard.close());
  const read = async <T>(id: string, fields: string) =>
    (await dashboard.gateway.graphql<{ website: T }>(`{ website(id: ${id}) { ${fields} } }`)).website;

  it('that one tab saves are kept by another that was opened before', async () => {
    const id = await dashboard.create({ domain: 'tabs.example', privacy: 'PASSWORD', password: 'sesame' });
    const path = `/websites/${id}/settings`;
    const one = await dashboard.open(path, OWNER);
    const other = await dashboard.open(path, OWNER);
    await one.page.getByLabel('Excluded query parameters').fill('ref');
    await one.page.getByLabel('Respect Do Not Track').check();
    await one.page.getByRole('button', { name: 'Save', exact: true }).click();
    await one.page.getByText('Saved.').waitFor();

    const sent = other.page.waitForRequest(request => request.method() === 'POST');
    await other.page.getByLabel('Time zone').fill('Europe/Berlin');
    await other.page.getByRole('button', { name: 'Save', exact: true }).click();
    await other.page.getByText('Saved.').waitFor();
    assert.deepEqual((await sent).postDataJSON().variables.input, { timezone: 'Europe/Berlin' });
    assert.deepEqual(await read(id, 'timezone excludeParams honorGpc hasPassword'), {
      timezone: 'Europe/Berlin',
      excludeParams: ['ref'],
      honorGpc: true,
      hasPassword: true,
    });
    assert.equal(await other.page.getByLabel('Excluded query parameters').inputValue(), 'ref');
    await one.close();
    await other.close();
  });

  it('are kept in their form after the session has ended, and saved once another tab has signed in', async () => {
    const id = await dashboard.create({ domain: 'ended.example' });
    const { page } = await dashboard.open(`/websites/${id}/settings`, OWNER);
    await page.getByLabel('Excluded query parameters').fill('ref');
    await page.context().clearCookies();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await page.getByText('You are signed out. Open another tab, sign in there, then try again here.').waitFor();
    const tab = await page.context().newPage();
    await tab.goto('/login');
    await tab.getByLabel('E-mail').fill(OWNER.email);
    await tab.getByLabel('Password').fill(OWNER.password);
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.waitForURL('**/websites');
    await save.click();
    await page.getByText('Saved.').waitFor();
    assert.deepEqual(await read(id, 'excludeParams'), { excludeParams: ['ref'] });
    await page.context().close();
  });

  it('show a domain and hosts in their own letters, whichever way they are stored', async () => {
    const id = await dashboard.create({
      domain: 'bücher.example',
      hosts: ['straße.example', '*.bücher.example', 'plain.example'],
      excludeReferrers: ['xn--kse-qla.example'],
      allowHosts: ['bücher.example'],
      embedOrigins: ['https://intranet.bücher.example', 'http://käse.example:8080', 'https://[::1]:8443', 'a.example'],
    });
    const { page, close } = await dashboard.open(`/websites/${id}/settings`, OWNER);
    const hosts = page.getByLabel('Further hosts');
    assert.equal(await hosts.inputValue(), 'straße.example\n*.bücher.example\nplain.example');
    assert.equal(await page.getByLabel('Excluded referrers').inputValue(), 'käse.example');
    assert.equal(await page.getByLabel('Allowed hosts').inputValue(), 'bücher.example');
    const origins = page.getByLabel('Sites that may embed this page');
    const shown = 'https://intranet.bücher.example\nhttp://käse.example:8080\nhttps://[::1]:8443\nhttps://a.example';
    assert.equal(await origins.inputValue(), shown);
    await origins.fill(`https://xn--strae-oqa.example\nhttps://käse.example\n*`);
    await hosts.fill('straße.example\nxn--kse-qla.example');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    assert.equal(await hosts.inputValue(), 'straße.example\nkäse.example');
    assert.equal(await origins.inputValue(), 'https://straße.example\nhttps://käse.example\n*');
    assert.deepEqual(await read(id, 'hosts excludeReferrers allowHosts embedOrigins'), {
      embedOrigins: ['https://xn--strae-oqa.example', 'https://xn--kse-qla.example', '*'],
      hosts: ['xn--strae-oqa.example', 'xn--kse-qla.example'],
      excludeReferrers: ['xn--kse-qla.example'],
      allowHosts: ['xn--bcher-kva.example'],
    });

    await page
      .getByRole('heading', { name: 'bücher.example' })
      .getByTitle('bücher.example (xn--bcher-kva.example)')
      .waitFor();
    for (const path of ['imports', 'forget']) {
      await page.goto(`/websites/${id}/${path}`);
      await page.getByTitle('bücher.example (xn--bcher-kva.example)').getByText('of bücher.example').waitFor();
    }
    await page.goto('/xn--bcher-kva.example');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('dialog', { name: 'Share bücher.example' }).waitFor();

    await page.goto('/websites');
    await page.getByRole('button', { name: 'Favourite: bücher.example' }).waitFor();
    await page.getByRole('link', { name: 'Settings for bücher.example' }).click();
    await page.getByTitle('bücher.example (xn--').getByRole('button', { name: 'Delete bücher.example' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete bücher.example?' });
    const remove = dialog.getByRole('button', { name: 'Delete permanently' });
    const typed = dialog.getByLabel('Type bücher.example');
    for (const [text, isDone] of [
      ['bücher', false],
      ['xn--bcher-kva.example', true],
      ['bücher.exampl', false],
      ['bu\u0308cher.example', true],
      ['bücher.example', true],
    ] as const) {
      await typed.fill(text);
      assert.equal(await remove.isEnabled(), isDone, text);
    }
    await remove.click();
    await page.waitForURL('**/websites');
    await close();
  });
});
