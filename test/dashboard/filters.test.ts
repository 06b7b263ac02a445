import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the filters of the statistics page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
    await dashboard.gateway.graphql(
      `mutation($website: ID!, $bought: GoalInput!, $saw: GoalInput!) {
        bought: createGoal(website: $website, input: $bought) { id }
        saw: createGoal(website: $website, input: $saw) { id }
      }`,
      {
        website: await idOf(dashboard),
        bought: { name: 'Bought', kind: 'EVENT', pattern: 'Purchase' },
        saw: { name: 'Saw prices', kind: 'PAGE', pattern: '/pricing' },
      },
    );
  });
  afterAll(() => dashboard.close());

  it('filters by a clicked value, and shows the same to readers who open the link', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '3');
    await page.getByRole('tab', { name: 'Referrers' }).click();
    await page.getByRole('button', { name: 'news.example: show only this' }).click();
    await page.getByText('Referrer is news.example').waitFor();
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '1');
    await page.getByRole('tab', { name: 'Landing pages' }).click();
    await page.getByRole('button', { name: 'Pageviews' }).click();
    await page.waitForURL(/\?metric=pageviews&filter=referrer:is:news\.example&sources=referrer&pages=landing_page$/);
    const address = page.url();

    assert.equal(
      await page.getByRole('link', { name: 'Sign in' }).getAttribute('href'),
      `/login?next=${encodeURIComponent(new URL(address).pathname + new URL(address).search)}`,
    );
    const other = await dashboard.open(address);
    await other.page.getByText('Referrer is news.example').waitFor();
    assert.equal(await other.page.locator('[data-metric=visitors]').innerText(), '1');
    assert.equal(await other.page.getByRole('tab', { name: 'Landing pages' }).getAttribute('aria-selected'), 'true');
    assert.equal(await other.page.getByRole('button', { name: 'Pageviews' }).getAttribute('aria-pressed'), 'true');
    await other.close();

    await page.goBack();
    await page.goBack();
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '3');
    await close();
  });

  it('shows the hours of the visits that a filter matches', async () => {
    const { page, close } = await dashboard.open('/site.example');
    const inHours = async (visitors: number) => {
      await page.waitForFunction(
        all =>
          [...document.querySelectorAll('.heat tbody td:not(.lacking)')].reduce(
            (sum, td) => sum + Number(td.textContent),
            0,
          ) === all,
        visitors,
      );
    };
    await inHours(3);
    await page.goto('/site.example?filter=page:is:/docs');
    await inHours(1);
    await close();
  });

  it('leave the shares of a list as they are when it is searched', async () => {
    const { page, close } = await dashboard.open('/site.example?view=page');
    const share = () => page.locator('.detail tr', { hasText: '/pricing' }).locator('td').nth(1).innerText();
    const before = await share();
    assert.notEqual(before, '100%');
    await page.getByRole('searchbox', { name: 'Search Pages' }).fill('pricing');
    await page.locator('.detail tbody tr').nth(1).waitFor({ state: 'detached' });
    assert.equal(await share(), before);
    await close();
  });

  it('names languages, devices and pages in its chips as people read them', async () => {
    const filters = ['language:is:de|fr', 'device:not:mobile', 'page:is:/caf%25C3%25A9', 'language:has:d'];
    const { page, close } = await dashboard.open(
      `/site.example?${filters.map(filter => `filter=${filter}`).join('&')}`,
    );
    const chips = page.getByRole('list', { name: 'Filters' }).locator('.chip');
    await chips.last().waitFor();
    assert.deepEqual(await chips.allInnerTexts(), [
      'Language is any of German, French',
      'Device is not Mobile',
      'Page is /café',
      'Language contains d',
    ]);
    await close();
  });

  it('say what of a link could not be read, and have no chips for what does not filter', async () => {
    const { page, close } = await dashboard.open(
      '/site.example?filter=foo:is:bar&filter=page:is:/docs&segment=deleted-1',
    );
    const notice = page.locator('.fault', { hasText: 'could not be read' });
    await notice.waitFor();
    await page.waitForURL(/\?filter=page:is:\/docs$/);
    const chips = page.getByRole('list', { name: 'Filters' }).locator('.chip');
    assert.deepEqual(await chips.allInnerTexts(), ['Page is /docs']);
    await assertAccessible(page);
    await notice.getByRole('button', { name: 'Close' }).click();
    await notice.waitFor({ state: 'detached' });
    assert.match(page.url(), /\?filter=page:is:\/docs$/);

    for (const query of ['segment=deleted-1', 'segment=%20', 'filter=any(page:is:/docs,page)']) {
      await page.goto(`/site.example?${query}`);
      await notice.waitFor();
      await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '3');
      await chips.first().waitFor({ state: 'detached' });
      await notice.getByRole('button', { name: 'Close' }).click();
      await page.waitForURL(/\/site\.example$/);
    }
    await close();
  });

  it('shows decades under a filter', async () => {
    const { page, close } = await dashboard.open('/site.example?from=1980-01-01&to=2029-12-31&filter=page:starts:/pri');
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '1');
    await close();
  });

  it('filters by several values from a list, with the keyboard too, and by groups', async () => {
    const { page, close } = await dashboard.open('/site.example');
    const shows = (visitors: string) =>
      page.waitForFunction(text => document.querySelector('[data-metric=visitors]')?.textContent === text, visitors);
    await page.getByRole('button', { name: 'Add a filter' }).click();
    const form = page.locator('.filter-form');
    const value = form.getByRole('combobox', { name: /^Values?$/ });
    await form.getByRole('option', { name: '/pricing 1' }).waitFor();
    await assertAccessible(page);
    await value.fill('/pri');
    await form.getByRole('option', { name: '/docs' }).waitFor({ state: 'detached' });
    await value.press('ArrowDown');
    await page.locator('[role=option].active').getByText('/pricing').waitFor();
    await value.press('Enter');
    await form.getByRole('button', { name: 'Remove /pricing' }).waitFor();
    await form.getByRole('option', { name: '/docs 1' }).click();
    await form.getByRole('option', { name: '/docs', selected: true }).waitFor();
    await value.press('Escape');
    await form.getByRole('combobox', { expanded: false }).and(value).waitFor();
    await value.press('Enter');
    await page.waitForURL(/filter=page:is:\/pricing\|\/docs$/);
    await shows('2');

    // A second value of a dimension joins the first one, also from a click.
    const pages = page.locator('.panel-pages');
    await pages.getByRole('button', { name: '/docs: already in the filter' }).waitFor();
    await pages.getByRole('button', { name: '/: show this too' }).click();
    await page.waitForURL(/filter=page:is:\/pricing\|\/docs\|\/$/);
    await pages.getByRole('button', { name: '/: already in the filter' }).waitFor();
    await page
      .locator('.panel-sources')
      .getByRole('button', { name: /: show only this$/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Change the filter Page is any of /pricing, /docs, /' }).click();
    for (const gone of ['/', '/docs', '/pricing'])
      await form.getByRole('button', { name: `Remove ${gone}`, exact: true }).click();
    assert.equal(await form.getByRole('button', { name: 'Apply' }).isEnabled(), false);
    await form.getByLabel('Condition').selectOption('starts with');
    await value.fill('/pri');
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/filter=page:starts:\/pri$/);
    await shows('1');

    await page.getByRole('button', { name: 'Change the filter Page starts with /pri' }).click();
    await form.getByRole('button', { name: 'Or another condition' }).click();
    await form.getByLabel('Filter by').nth(1).selectOption('Device');
    const mobile = form.getByRole('option', { name: 'Mobile 1' });
    await mobile.locator('[data-glyph=phone] path').waitFor();
    await mobile.click();
    await form.getByRole('button', { name: 'Group' }).click();
    await form.locator('.filter-group .filter-group').getByRole('button', { name: 'Remove part 2' }).click();
    await form.getByLabel('Matches').nth(1).selectOption('none of these');
    await form.locator('.filter-group .filter-group').getByRole('option', { name: '/docs 1' }).click();
    await assertAccessible(page);
    await form.getByLabel('Matches').nth(0).selectOption('all of these');
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/filter=all\(page:starts:\/pri,device:is:\w+,none\(page:is:\/docs\)\)$/);
    await shows('0');
    await page.goto(page.url().replace('filter=all', 'filter=any'));
    await shows('2');
    const words = 'Page starts with /pri or Device is Mobile or Page is not /docs';
    await page.getByRole('button', { name: `Remove the filter ${words}` }).click();
    await shows('3');
    await close();
  });

  it('follow from a click anywhere in a row, exclude it with Alt, and are cleared by a key', async () => {
    const { page, close } = await dashboard.open('/site.example');
    const isShown = (text: string) => document.querySelector('[data-metric=visitors]')?.textContent === text;
    // Frames can come late on a busy machine.
    const shows = (visitors: string) => page.waitForFunction(isShown, visitors, { polling: 100 });
    const row = (panel: string, text: string) => page.locator(`.panel-${panel} tbody tr`).filter({ hasText: text });
    await page.getByRole('tab', { name: 'Referrers' }).click();
    const link = row('sources', 'news.example').getByRole('link', { name: 'Open news.example' });
    assert.equal(await link.getAttribute('href'), 'https://news.example/');
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer');
    const box = await row('sources', 'news.example').boundingBox();
    assert.ok(box && box.height >= 24, 'A row is a target of at least 24 pixels.');

    await row('pages', '/docs')
      .locator('.number')
      .first()
      .click({ modifiers: ['Alt'] });
    await page.waitForURL(/filter=page:not:\/docs&/);
    await shows('2');
    await page.getByRole('button', { name: '/pricing: show only this' }).press('Alt+Enter');
    await page.waitForURL(/filter=page:not:\/docs\|\/pricing&/);
    await shows('1');
    await page.keyboard.press('x');
    await shows('3');
    await row('pages', '/docs').locator('.number').first().click();
    await page.waitForURL(/filter=page:is:\/docs&/);
    await shows('1');
    await page.getByRole('button', { name: 'Remove the filter Page is /docs' }).click();
    await shows('3');

    await row('goals', 'Bought').locator('.number').first().click();
    await page.getByText('Event is Purchase').waitFor();
    await shows('1');
    await row('goals', 'Saw prices')
      .locator('.number')
      .first()
      .click({ modifiers: ['Alt'] });
    await page.getByText('None of: Page is /pricing with any query').waitFor();
    await page.waitForURL(/filter=event:is:Purchase&filter=none\(any\(page:is:\/pricing,page:starts:\/pricing%3F\)\)&/);
    await shows('1');
    await row('pages', '/').locator('.number').first().click();
    await page.waitForURL(/&filter=page:is:/);
    await shows('1');
    await close();
  });
});

async function idOf({ gateway }: Dashboard): Promise<string> {
  const { website } = await gateway.graphql<{ website: { id: string } }>('{ website(domain: "site.example") { id } }');
  return website.id;
}
