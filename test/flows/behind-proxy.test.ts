import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { launchBrowser, skipWithoutBrowser } from '../support/browser.ts';
import { DESKTOP, OWNER } from '../support/dashboard.ts';
import { onSqlite } from '../support/databases.ts';
import { freePort } from '../support/free-port.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { PROXIES } from '../support/proxies.ts';
import { until } from '../support/until.ts';
import { openVisitor } from '../support/visitor.ts';

for (const proxy of PROXIES) {
  onSqlite.skipIf(proxy.skip)(`Below a path behind ${proxy.name}`, open => {
    let gateway: TestGateway;
    let base = '';
    let folder = '';
    let running: ChildProcess;
    let browser: Browser | undefined;

    beforeAll(async () => {
      const port = await freePort();
      base = `http://127.0.0.1:${port}/stats`;
      gateway = await startTestGateway(await open(), { BASE_URL: base, TRUST_PROXY: '1' });
      folder = await mkdtemp(join(tmpdir(), 'footfall-proxy-'));
      // Proxies started by root switch to another user.
      await chmod(folder, 0o755);
      const example = await readFile(resolve(import.meta.dirname, '../../deploy', proxy.example), 'utf8');
      const file = join(folder, 'config');
      await writeFile(file, proxy.config(example, { proxy: port, service: gateway.port }, folder));
      running = proxy.start(file, folder);
      const isUp = () =>
        fetch(`${base}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await until(isUp, 'the proxy answers');
      for (const [domain, excludeIps] of [
        ['open.example', []],
        ['excluding-proxy.example', ['127.0.0.1']],
        ['excluding-claimed.example', ['203.0.113.9']],
      ] as const)
        await gateway.graphql('mutation($input: CreateWebsiteInput!) { createWebsite(input: $input) { id } }', {
          input: { domain, privacy: 'PUBLIC', excludeIps },
        });
    });
    afterAll(async () => {
      await browser?.close();
      if (running?.exitCode === null) {
        running.kill('SIGTERM');
        await once(running, 'exit');
      }
      await gateway?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const hit = async (domain: string, headers: Record<string, string> = {}) => {
      const body = JSON.stringify({ page: `https://${domain}/` });
      const response = await fetch(`${base}/api/event`, {
        method: 'POST',
        body,
        headers: { 'User-Agent': DESKTOP, ...headers },
      });
      assert.equal(response.status, 202);
      return response.headers.get('x-footfall-dropped');
    };

    it('the address of a visitor is the one the proxy saw, whatever headers the visitor sends', async () => {
      assert.equal(await hit('open.example'), null);
      assert.equal(await hit('excluding-proxy.example'), 'excluded_ip');
      assert.equal(await hit('excluding-proxy.example', { 'X-Forwarded-For': '203.0.113.9' }), 'excluded_ip');
      assert.equal(await hit('excluding-claimed.example', { 'X-Forwarded-For': '203.0.113.9' }), null);
    });

    it('the tracker, the pixel, REST and a full batch pass, but metrics do not', async () => {
      assert.match(await (await fetch(`${base}/js/script.js`)).text(), /data-host|dataset/);
      assert.equal((await fetch(`${base}/api/pixel.gif?page=https://open.example/p`)).status, 200);
      const headers = { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' };
      const list = await fetch(`${base}/api/v1/websites`, { headers });
      const { links } = (await list.json()) as { links: { first: string } };
      assert.ok(links.first.startsWith(`${base}/api/v1/websites?`), links.first);
      const page = `https://open.example/${'x'.repeat(1_900)}`;
      const hits = Array.from({ length: 1_000 }, () => ({ page, ip: '198.51.100.1' }));
      const batch = await fetch(`${base}/api/event/batch`, { method: 'POST', headers, body: JSON.stringify({ hits }) });
      assert.equal(((await batch.json()) as { accepted: number }).accepted, 1_000);
      assert.ok([403, 404].includes((await fetch(`${base}/metrics`)).status));
    });

    it('signing in redirects to pages below the path', async () => {
      const owner = openVisitor(base);
      const origin = { Origin: new URL(base).origin };
      const signedIn = await owner.post('/login', OWNER, origin);
      assert.equal(signedIn.status, 303);
      assert.equal(signedIn.location, '/stats/websites');
      assert.match(signedIn.headers.get('set-cookie') ?? '', /Path=\/stats;/);
      assert.equal((await owner.get('/websites')).status, 200);
      assert.equal((await owner.post('/login', OWNER, { Origin: 'https://evil.example' })).status, 403);
    });

    it('live figures are not buffered', async () => {
      const ending = new AbortController();
      const query = 'subscription { live(domain: "open.example") { visitors5 } }';
      const response = await fetch(`${base}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', 'Accept-Encoding': 'gzip' },
        body: JSON.stringify({ query }),
        signal: ending.signal,
      });
      let heard = '';
      for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        heard += part;
        if (heard.includes('visitors5')) break;
      }
      // A buffering proxy would deliver these figures together with those of five seconds later.
      assert.equal(heard.split('visitors5').length, 2, heard);
      ending.abort();
    });

    it.skipIf(skipWithoutBrowser)('the dashboard and GraphiQL work in a browser', async () => {
      browser = await launchBrowser();
      const page = await (await browser.newContext({ userAgent: DESKTOP })).newPage();
      const faults: string[] = [];
      page.on('pageerror', error => faults.push(error.message));
      page.on('console', message => message.type() === 'error' && faults.push(message.text()));
      page.on('response', answer => answer.status() >= 400 && faults.push(`${answer.status()} ${answer.url()}`));
      page.on('request', request => {
        const isBelow = request.url().startsWith(`${base}/`) || request.url() === base;
        if (!isBelow && !request.url().startsWith('data:')) faults.push(`asked for ${request.url()}`);
      });
      await page.goto(`${base}/login`);
      await page.fill('#email', OWNER.email);
      await page.fill('#password', OWNER.password);
      await page.click('button[type=submit]');
      await page.getByRole('link', { name: 'open.example' }).first().click();
      await page.waitForURL(`${base}/open.example**`);
      await page.getByText('Pageviews').first().waitFor();
      await page.goto(`${base}/graphql`);
      await page.locator('.graphiql-editor').first().waitFor();
      assert.deepEqual(faults, []);
    });
  });
}
