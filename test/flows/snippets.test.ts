import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { pixelOf, QUEUE_STUB, snippetOf } from '../../src/domain/snippet.ts';
import { launchBrowser, skipWithoutBrowser } from '../support/browser.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const [docs, readme] = ['docs/tracker.md', 'README.md'].map(file =>
  readFileSync(join(import.meta.dirname, '../..', file), 'utf8'),
) as [string, string];
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** The HTML examples of docs/tracker.md. */
const examples = [...docs.matchAll(/```html\n([\s\S]*?)\n```/g)].map(([, html]) => html ?? '');

describe('The snippet that is handed out', () => {
  it('is the same in the documentation and in the README', () => {
    const source = (publicUrl: string) => ({ publicUrl, tracker: '/js/script.js', collector: '/api/event' });
    assert.equal(examples[0], snippetOf(source('https://HOST')));
    assert.ok(readme.includes(snippetOf(source('https://stats.example.com'))));
    assert.ok(examples.includes(pixelOf('https://HOST')));
  });

  it('passes a policy with the hash in the documentation', () => {
    const hash = createHash('sha256').update(QUEUE_STUB).digest('base64');
    assert.ok(docs.includes(`'sha256-${hash}'`), hash);
  });
});

describe.skipIf(skipWithoutBrowser)('A page with a snippet of the documentation', () => {
  let gateway: TestGateway;
  let site: Server;
  let browser: Browser;
  let html = '';
  let headers: Record<string, string> = {};

  let dataDir = '';
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'footfall-flow-'));
    gateway = await startTestGateway({ url: `sqlite:${join(dataDir, 'footfall.db')}`, dataDir });
    await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: 'my-site.example' }) });
    site = createServer((_, response) => {
      response
        .writeHead(200, { 'Content-Type': 'text/html', ...headers })
        .end(`<!doctype html><title>a</title>${html}`);
    });
    await once(site.listen(0, '127.0.0.1'), 'listening');
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await gateway.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Opens this path of the website in a new browser profile and returns the pages counted since the call. */
  async function visit(path: string, options: BrowserContextOptions = {}): Promise<string[]> {
    const counts = async () => {
      await gateway.drain();
      const { website } = await gateway.graphql<{
        website: { stats: { rows: { value: string; count: number }[] } };
      }>(`{ website(domain: "my-site.example") { stats(name: PAGE, from: "2020-01-01", to: "2150-01-01", perPage: 100) {
        rows { value count: pageviews } } } }`);
      return new Map(website.stats.rows.map(({ value, count }) => [value, count]));
    };
    const before = await counts();
    const context = await browser.newContext({ userAgent: PERSON, ...options });
    const opened = await context.newPage();
    const url = `http://my-site.example:${(site.address() as AddressInfo).port}${path}`;
    const isHit = (asked: string) => asked.startsWith(gateway.url) && !asked.endsWith('.js');
    await Promise.all([
      opened.waitForResponse(response => isHit(response.url())),
      opened.goto(url, { waitUntil: 'networkidle' }),
    ]);
    await context.close();
    const after = await counts();
    return [...after].flatMap(([value, count]) => Array<string>(count - (before.get(value) ?? 0)).fill(value));
  }

  const local = (example = '') => example.replaceAll('https://HOST', gateway.url);

  it('counts once under its own path by the script', async () => {
    html = local(examples[0]);
    assert.deepEqual(await visit('/script?x=1'), ['/script?x=1']);
  });

  it('counts under its own path by the plain pixel, but under the root without its referrer policy', async () => {
    html = local(pixelOf('https://HOST'));
    assert.deepEqual(await visit('/pixel?x=1', { javaScriptEnabled: false }), ['/pixel?x=1']);
    html = html.replace(/ referrerpolicy="[^"]*"/, '');
    assert.deepEqual(await visit('/pixel', { javaScriptEnabled: false }), ['/']);
  });

  it('counts the page that the pixel names, even if the browser reveals no path', async () => {
    const named = examples.find(example => example.includes('pixel.gif?page='));
    html = local(named).replace('example.com', 'my-site.example');
    headers = { 'Referrer-Policy': 'no-referrer' };
    assert.deepEqual(await visit('/any', { javaScriptEnabled: false }), ['/prices?plan=small']);
    headers = {};
  });

  it('with script and pixel counts once, with JavaScript and without', async () => {
    html = local(examples.find(example => example.includes('<noscript>')));
    assert.match(html, /script\.js[\s\S]*<noscript>.*pixel\.gif/);
    assert.deepEqual(await visit('/both'), ['/both']);
    assert.deepEqual(await visit('/neither', { javaScriptEnabled: false }), ['/neither']);
  });

  it('loads the pixel and hears the responses on a page that isolates itself', async () => {
    html = pixelOf(gateway.url);
    headers = { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' };
    const page = await (await browser.newContext({ userAgent: PERSON })).newPage();
    // Isolation needs an origin that browsers trust.
    const url = `http://localhost:${(site.address() as AddressInfo).port}/isolated`;
    await page.goto(url, { waitUntil: 'load' });
    assert.equal(await page.evaluate('crossOriginIsolated'), true);
    assert.equal(await page.evaluate("document.querySelector('img').naturalWidth"), 1);
    const send = `fetch('${gateway.url}/api/event', { method: 'POST', mode: 'no-cors', body: '{}' })`;
    assert.equal(await page.evaluate(`${send}.then(response => response.type)`), 'opaque');
    await page.context().close();
    headers = {};
  });
});
