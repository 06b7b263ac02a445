import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { WebsiteSetting } from '../../src/domain/website-setting.ts';
import { WEBSITE_SETTINGS } from '../../src/domain/website-settings.ts';
import { skipWithoutBrowser } from '../support/browser.ts';
import { noteCopies } from '../support/copies.ts';
import {
  assertAccessible,
  type Dashboard,
  DESKTOP,
  OTHER,
  OWNER,
  signIn,
  startDashboard,
} from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('websites and the account', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
  });
  afterAll(() => dashboard.close());

  it('go from nothing to the first hit', async () => {
    const { page, faults } = await dashboard.open('/websites', OWNER);
    // The page polls every few seconds; the installed clock skips the wait.
    await page.clock.install();
    await page.getByRole('heading', { name: 'No websites yet' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Add a website' }).first().click();
    await page.getByLabel('Domain').fill('https://www.new.example/');
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.getByText('Changing it later affects new data only.').waitFor();
    assert.equal(await page.getByLabel('Excluded query parameters').inputValue(), 'utm_*');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Add website' }).click();
    await page.getByText('Waiting for the first hit').waitFor();
    await assertAccessible(page);
    assert.ok((await page.locator('pre').innerText()).includes(`src="${dashboard.gateway.url}/js/script.js"`));

    await page.getByText('No hits arriving?').click();
    const dropped = await fetch(`${dashboard.gateway.url}/api/event`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'curl/8.0' },
      body: JSON.stringify({ page: 'https://new.example/' }),
    });
    assert.equal(dropped.headers.get('x-footfall-dropped'), 'bot');
    await dashboard.gateway.drain();
    const told = page.waitForResponse(
      async answer => /\/graphql\b/.test(answer.url()) && /"reason":"BOT"/.test(await answer.text()),
    );
    await page.clock.fastForward(3_000);
    await told;
    await page.getByText('1 hit left out: bots.').waitFor();
    await page.route('**/api/event', route => route.abort());
    await page.getByRole('button', { name: 'Find out why' }).click();
    await page.getByText('Only this machine can reach Footfall').waitFor();
    await page.getByText('1 hit was not counted (bots)').waitFor();
    await page.getByText('The tracker loads in this browser.').waitFor();
    await page.getByText('A hit could not be sent from this browser').waitFor();
    await page.unroute('**/api/event');

    await fetch(`${dashboard.gateway.url}/api/event`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': DESKTOP },
      body: JSON.stringify({ page: 'https://new.example/first?utm_source=mail&utm_campaign=spring' }),
    });
    await page.clock.fastForward(3_000);
    await page.getByText('The first hit has arrived.').waitFor();
    await page.clock.fastForward(3_000);
    await page.getByRole('button', { name: '/first: show only this' }).waitFor();
    await page.context().close();
    const { website } = await dashboard.gateway.graphql<{ website: object }>(
      '{ website(domain: "new.example") { excludeParams stats(name: CAMPAIGN, from: "2020-01-01", to: "2100-01-01") { rows { value } } } }',
    );
    assert.deepEqual(website, { excludeParams: ['utm_*'], stats: { rows: [{ value: 'spring' }] } });
    assert.equal(faults.length, 1, faults.join('\n'));
    assert.match(faults[0] ?? '', /ERR_FAILED .*\/api\/event$/);
  });

  it('are listed with their visitors in one request', async () => {
    await dashboard.create({ domain: 'second.example' });
    // Tomorrow begins there many hours before it begins in UTC.
    await dashboard.create({ domain: 'early.example', timezone: 'Pacific/Kiritimati' });
    await dashboard.count([{ page: 'https://early.example/', ip: '203.0.113.9', user_agent: DESKTOP }]);
    const { page, close } = await dashboard.open('/websites/new', OWNER);
    const questions: string[] = [];
    page.on('request', request => /\/graphql\b/.test(request.url()) && questions.push(request.url()));
    await page.goto('/websites');
    await page.getByRole('link', { name: 'new.example', exact: true }).waitFor();
    await page.getByText('Waiting for the first hit').waitFor();
    await page.locator('.website').filter({ hasText: 'new.example' }).getByText('1 visitor today').waitFor();
    await page.locator('.website').filter({ hasText: 'early.example' }).getByText('1 visitor today').waitFor();
    await page.getByText('3 websites: 0 visitors and 0 pageviews in the last 30 days, 2 visitors today.').waitFor();
    const order = () => page.locator('.website-name > a').allInnerTexts();
    assert.deepEqual(await order(), ['early.example', 'new.example', 'second.example']);
    await page.getByRole('button', { name: 'Favourite: second.example' }).click();
    assert.deepEqual(await order(), ['second.example', 'early.example', 'new.example']);
    await page.getByRole('button', { name: 'Favourite: second.example', pressed: true }).click();
    await page.getByLabel('Sort by').selectOption('Visitors');
    assert.equal(questions.length, 1);
    await assertAccessible(page);
    await close();
  });

  it('are set up in a form that shows each error at its field', async () => {
    const id = await dashboard.create({ domain: 'third.example' });
    const { page, close } = await dashboard.open(`/websites/${id}/settings`, OWNER);
    await page.getByRole('radio', { name: /^Password/ }).check();
    await page.getByText('Not saved yet.').waitFor();
    const asked = page.waitForEvent('dialog');
    const leaving = page.evaluate(() => location.reload());
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.dismiss();
    await leaving;
    await page.getByRole('button', { name: 'Add my IP address 127.0.0.1' }).click();
    await page.getByLabel('Excluded query parameters').fill('fbclid\n\nref');
    await page.getByLabel('Page password').fill('sesame');
    await page.getByLabel('Sites that may embed').fill('https://a b');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Line 1, "https://a b"').waitFor();
    await assertAccessible(page);
    await page.getByLabel('Sites that may embed').fill('https://intranet.example');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const { website } = await dashboard.gateway.graphql<{ website: object }>(
      `{ website(id: ${id}) { privacy hasPassword excludeIps excludeParams embedOrigins } }`,
    );
    assert.deepEqual(website, {
      privacy: 'PASSWORD',
      hasPassword: true,
      excludeIps: ['127.0.0.1'],
      excludeParams: ['fbclid', 'ref'],
      embedOrigins: ['https://intranet.example'],
    });
    await page.getByRole('button', { name: 'Delete third.example' }).click();
    assert.ok(await page.getByRole('button', { name: 'Delete permanently' }).isDisabled());
    await page.getByLabel('Type third.example').fill('third.example');
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.waitForURL('**/websites');
    await page.getByRole('link', { name: 'new.example', exact: true }).waitFor();
    assert.equal(await page.getByText('third.example').count(), 0);
    await close();
  });

  it('have a field for every setting, in its section', async () => {
    const id = await dashboard.create({ domain: 'fields.example', privacy: 'PASSWORD', password: 'sesame' });
    const { page, close } = await dashboard.open(`/websites/${id}/settings`, OWNER);
    const contents = page.getByRole('navigation', { name: 'Sections' });
    await contents.waitFor();
    for (const name of await page.locator('.settings section > h2').allInnerTexts())
      await contents.getByRole('link', { name, exact: true }).waitFor();
    for (const setting of WEBSITE_SETTINGS as readonly WebsiteSetting[]) {
      const section = page.locator(`section[aria-labelledby=${setting.group}]`);
      const label = setting.kind === 'secret' ? setting.labelWhenSet : setting.label;
      const field =
        setting.kind === 'choice' && !setting.isMenu
          ? section.getByRole('group', { name: label, exact: true })
          : section.getByLabel(label, { exact: true });
      await field.waitFor();
      assert.equal(await field.count(), 1, setting.name);
    }
    await close();
  });

  it('have API keys that are shown once, browsers to sign out, and a password to change', async () => {
    const elsewhere = await dashboard.open('/account', OTHER);
    const { page, faults } = await dashboard.open('/login');
    await signIn(page, OTHER);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Grafana');
    await page.getByRole('dialog').getByLabel('Access').selectOption('READ');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const key = await page.getByRole('dialog').locator('pre').innerText();
    assert.match(key, /^ff_\w{40,}$/);
    const ask = () =>
      fetch(`${dashboard.gateway.url}/api/v1/websites`, { headers: { Authorization: `Bearer ${key}` } });
    assert.equal((await ask()).status, 200);
    const copied = await noteCopies(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    assert.deepEqual(await copied(), [key]);
    await page.getByRole('button', { name: 'Done' }).click();
    assert.equal(await page.getByText(key).count(), 0);
    await page.route('**/graphql**', route => route.fulfill({ status: 503, body: '' }), { times: 1 });
    await page.getByRole('button', { name: 'Revoke the key Grafana' }).click();
    const revoke = page.getByRole('dialog', { name: 'Revoke the key Grafana?' }).getByText('Revoke', { exact: true });
    await revoke.click();
    await page.getByRole('alert').waitFor();
    await revoke.click();
    await page.getByText('revoked', { exact: true }).waitFor();
    assert.equal((await ask()).status, 401);

    await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
    await page.getByRole('button', { name: /^Sign out Chrome/ }).waitFor({ state: 'detached' });
    await elsewhere.page.reload();
    await elsewhere.page.waitForURL('**/login?next=%2Faccount');
    await elsewhere.page.context().close();

    await page.getByLabel('Current password').fill('wrong password');
    await page.getByLabel('New password').fill('a third password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The current password is wrong').waitFor();
    await assertAccessible(page);
    await page.getByLabel('Current password').fill(OTHER.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add an account' }).count(), 0);
    assert.equal(faults.map(fault => / \d{3} /.exec(fault)?.[0]).join(), ' 503 ');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL('**/login');
    await assertAccessible(page);
    await page.context().close();
  });

  it('let an admin add accounts', async () => {
    const { page, close } = await dashboard.open('/account', OWNER);
    await page.getByRole('button', { name: 'Add an account' }).click();
    await page.getByLabel('E-mail address').fill('eve@owner.example');
    await page.getByLabel('Initial password').fill('eves password');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('rowheader', { name: 'eve@owner.example' }).waitFor();
    await assertAccessible(page);
    await close();
    const eve = await dashboard.open('/websites', { email: 'eve@owner.example', password: 'eves password' });
    await eve.page.getByRole('heading', { name: 'No websites yet' }).waitFor();
    await eve.close();
  });

  it('are listed on several pages when there are many', async () => {
    for (let number = 10; number < 36; number++) await dashboard.create({ domain: `many${number}.example` });
    const { page, close } = await dashboard.open('/websites', OWNER);
    await page.getByRole('searchbox', { name: 'Search websites' }).fill('many');
    await page.getByText('1–25 of 26').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'many35.example', exact: true }).waitFor();
    await page.getByText('26–26 of 26').waitFor();

    await dashboard.create({ domain: 'xn--bcher-kva.example' });
    await page.getByRole('searchbox', { name: 'Search websites' }).fill('Büch');
    await page.locator('.website-name', { hasText: 'bücher.example' }).waitFor();
    await close();
  });
});
