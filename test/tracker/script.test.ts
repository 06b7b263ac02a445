import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, onTestFinished, test } from 'vitest';
import { launchBrowser, runBrowser, skipWithoutBrowser } from '../support/browser.ts';
import { closePages, isEvent, isPageview, openPage, openSite, pathsOf, type Site, sharedPage } from './site.ts';

describe.skipIf(skipWithoutBrowser)('a route of a single-page application', () => {
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    site = await openSite();
  });
  afterEach(async () => {
    await closePages(browser);
    await site.close();
  });
  afterAll(() => browser?.close());

  async function visit(path: string, attributes = ''): Promise<{ page: Page; complaints: string[] }> {
    site.serve(path.replace(/[?#].*/, ''), site.snippet(attributes));
    const opened = await sharedPage(browser);
    await opened.page.goto(site.at('shop.test', path));
    await site.hear(1, isPageview);
    return opened;
  }

  /** Returns the paths of all pageviews so far, in order. */
  async function pageviews(page: Page): Promise<string[]> {
    return pathsOf((await site.hearAll(page)).filter(isPageview));
  }

  /** Goes back or forward and waits until the page has noticed. */
  async function travel(page: Page, steps: number): Promise<void> {
    await page.evaluate(`new Promise(resolve => {
      addEventListener('popstate', () => setTimeout(resolve), { once: true });
      history.go(${steps});
    })`);
  }

  test('counts on pushState, back and forward', async () => {
    const { page, complaints } = await visit('/app?x=1');
    await page.evaluate("history.pushState({}, '', '/app/a')");
    await page.evaluate("history.pushState({}, '', '/app/b?y=2')");
    await travel(page, -1);
    await travel(page, -1);
    await travel(page, 2);
    assert.deepEqual(await pageviews(page), ['/app?x=1', '/app/a', '/app/b?y=2', '/app/a', '/app?x=1', '/app/b?y=2']);
    assert.deepEqual(complaints, []);
  });

  test('has the previous page as its referrer, so that no new visit begins', async () => {
    site.serve('/news', `<a href="${site.at('shop.test', '/app')}">shop</a>`);
    site.serve('/app', site.snippet());
    const { page } = await openPage(browser);
    await page.goto(site.at('news.test', '/news'));
    await page.click('a');
    await page.waitForURL('**/app');
    await site.hear(1);
    await page.evaluate("history.pushState({}, '', '/app/a'); history.pushState({}, '', '/app/b')");
    const bodies = await site.hear(3, isPageview);
    const byPage = Object.fromEntries(bodies.map(body => [body.page, body.referrer]));
    assert.deepEqual(byPage, {
      [site.at('shop.test', '/app')]: site.at('news.test', '/'),
      [site.at('shop.test', '/app/a')]: site.at('shop.test', '/app'),
      [site.at('shop.test', '/app/b')]: site.at('shop.test', '/app/a'),
    });
  });

  test('pushed twice in a row counts once', async () => {
    const { page } = await visit('/app');
    await page.evaluate(`
      history.pushState({}, '', '/app');
      history.pushState({}, '', '/app/a');
      history.pushState({ other: 'state' }, '', '/app/a');
      history.pushState({}, '', '/app/a#part');
      history.pushState({}, '');
    `);
    assert.deepEqual(await pageviews(page), ['/app', '/app/a']);
  });

  test('leaves the history functions as they are: results, errors and arguments are the native ones', async () => {
    const { page } = await visit('/app');
    const seen = await page.evaluate(`(() => {
      const result = history.pushState({ deep: [1] }, '', '/app/a');
      let error = '';
      try { history.pushState({}, '', 'https://elsewhere.example/') } catch ({ name }) { error = name }
      return [result, history.state, location.pathname, error];
    })()`);
    assert.deepEqual(seen, [undefined, { deep: [1] }, '/app/a', 'SecurityError']);
    assert.deepEqual(await pageviews(page), ['/app', '/app/a']);
  });

  for (const [attributes, expected] of [
    ['', ['/app']],
    ['data-replace="false"', ['/app']],
    ['data-replace', ['/app', '/app/a']],
    ['data-replace="true"', ['/app', '/app/a']],
  ] as const) {
    test(`counts on replaceState only where data-replace says so: ${attributes || 'without it'}`, async () => {
      const { page } = await visit('/app', attributes);
      await page.evaluate("history.replaceState({}, '', '/app/a'); history.replaceState({}, '', '/app/a')");
      assert.deepEqual(await pageviews(page), expected);
    });
  }

  test('of the Navigation API counts once, whether or not it was pushed as well', async () => {
    const { page, complaints } = await visit('/app');
    await page.evaluate(`(async () => {
      let isSlow = true;
      navigation.addEventListener('navigate', event => {
        if (event.canIntercept) event.intercept({ handler: () => isSlow ? new Promise(() => {}) : Promise.resolve() });
      });
      navigation.navigate('/app/slow').finished.catch(() => {});
      isSlow = false;
      await navigation.navigate('/app/a').finished;
      await navigation.navigate('/app/a', { history: 'push' }).finished;
      await navigation.navigate('/app/a#part').finished;
      await navigation.navigate('/app/quiet', { history: 'replace' }).finished;
      await navigation.navigate('/app/b').finished;
      history.pushState({}, '', '/app/c');
      document.body.insertAdjacentHTML('beforeend', '<a id="link" href="/app/link">link</a>');
      const clicked = new Promise(resolve => navigation.addEventListener('navigatesuccess', resolve, { once: true }));
      document.getElementById('link').click();
      await clicked;
      await navigation.back().finished;
    })()`);
    const expected = ['/app', '/app/slow', '/app/a', '/app/b', '/app/c', '/app/link', '/app/c'];
    assert.deepEqual(await pageviews(page), expected);
    assert.deepEqual(complaints, []);
  });

  test('of the Navigation API that replaces the URL counts with data-replace', async () => {
    const { page } = await visit('/app', 'data-replace');
    await page.evaluate(`(async () => {
      navigation.addEventListener('navigate', event => event.intercept());
      await navigation.navigate('/app/a', { history: 'replace' }).finished;
      history.replaceState({}, '', '/app/b');
    })()`);
    assert.deepEqual(await pageviews(page), ['/app', '/app/a', '/app/b']);
  });

  for (const [what, meddle] of [
    ['an old browser', 'delete window.navigation'],
    ['a page with a variable of that name', 'window.navigation = { open: true }'],
  ] as const) {
    test(`counts without the Navigation API: in ${what}`, async () => {
      site.serve('/app', `<script>${meddle}</script>${site.snippet()}`);
      const { page, complaints } = await openPage(browser);
      await page.goto(site.at('shop.test', '/app'));
      await site.hear(1);
      await page.evaluate("history.pushState({}, '', '/app/a')");
      await travel(page, -1);
      assert.deepEqual(await pageviews(page), ['/app', '/app/a', '/app']);
      assert.deepEqual(complaints, []);
    });
  }

  const HASH_ROUTE = "location.hash = '#/orders?tab=2'; location.hash = '#/orders?tab=2'";

  test('in the fragment counts nothing without data-hash', async () => {
    const { page } = await visit('/app?utm_campaign=spring#/start');
    await page.evaluate(HASH_ROUTE);
    assert.deepEqual(await pageviews(page), ['/app?utm_campaign=spring']);
  });

  test('in the fragment counts with data-hash, as part of the path', async () => {
    const { page } = await visit('/app?utm_campaign=spring#/start', 'data-hash');
    await page.evaluate(HASH_ROUTE);
    await site.hear(2, isPageview);
    await travel(page, -1);
    await page.evaluate("history.pushState({}, '', '/app')");
    const expected = [
      '/app%23/start?utm_campaign=spring',
      '/app%23/orders?tab=2&utm_campaign=spring',
      '/app%23/start?utm_campaign=spring',
      '/app',
    ];
    assert.deepEqual(await pageviews(page), expected);
  });

  test('is the page of the events that happen on it', async () => {
    const { page } = await visit('/app');
    await page.evaluate("history.pushState({}, '', '/app/a'); pa.track({ name: 'Signup' })");
    const [event] = await site.hear(1, isEvent);
    assert.equal(event?.page, site.at('shop.test', '/app/a'));
  });

  test('survives the snippet run again by a page that swaps its body', async () => {
    const { page } = await visit('/app');
    await page.evaluate(`new Promise(resolve => {
      const old = document.querySelector('script');
      const script = document.createElement('script');
      for (const { name, value } of old.attributes) script.setAttribute(name, value);
      script.onload = resolve;
      old.replaceWith(script);
    })`);
    await page.evaluate("history.pushState({}, '', '/app/a')");
    assert.deepEqual(await pageviews(page), ['/app', '/app/a']);
  });
});

describe.skipIf(skipWithoutBrowser)('a page', () => {
  let site: Site;

  beforeEach(async () => {
    site = await openSite();
  });
  afterEach(() => site.close());

  test('restored from the back/forward cache counts again, with the website itself as referrer', async () => {
    const browser = await launchBrowser({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    onTestFinished(() => browser.close());
    const { page } = await openPage(browser);
    site.serve('/news', `<a href="${site.at('shop.test', '/first')}">shop</a>`);
    const tell = `<script>addEventListener('pageshow', event => event.persisted && fetch('/restored', { method: 'POST', body: '{"page":"restored"}' }))</script>`;
    site.serve('/first', `${tell}<a href="/second">on</a>${site.snippet()}`);
    await page.goto(site.at('news.test', '/news'));
    await page.click('a');
    await site.hear(1);
    // A page that is left before it has loaded is not kept.
    await page.waitForURL('**/first');
    await page.click('a');
    await site.hear(2, isPageview);
    page.evaluate('history.back()').catch(() => {}); // The result is lost with the page.
    await site.hear(1, body => body.page === 'restored');
    const bodies = (await site.hear(3, body => isPageview(body) && body.page !== 'restored')).slice(0, 3);
    assert.deepEqual(pathsOf(bodies), ['/first', '/second', '/first']);
    assert.equal(bodies[0]?.referrer, site.at('news.test', '/'));
    assert.equal(bodies[2]?.referrer, site.at('shop.test', '/first'));
  });

  test('that is prerendered counts once it is shown, with the events it sent until then', async () => {
    const rules = JSON.stringify({ prerender: [{ urls: ['/ahead'], eagerness: 'immediate' }] });
    const log = `fetch('/log', { method: 'POST', body: JSON.stringify({ page: 'prerendered ' + document.prerendering }) })`;
    site.serve(
      '/ahead',
      `${site.snippet().replace('async defer', '')}<script>
        pa.track({ name: 'Ahead' }); history.pushState({}, '', '/ahead/route'); ${log};
        document.addEventListener('prerenderingchange', () => { ${log} });
      </script>`,
    );
    const ask = `fetch('/go').then(answer => answer.text()).then(text => { if (/now/.test(text)) location.href = '/ahead' })`;
    const goOn = `<script>setInterval(() => ${ask}, 100)</script>`;
    site.serve('/start', `<script type="speculationrules">${rules}</script>${site.snippet()}${goOn}`);
    site.serve('/go', 'wait');
    // Prerendering needs an origin that browsers trust.
    onTestFinished(await runBrowser(site.at('localhost', '/start')));
    await site.hear(1, body => body.page === 'prerendered true');
    await site.hear(1, body => body.page?.endsWith('/start') === true);
    await new Promise(resolve => setTimeout(resolve, 500));
    assert.deepEqual(pathsOf(site.arrivals.map(({ body }) => body)).sort(), ['/start', 'prerendered true']);
    site.serve('/go', 'now');
    await site.hear(1, body => body.page === 'prerendered false');
    const [event] = await site.hear(1, isEvent);
    const pageviews = await site.hear(2, body => isPageview(body) && body.page?.startsWith('http') === true);
    assert.deepEqual(event?.event, { name: 'Ahead' });
    assert.deepEqual(pathsOf(pageviews), ['/start', '/ahead/route'], 'one pageview, of the route it has by then');
  });
});
