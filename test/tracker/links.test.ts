import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import { launchBrowser, skipWithoutBrowser } from '../support/browser.ts';
import { closePages, isEvent, openPage, openSite, type Site, sharedPage } from './site.ts';

// The links open in a frame, because a navigation of the page itself could begin during the next `goto` and abort it.
const LINKS = `
  <base target="aside"><iframe name="aside"></iframe>
  <a id="out" href="http://www.elsewhere.test:1/path?q=secret">out</a>
  <a id="deep" href="http://Elsewhere.test:1/"><b id="inside">out</b></a>
  <a id="own" href="/own">own</a>
  <a id="www" href="http://www.shop.test:1/">own, with www</a>
  <a id="sub" href="http://blog.shop.test:1/">another host</a>
  <a id="mail" href="mailto:someone@elsewhere.test">mail</a>
  <a id="script" href="javascript:void 0">script</a>
  <a id="none">no link</a>
  <a id="pdf" href="/files/Price%20list%20%C3%A4.PDF?v=2">pdf</a>
  <a id="far" href="http://cdn.elsewhere.test:1/archive.tar.gz">zip</a>
  <a id="named" href="/report/5" download="report.xyz">named</a>
  <a id="unnamed" href="/report/6" download>unnamed</a>
  <a id="own-kind" href="/model.Step">own kind</a>
  <a id="broken" href="/%E4.pdf">broken</a>
  <a id="folder" href="/pdf">no file</a>
  <svg width="20" height="20"><a id="svg" target="aside" href="http://elsewhere.test:1/"><text y="20">svg</text></a></svg>
  <map name="map"><area id="area" href="http://area.test:1/" shape="default"></map><img usemap="#map" width="5" height="5" alt="">
  <x-card id="card"></x-card><button id="button">button</button>
  <script>
    document.getElementById('card').attachShadow({ mode: 'open' }).innerHTML = '<a href="http://shadow.test:1/"><i>shadow</i></a>';
    for (const kind of ['click', 'auxclick']) document.body.addEventListener(kind, event => event.stopPropagation());
    function click(id, init) {
      const element = document.getElementById(id);
      const target = element.shadowRoot ? element.shadowRoot.querySelector('i') : element;
      target.dispatchEvent(new MouseEvent(init?.button ? 'auxclick' : 'click', { bubbles: true, composed: true, cancelable: true, ...init }));
    }
  </script>`;

const ALL = [...LINKS.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id ?? '');

/** The browser refuses to open the mail program for a click that nobody made. */
const isFault = (complaint: string): boolean => !complaint.includes('mailto:');

describe.skipIf(skipWithoutBrowser)('a click on a link', () => {
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

  async function visit(attributes: string): Promise<{ page: Page; complaints: string[] }> {
    site.serve('/page', LINKS + site.snippet(attributes));
    const opened = await sharedPage(browser);
    // A test looks at what a click sends, not at where it leads.
    await opened.page.unrouteAll();
    await opened.page.route(/elsewhere|area|shadow|www|blog|own|report|files|step|pdf|E4/i, route =>
      route.fulfill({ status: 204 }),
    );
    await opened.page.goto(site.at('shop.test', '/page'));
    await site.hear(1);
    return opened;
  }

  /** Clicks these links one after another, and returns the sorted names of the events sent. */
  async function clickAll(page: Page, ids: readonly string[], init = {}): Promise<unknown[]> {
    await page.evaluate(`for (const id of ${JSON.stringify(ids)}) click(id, ${JSON.stringify(init)})`);
    const bodies = await site.hearAll(page);
    return bodies
      .filter(isEvent)
      .map(body => body.event?.name)
      .sort();
  }

  test('is not counted unless the snippet asks for it', async () => {
    const { page } = await visit('data-outbound="false" data-downloads="false"');
    assert.deepEqual(await clickAll(page, ALL), []);
  });

  test('with data-outbound is an event with the target host', async () => {
    const { page, complaints } = await visit('data-outbound');
    assert.deepEqual(await clickAll(page, ALL), [
      'Outbound link: area.test',
      'Outbound link: blog.shop.test',
      'Outbound link: cdn.elsewhere.test',
      'Outbound link: elsewhere.test',
      'Outbound link: elsewhere.test',
      'Outbound link: elsewhere.test',
      'Outbound link: shadow.test',
    ]);
    assert.deepEqual(complaints.filter(isFault), []);
  });

  test('with data-downloads is an event with the name of the file', async () => {
    const { page, complaints } = await visit('data-downloads');
    assert.deepEqual(await clickAll(page, ALL), [
      'Download: 6',
      'Download: Price list ä.PDF',
      'Download: archive.tar.gz',
      'Download: report.xyz',
    ]);
    assert.deepEqual(complaints.filter(isFault), [], 'a file name that is not UTF-8 counts nothing and throws nothing');
  });

  for (const list of ['step,zip', '.zip .STEP', 'zip; step']) {
    test(`with data-downloads="${list}" counts these files, and links marked as downloads`, async () => {
      const { page } = await visit(`data-downloads="${list}"`);
      assert.deepEqual(await clickAll(page, ALL), ['Download: 6', 'Download: model.Step', 'Download: report.xyz']);
    });
  }

  test('that downloads from another host is one event, not two', async () => {
    const { page } = await visit('data-downloads data-outbound');
    assert.deepEqual(await clickAll(page, ['far']), ['Download: archive.tar.gz']);
  });

  test('counts with the middle button, but not with the one that opens a menu', async () => {
    const { page } = await visit('data-outbound');
    assert.deepEqual(await clickAll(page, ['out'], { button: 2 }), []);
    assert.deepEqual(await clickAll(page, ['out'], { button: 1 }), ['Outbound link: elsewhere.test']);
  });

  test('is not counted when the page cancels it, however late', async () => {
    const { page } = await visit('data-outbound data-downloads');
    await page.evaluate("document.getElementById('out').onclick = event => event.preventDefault()");
    await page.evaluate("document.getElementById('far').onclick = event => event.preventDefault()");
    assert.deepEqual(await clickAll(page, ['out', 'far', 'area']), ['Outbound link: area.test']);
    site.serve('/page', `${LINKS.replace('event.stopPropagation()', '0')}${site.snippet('data-outbound')}`);
    await page.reload();
    await page.evaluate("addEventListener('click', event => event.preventDefault())");
    assert.deepEqual(await clickAll(page, ['out', 'area']), ['Outbound link: area.test'], 'no further ones');
  });

  test('is counted once even if the page is left before its timers run', async () => {
    const target = site.at('elsewhere.test', '/target');
    site.serve('/leave', `<a href="${target}?q=secret">out</a>${site.snippet('data-outbound')}`);
    const { page } = await openPage(browser);
    await page.goto(site.at('shop.test', '/leave'));
    await site.hear(1);
    await page.evaluate('window.setTimeout = () => 0');
    await page.click('a');
    await page.waitForURL('**/target?q=secret');
    await site.hear(1, isEvent);
    const events = (await site.hearAll(page)).filter(isEvent).map(body => body.event);
    assert.deepEqual(events, [{ name: 'Outbound link: elsewhere.test', props: { url: target } }]);
  });

  test('sends the address without its query and fragment', async () => {
    const { page } = await visit('data-outbound data-downloads');
    await clickAll(page, ['out', 'pdf']);
    const events = (await site.hearAll(page)).filter(isEvent).map(body => body.event?.props);
    assert.deepEqual(events, [
      { url: 'http://www.elsewhere.test:1/path' },
      { url: site.at('shop.test', '/files/Price%20list%20%C3%A4.PDF') },
    ]);
  });

  test('on a form with data-forms is an event with the address it is sent to, even if the page sends it itself', async () => {
    const forms = `<form id="one" action="/order?token=secret"><input name="action" value="x"><button>Go</button></form>
      <form id="two"><button>Go</button></form>
      <script>addEventListener('submit', event => event.preventDefault())</script>`;
    for (const [attributes, actions] of [
      ['', []],
      ['data-forms', ['/order', '/form']],
    ] as const) {
      site.serve('/form', forms + site.snippet(attributes));
      const { page, complaints } = await openPage(browser);
      await page.goto(site.at('shop.test', '/form'));
      await site.hear(1);
      await page.click('#one button');
      await page.click('#two button');
      const events = (await site.hearAll(page)).filter(isEvent).map(body => body.event);
      assert.deepEqual(
        events,
        actions.map(action => ({ name: 'Form: Submission', props: { action } })),
      );
      assert.deepEqual(complaints, []);
    }
  });

  for (const [means, follow] of [
    ['mouse', (page: Page) => page.click('a')],
    ['keyboard', (page: Page) => page.press('a', 'Enter')],
  ] as const) {
    test(`counts although it leaves the page, by ${means}`, async () => {
      site.serve(
        '/leave',
        `<a href="${site.at('elsewhere.test', '/')}">out</a>${site.snippet('data-outbound="true"')}`,
      );
      const { page } = await openPage(browser);
      await page.goto(site.at('shop.test', '/leave'));
      await site.hear(1);
      await follow(page);
      await page.waitForURL(site.at('elsewhere.test', '/'));
      const [body] = await site.hear(1, isEvent);
      const props = { url: site.at('elsewhere.test', '/') };
      assert.deepEqual(body?.event, { name: 'Outbound link: elsewhere.test', props });
      assert.equal(body?.page, site.at('shop.test', '/leave'));
    });
  }
});
