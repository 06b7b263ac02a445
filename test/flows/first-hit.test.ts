import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchBrowser, skipWithoutBrowser } from '../support/browser.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const ANOTHER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0';

/** A website on its own server, with the snippet that existing sites use. */
function serveSite(collector: string): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<!doctype html><title>Site</title><script data-host="${collector}" data-dnt="false" src="${collector}/js/script.js" id="ZwSg9rf6GA" async defer></script><button onclick="pa.track({name: 'Purchase', value: 12.5, unit: 'eur'})">Buy</button>`,
    );
  });
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe.skipIf(skipWithoutBrowser)('A website from its registration to its first numbers', () => {
  let gateway: TestGateway;
  let site: Server;
  let browser: Browser;
  /** The clock stands still, so that today ends in no test. */
  const now = Date.now();
  const today = new Date(now).toISOString().slice(0, 10);
  const statsPath = (name: string) => `/stats/1?name=${name}&from=${today}&to=${today}`;
  const rowsOf = async (name: string) =>
    ((await gateway.rest(statsPath(name))).body as { data: { value: string; count: number }[] }).data;

  let dataDir = '';
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'footfall-flow-'));
    gateway = await startTestGateway({ url: `sqlite:${join(dataDir, 'footfall.db')}`, dataDir }, {}, () => now);
    site = await serveSite(gateway.url);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await gateway.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is registered over REST with a form body', async () => {
    const { status, headers, body } = await gateway.rest('/websites', {
      method: 'POST',
      body: new URLSearchParams({ domain: 'https://www.My-Site.example/', privacy: '0' }),
    });
    assert.equal(status, 201);
    assert.match(headers.get('location') ?? '', /\/api\/v1\/websites\/1$/);
    assert.equal((body as { data: { domain: string } }).data.domain, 'my-site.example');
  });

  it('counts hits from a script and from a page with the plain snippet', async () => {
    const sent = await fetch(`${gateway.url}/api/event`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', 'User-Agent': ANOTHER, 'Accept-Language': 'fr' },
      body: JSON.stringify({
        page: 'https://my-site.example/from-a-script',
        referrer: 'https://news.example/',
        screen_resolution: '800x600',
      }),
    });
    assert.equal(sent.status, 202);
    assert.equal(sent.headers.get('x-footfall-dropped'), null);

    const { port } = site.address() as AddressInfo;
    const page = await (await browser.newContext({ userAgent: PERSON, locale: 'de-DE' })).newPage();
    const arrived = () =>
      page.waitForResponse(response => response.url().endsWith('/api/event') && response.request().method() === 'POST');
    const [hit] = await Promise.all([arrived(), page.goto(`http://www.my-site.example:${port}/landing?x=1`)]);
    assert.equal(hit.status(), 202);
    const [event] = await Promise.all([arrived(), page.click('button')]);
    assert.equal(event.status(), 202);
    await gateway.drain();

    assert.deepEqual(await rowsOf('page'), [
      { value: '/from-a-script', count: 1 },
      { value: '/landing?x=1', count: 1 },
    ]);
    assert.deepEqual(await rowsOf('event'), [{ value: 'Purchase', count: 1 }]);
    assert.deepEqual(await rowsOf('language'), [
      { value: 'de', count: 1 },
      { value: 'fr', count: 1 },
    ]);
    assert.deepEqual(await rowsOf('visitors'), [{ value: today, count: 2 }]);
  });

  it('shows the same numbers over REST, over GraphQL and in GraphiQL', async () => {
    const query = `{ website(domain: "my-site.example") { stats(name: PAGE, from: "${today}", to: "${today}") { rows { value count } sum } } }`;
    const data = await gateway.graphql<{ website: { stats: { rows: unknown; sum: number } } }>(query);
    assert.deepEqual(data.website.stats.rows, await rowsOf('page'));

    const page = await (await browser.newContext()).newPage();
    await page.goto(`${gateway.url}/login`);
    await page.fill('input[name=email]', 'owner@owner.example');
    await page.fill('input[name=password]', 'a long password');
    await Promise.all([page.waitForURL(/websites/), page.press('input[name=password]', 'Enter')]);
    await page.goto(`${gateway.url}/graphql?query=${encodeURIComponent(query)}`);
    // Editors come after the page, and nothing can be run before.
    for (const place of ['.graphiql-query-editor', '.result-window'])
      await page.waitForSelector(`${place} .CodeMirror`);
    await page.evaluate(text => {
      // Sets the editor's content directly, because typed text would be completed and indented.
      const editor = document.querySelector('.graphiql-query-editor .CodeMirror') as unknown as {
        CodeMirror: { setValue(text: string): void };
      };
      editor.CodeMirror.setValue(text);
    }, query);
    await page.click('.graphiql-execute-button');
    await page.waitForFunction(() => document.querySelector('.result-window')?.textContent?.includes('/from-a-script'));
    const shown = await page.textContent('.result-window');
    assert.match(shown ?? '', /"sum":\s*2/);
  });
});
