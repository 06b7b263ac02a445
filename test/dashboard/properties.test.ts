import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, DESKTOP, type Looker, OWNER, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { keyboardOf } from '../support/keyboard.ts';

const DAY = 86_400_000;
/** Visits of noon two days ago, as visitors are others after midnight: the referrer, the plan that was bought, and its price. */
const VISITS = [
  ['https://www.google.com/', 'pro', '20.50', 'EUR'],
  ['https://www.google.com/', 'pro', '20.50', 'EUR'],
  ['https://news.example/', 'team', '12345.60', 'USD'],
  ['https://news.example/', null, null, null],
] as const;

function hits(): object[] {
  const start = Math.floor(Date.now() / DAY) * DAY - 1.5 * DAY;
  return VISITS.flatMap(([referrer, plan, value, unit], index) => {
    const common = { ip: `9.9.9.${index + 1}`, user_agent: DESKTOP };
    const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
    const read = { ...common, page: 'https://shop.example/read', referrer, time: at(0), props: { author: 'Ada' } };
    const engaged = { ...common, page: 'https://shop.example/read', time: at(90), engagement: 83, depth: 60 };
    const cart = { ...common, page: 'https://shop.example/cart', time: at(100) };
    const order = { name: 'Order', ...(value && { value, unit }), ...(plan && { props: { plan } }) };
    return [read, engaged, cart, { ...cart, time: at(101), event: order }];
  });
}

/** The cells of the rows of a table, as a reader sees them. */
async function rowsOf(page: Page, table: string): Promise<string[]> {
  return tidy(await page.locator(`${table} tbody tr`).allInnerTexts());
}

const tidy = (texts: readonly string[]) => texts.map(text => text.replace(/\s+/g, ' ').trim());

/** The file that the page offers. */
async function csvOf(page: Page): Promise<string> {
  const link = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
  return (await page.request.get(link ?? '')).text();
}

onOneDatabase.skipIf(skipWithoutBrowser)('properties, money and attention on the statistics page', openPlace => {
  let dashboard: Dashboard;
  let looker: Looker;
  let website: string;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
    website = await dashboard.create({ domain: 'shop.example', privacy: 'PUBLIC' });
    await dashboard.count(hits());
    looker = await dashboard.open('/shop.example', OWNER);
  });
  afterAll(async () => {
    await looker.close();
    await dashboard.close();
  });

  it('an event opens to its properties, and these to their values, by keyboard; each is a filter', async () => {
    const { page } = looker;
    const list = '.panel-events table';
    const keys = keyboardOf(page);
    await page.locator(list).getByText('€41.00').waitFor();
    assert.deepEqual(await rowsOf(page, list), ['Order 4 100% €41.00 US$12,345.60']);
    assert.deepEqual(await page.locator('.tile-lines').getByRole('button').allInnerTexts().then(tidy), [
      'Amount €41',
      'Amount US$12.3k',
    ]);
    await page.getByRole('button', { name: 'Amount US$12.3k' }).focus();
    await page.getByRole('tooltip').getByText('US$12,345.60').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?amount=USD$/);
    await page.getByRole('slider', { name: /^Amount over time/ }).waitFor();
    await page.getByText('Show as a table').click();
    await page.locator('.numbers tr').getByText('US$12,345.60').waitFor();
    await page.getByRole('button', { name: /^Visitors/ }).press('Enter');
    await page.waitForURL(/shop\.example$/);
    await page.locator('.panel-sources').getByText('US$12,345.60').waitFor();
    assert.deepEqual(await rowsOf(page, '.panel-sources table'), [
      'Organic Search 2 50% €41.00',
      'Referral 2 50% US$12,345.60',
    ]);
    await page.getByRole('button', { name: 'Properties of Order' }).press('Enter');
    await page.getByRole('button', { name: 'plan: open its values' }).waitFor();
    assert.deepEqual(await rowsOf(page, list), ['plan 3 2']);
    await keys.at('All events');
    await page.getByRole('button', { name: 'plan: open its values' }).press('Enter');
    await page.waitForURL(/\?event=Order&key=plan$/);
    await page.locator(list).getByText('US$12,345.60').waitFor();
    await page.locator(list).getByText('team').waitFor();
    assert.deepEqual(await rowsOf(page, list), ['pro 2 50% €41.00', '(none) 1 25%', 'team 1 25% US$12,345.60']);
    await keys.at('Order');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'pro: show only this' }).press('Enter');
    await page.waitForURL(/filter=property:is:plan\|Order\|pro&event=Order&key=plan$/);
    await page.locator('.chip').getByText('plan of Order is pro').waitFor();
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '2');
    await page.reload();
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '2');
    await page.locator(list).getByText('€41.00').waitFor();
    assert.deepEqual(await rowsOf(page, list), ['pro 2 100% €41.00']);
    await page.locator('.opened').getByRole('button', { name: 'Order' }).press('Enter');
    await keys.at('All events');
    await page.getByRole('button', { name: 'All events' }).press('Enter');
    await page.getByRole('button', { name: 'Properties of Order' }).waitFor();
    await keys.at('Events');
  });

  it('a filter by a property is changed in the form, and saved in a segment', async () => {
    const { page } = looker;
    await page.goto('/shop.example?filter=property:is:plan|Order|pro');
    await page.getByRole('button', { name: 'Change the filter plan of Order is pro' }).click();
    const form = page.locator('.filter-form');
    await form.getByLabel('Of', { exact: true }).selectOption('Pageviews');
    await form.getByLabel('Property').selectOption('author');
    await form.getByLabel('Condition').selectOption('is not');
    await form.getByRole('combobox', { name: 'Value' }).last().fill('Ada');
    await assertAccessible(page);
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.locator('.chip').getByText('author of pageviews is not Ada').waitFor();
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '0');
    await page.getByRole('button', { name: 'Segments' }).click();
    await page.getByLabel('Save as segment').fill('Without Ada');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Remove the filter author of pageviews is not Ada' }).click();
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '4');
    await page.getByRole('button', { name: 'Segments' }).click();
    await page.getByRole('button', { name: 'Without Ada', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '0');
  });

  it('a goal shows its conditions in its form, and keeps them when its name is changed', async () => {
    const { page } = looker;
    const conditions = [{ key: 'plan', operator: 'IS', values: ['pro'] }];
    await dashboard.gateway.graphql(
      'mutation($website: ID!, $input: GoalInput!) { createGoal(website: $website, input: $input) { id } }',
      { website, input: { name: 'Sold', kind: 'EVENT', pattern: 'Order', conditions } },
    );
    await page.goto('/shop.example');
    await page.getByRole('button', { name: 'Edit the goal Sold' }).click();
    await page
      .getByRole('dialog')
      .getByText('Only if: plan is pro. This can be changed only through the API.')
      .waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Sold pro');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Edit the goal Sold pro' }).waitFor();
    assert.deepEqual(await rowsOf(page, '.panel-goals table'), ['Sold pro €41.00 2 50% Edit']);
  });

  it('properties of pageviews have a tab of their own; their values are a file', async () => {
    const { page } = looker;
    await page.goto('/shop.example');
    await page.getByRole('heading', { name: 'Goals' }).scrollIntoViewIfNeeded();
    await page.getByRole('tab', { name: 'Page properties' }).click();
    await page.getByRole('button', { name: 'author: open its values' }).click();
    await page.waitForURL(/\?event=&key=author$/);
    await page.getByRole('link', { name: 'author of pageviews: all columns and rows' }).click();
    await page.getByRole('heading', { name: 'author of pageviews' }).waitFor();
    await page.locator('.detail table.wide').waitFor();
    assert.deepEqual(await rowsOf(page, '.detail table'), ['(none) 4 50%', 'Ada 4 50%']);
    assert.match(await csvOf(page), /\r\nAda,Ada,4,0\.5,/);
  });

  it('pages show how long and how far they were read, explained on focus; files have both', async () => {
    const { page } = looker;
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/shop.example?view=page');
    const term = page.getByRole('button', { name: 'Time on page' });
    await term.focus();
    await page.locator('.about:not([hidden])').getByText('How long a visit looked at the page').waitFor();
    assert.deepEqual(await rowsOf(page, '.detail table'), ['/cart 4 50% – – 100%', '/read 4 50% 1m 23s 60% 0%']);
    await assertAccessible(page);
    const [head, ...lines] = (await csvOf(page)).split('\r\n');
    assert.match(head ?? '', /,exit_rate,time_on_page,scroll_depth$/);
    assert.deepEqual(
      lines.map(line => line.split(',').slice(-3).join(' ')),
      ['1  ', '0 83 60', ''],
    );
  });
});
