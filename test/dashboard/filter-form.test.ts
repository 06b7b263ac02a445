import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, DESKTOP } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the form for a filter', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
    await dashboard.create({ domain: 'places.example', privacy: 'PUBLIC' });
    await dashboard.count(hitsFromEverywhere());
  });
  afterAll(() => dashboard.close());

  /** Opens the form for a filter by `name`. */
  async function openForm(name: string, query = '') {
    const opened = await dashboard.open(`/places.example${query}`);
    const { page } = opened;
    await page.locator('.foot').waitFor();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    const form = page.locator('.filter-form');
    await form.getByLabel('Filter by').selectOption(name);
    const chips = page.getByRole('list', { name: 'Filters' }).locator('.chip');
    const shows = (visitors: string) =>
      page.waitForFunction(text => document.querySelector('[data-metric=visitors]')?.textContent === text, visitors);
    return { ...opened, form, chips, shows, value: form.getByRole('combobox', { name: /^Values?$/ }) };
  }

  it('applies the value that is listed for what was typed', async () => {
    const { page, form, value, chips, shows, close } = await openForm('Country');
    await form.getByRole('option', { name: 'Germany 3' }).waitFor();
    assert.equal(await form.getByRole('option', { name: 'Poland' }).count(), 0);
    // Also with more values than fit, Tab leads past their list.
    await form.getByRole('listbox').evaluate(list => {
      list.style.maxHeight = '20px';
    });
    await value.press('Tab');
    assert.equal(await page.locator(':focus').innerText(), 'Or another condition');
    await value.fill('Poland');
    await form.getByRole('option', { name: 'Poland 1' }).waitFor();
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/filter=country:is:PL:Poland$/);
    await shows('1');
    assert.deepEqual(await chips.allInnerTexts(), ['Country is Poland']);
    await close();
  });

  it('takes the only value that contains what was typed, in either case and before it is listed', async () => {
    const { page, form, value, shows, close } = await openForm('Country');
    await value.fill('germany');
    await value.press('Enter');
    await form.getByRole('button', { name: 'Remove Germany' }).waitFor();
    await value.fill('fran');
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/filter=country:is:DE:Germany\|FR:France$/);
    await shows('5');
    await close();
  });

  it('lists values without the condition that they will join', async () => {
    const { page, form, value, chips, shows, close } = await openForm('Country', '?filter=country:is:DE:Germany');
    await value.fill('France');
    await form.getByRole('option', { name: 'France 2' }).waitFor();
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/filter=country:is:DE:Germany\|FR:France$/);
    await shows('5');
    await page.goto('/places.example?filter=page:is:/&filter=country:is:DE:Germany');
    await page.getByRole('button', { name: 'Change the filter Page is /' }).click();
    await form.getByLabel('Filter by').selectOption('Country');
    await value.fill('pol');
    await form.getByRole('option', { name: 'Poland 1' }).click();
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/filter=country:is:PL:Poland\|DE:Germany$/);
    await shows('4');
    assert.deepEqual(await chips.allInnerTexts(), ['Country is any of Poland, Germany']);
    await close();
  });

  it('joins the values of a country that all parts of a group would demand, since no visit has two', async () => {
    const { page, form, chips, shows, close } = await openForm('Country');
    await form.getByRole('option', { name: 'Germany 3' }).click();
    await form.getByRole('button', { name: 'Or another condition' }).click();
    await form.getByLabel('Matches').selectOption('all of these');
    await form.getByLabel('Filter by').nth(1).selectOption('Country');
    await form.getByRole('option', { name: 'France 2' }).click();
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/filter=country:is:DE:Germany\|FR:France$/);
    await shows('5');
    assert.deepEqual(await chips.allInnerTexts(), ['Country is any of Germany, France']);
    await close();
  });

  it('finds values, in the form and in lists, by their names in the language of the reader', async () => {
    const { page, close } = await dashboard.open('/places.example?lang=de&view=country');
    await page.getByRole('searchbox').fill('frankr');
    await page.getByRole('button', { name: /^Deutschland/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Frankreich/ }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV' }).click();
    assert.match((await buffer(await (await saved).createReadStream())).toString('utf8'), /^.*\r?\n"?FR:France/);
    await page.goto('/places.example?lang=de&places=continent');
    const places = page.locator('.panel-places tbody .label button');
    await places.getByText('Europa', { exact: true }).waitFor();
    await places.getByText('Nordamerika', { exact: true }).waitFor();
    await page.locator('.filters .popover > button').first().click();
    await page.locator('.filter-form select').first().selectOption({ value: 'COUNTRY' });
    await page.locator('.filter-form input').last().fill('schwed');
    await page.getByRole('option', { name: /^Schweden/ }).waitFor();
    await close();
  });

  it('takes the words for a value that is empty, or is not what people read', async () => {
    const { page, form, value, chips, shows, close } = await openForm('Source');
    await value.fill('direct');
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/filter=source:is:$/);
    await shows('27');
    assert.deepEqual(await chips.allInnerTexts(), ['Source is Direct']);
    await page.goto('/site.example?view=language');
    await page.getByRole('searchbox', { name: 'Search Languages' }).fill('German');
    await page.getByRole('button', { name: 'English: show only this' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'German: show only this' }).waitFor();
    await close();
  });

  it('takes a city without its region', async () => {
    const { page, form, value, shows, close } = await openForm('City');
    await value.fill('berlin');
    await form.getByRole('option', { name: 'New Berlin' }).waitFor();
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/filter=city:is:DE:Berlin,%20State%20of%20Berlin$/);
    await shows('1');
    await close();
  });

  it('offers the values that contain what was typed, if these are several, and the text itself', async () => {
    const { page, form, value, shows, close } = await openForm('Page');
    await value.fill('/pric');
    await value.press('Enter');
    const several = form.getByText('Several values contain “/pric”. Choose one.');
    await several.waitFor();
    assert.equal(await form.getByRole('button', { name: 'Remove' }).count(), 0);
    await value.fill('/prices/');
    await several.waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Apply' }).click();
    await form.getByText('Several values contain “/prices/”. Choose one.').waitFor();
    await form.getByRole('combobox', { name: 'Value', expanded: true }).and(page.locator(':focus')).waitFor();
    await form.getByRole('option', { name: 'Exactly “/prices/”' }).waitFor();
    await form.getByRole('option', { name: '/prices/FR 2' }).click();
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/filter=page:is:\/prices\/FR$/);
    await shows('2');
    await close();
  });

  it('offers a value for what is unknown, and another for what there is none of', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.getByRole('button', { name: 'Add a filter' }).click();
    const form = page.locator('.filter-form');
    const options = form.getByRole('option');
    for (const [name, shown, empty] of [
      ['Page', '/docs', []],
      ['Host', 'site.example', []],
      ['Campaign', '(none)', ['(none)']],
      ['Country', 'Unknown', ['Unknown']],
    ] as const) {
      await form.getByLabel('Filter by').selectOption(name);
      await options.getByText(shown, { exact: true }).waitFor();
      const texts = await options.locator('bdi.cut').allInnerTexts();
      assert.deepEqual(
        texts.filter(text => /^Unknown$|none/.test(text)),
        empty,
        name,
      );
    }
    await close();
  });

  it('gets no keys of the page while values are clicked, and then has the focus in the field for values', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.locator('.foot').waitFor();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    const form = page.locator('.filter-form');
    const option = form.getByRole('option', { name: '/docs 1' });
    await option.waitFor();
    for (const key of ['e', 'd', 'm']) await page.keyboard.press(key);
    await option.click();
    await page.keyboard.type('em');
    const field = form.getByRole('combobox', { name: 'Values' });
    await page.waitForFunction(
      () => document.activeElement instanceof HTMLInputElement && document.activeElement.value === 'em',
    );
    assert.equal(await field.inputValue(), 'em');
    assert.equal(new URL(page.url()).search, '');
    // The menu of ranges shows keys, which work there.
    await page.getByRole('button', { name: /^Range/ }).click();
    await page.keyboard.press('d');
    await page.waitForURL(/\?period=today$/);
    await page.keyboard.press('x');
    await close();
  });
});

/** A network of each country. */
const NETWORKS: Readonly<Record<string, string>> = {
  DE: '2.161.9',
  FR: '2.7.9',
  US: '2.0.9',
  GB: '2.28.9',
  ES: '2.140.9',
  IT: '2.35.9',
  NL: '4.175.9',
  SE: '2.70.9',
  JP: '1.21.9',
  CN: '1.0.9',
  IN: '1.7.9',
  CA: '3.98.9',
};

/** Returns hits of two visitors of each country, of one each from Poland and two places called Berlin, and of one with a referrer. */
function hitsFromEverywhere(): object[] {
  const time = new Date(Date.now() - 48 * 3_600_000).toISOString();
  const hit = (path: string, ip: string) => {
    return { page: `https://places.example${path}`, time, ip, user_agent: DESKTOP };
  };
  return [
    ...Object.entries(NETWORKS).flatMap(([code, network]) =>
      [9, 10].map(last => hit(`/prices/${code}`, `${network}.${last}`)),
    ),
    hit('/', '5.133.9.9'),
    hit('/', '2.210.9.9'),
    hit('/', '98.144.9.9'),
    { ...hit('/', '1.1.1.1'), referrer: 'https://news.example/' },
  ];
}
