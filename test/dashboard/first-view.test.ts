import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, DESKTOP } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the first view of the statistics page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('keeps the title that the server sent, where it is', async () => {
    const { page, close } = await dashboard.open('/docs');
    const { promise, resolve: draw } = Promise.withResolvers<void>();
    await page.route('**/messages-*.json', async route => {
      await promise;
      await route.continue();
    });
    await page.goto('/site.example', { waitUntil: 'commit' });
    const sent = await page.waitForSelector('h1');
    // Text is there before the style and the font that give it its size.
    await page.waitForFunction(() => {
      const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
      return styles.every(({ sheet }) => sheet) && [...document.fonts].some(({ status }) => status === 'loaded');
    });
    const before = await sent.boundingBox();
    draw();
    await page.locator('.foot').waitFor();
    assert.ok(await sent.evaluate(title => title === document.querySelector('h1')));
    assert.deepEqual(await sent.boundingBox(), before);
    await close();
  });

  it('asks for the numbers while its messages are still to come, once', async () => {
    const { page, close } = await dashboard.open('/docs');
    const asked: string[] = [];
    page.on('request', request => asked.push(new URL(request.url()).searchParams.get('documentId') ?? ''));
    await page.route('**/messages-*.json', async route => {
      await page.waitForResponse(/graphql/);
      await route.continue();
    });
    await page.goto('/site.example');
    await page.locator('.foot').waitFor();
    const [first, ...others] = asked.filter(id => id !== '');
    assert.ok(first !== undefined && !others.includes(first));
    await close();
  });

  it('asks again when the first answer does not come', async () => {
    const { page } = await dashboard.open('/docs');
    let asked = 0;
    await page.route('**/graphql**', route => (asked++ === 0 ? route.abort() : route.continue()));
    await page.goto('/site.example');
    await page.locator('.panel-pages').getByRole('button', { name: '/pricing: show only this' }).waitFor();
    assert.ok(asked > 1);
    // Not `close`, which allows no request to fail.
    await page.context().close();
  });

  it('says how fresh the numbers are in the time zone of the website, as its days are', async () => {
    await dashboard.create({ domain: 'tokyo.example', timezone: 'Asia/Tokyo', privacy: 'PUBLIC' });
    await dashboard.count([{ page: 'https://tokyo.example/', ip: '8.8.4.4', user_agent: DESKTOP }]);
    const { page, close } = await dashboard.open('/tokyo.example');
    const foot = await page.locator('.foot').innerText();
    const now = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' });
    // The minute may end meanwhile.
    const minutes = [0, 1, 2].map(ago => now.format(Date.now() - ago * 60_000));
    assert.ok(
      minutes.some(minute => foot.includes(`${minute}. Days start and end at midnight in Asia/Tokyo`)),
      foot,
    );
    await close();
  });
});
