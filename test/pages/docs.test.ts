import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { STATISTICS } from '../../src/domain/statistics.ts';
import { IMPORTERS } from '../../src/imports/registry.ts';
import { createDocs } from '../../src/pages/docs.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { launchPageBrowser, skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible } from '../support/dashboard.ts';

let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(express().use(createDocs('https://stats.example.com/base')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('the REST reference', () => {
  it('describes every route with a call ready to paste', async () => {
    const text = await (await fetch(url)).text();
    for (const { method, path, describe: said } of ROUTES) {
      assert.ok(text.includes(`<b>${method}</b>${path}</code>`), `${method} ${path}`);
      assert.ok(text.includes(`id="${said.id}"`), said.id);
    }
    assert.ok(
      text.includes('curl &#39;https://stats.example.com/base/api/v1/stats/12?name=page&amp;range=last_30_days&#39;'),
    );
    assert.ok(text.includes('--data-urlencode &#39;domain=example.com&#39;'));
  });

  it('names every statistic and every error', async () => {
    const text = await (await fetch(url)).text();
    for (const { name } of STATISTICS) assert.ok(text.includes(`<th scope="row"><code>${name}</code>`), name);
    for (const status of [400, 401, 403, 404, 405, 413, 415, 422, 429, 500, 503])
      assert.ok(text.includes(`id="error-${status}"`), String(status));
  });

  it('allows nothing but its own style', async () => {
    const response = await fetch(url);
    const policy = response.headers.get('content-security-policy') ?? '';
    const style = /<style>(.*?)<\/style>/s.exec(await response.text())?.[1] ?? '';
    assert.ok(policy.includes(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`), policy);
    assert.match(policy, /^default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
  });

  it('uses the colours chosen on other pages', async () => {
    const ask = async (theme: string) => (await fetch(url, { headers: { Cookie: `footfall_theme=${theme}` } })).text();
    assert.match(await ask('dark'), /<html lang="en" data-theme="dark">/);
    assert.match(await ask('x"><script>'), /<html lang="en">/);
  });
});

describe.skipIf(skipWithoutBrowser)('the REST reference in a browser', () => {
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  beforeAll(async () => {
    browser = await launchPageBrowser();
    page = await browser.newPage();
    page.on('console', message => message.type() === 'error' && faults.push(message.text()));
  });
  afterAll(() => browser.close());

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1280])
      it(`is accessible and fits ${width} pixels in ${colorScheme}`, async () => {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await page.goto(url);
        // The long page takes axe a second: once in each width and each colour scheme is enough.
        if ((width === 360) === (colorScheme === 'dark')) await assertAccessible(page);
        assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width);
        const { y = 800 } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? {};
        assert.ok(y < 400, 'The title is below the long list of contents.');
        const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
        assert.equal(ground, colorScheme === 'dark' ? 'rgb(18, 21, 19)' : 'rgb(250, 248, 243)');
        assert.deepEqual(
          faults.filter(text => !/icon\.svg|404/.test(text)),
          [],
        );
      });

  it('says how history is imported from every tool, on a page of its own', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${url}/imports#csv`);
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    for (const { label } of IMPORTERS) assert.ok(headings.includes(label), label);
    await assertAccessible(page);
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 360);
  });

  it('says what cannot be known of visitors, on a page of its own', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${url}/privacy`);
    await page.getByRole('heading', { name: 'What we cannot know', exact: true }).waitFor();
    await assertAccessible(page);
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 360);
  });
});
