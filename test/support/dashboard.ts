import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import type { OpenPlace } from './databases.ts';
import { startTestGateway, type TestGateway } from './gateway.ts';

export const OWNER = { email: 'owner@owner.example', password: 'a long password' };
export const OTHER = { email: 'other@owner.example', password: 'another password' };

/** What Chromium says of itself on a desk; the headless one says that it is a program, and is counted as one. */
export const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A running service with two accounts, and a browser to look at it with. */
export interface Dashboard {
  readonly gateway: TestGateway;
  /** Registers a website of the owner and answers its number. */
  create(input: object): Promise<string>;
  /** Counts hits as a server would send them. */
  count(hits: readonly object[]): Promise<void>;
  /** A page of its own browser profile; whoever is given is signed in. All faults of the page fail the test at `close`. */
  open(
    path: string,
    who?: { email: string; password: string } | null,
    options?: BrowserContextOptions,
  ): Promise<Looker>;
  close(): Promise<void>;
}

export interface Looker {
  readonly page: Page;
  /** What went wrong in the page so far: errors, refused loads, breaches of its policy. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** `env` stands for further variables of the service. */
export async function startDashboard(openPlace: OpenPlace, env: Record<string, string> = {}): Promise<Dashboard> {
  const gateway = await startTestGateway(await openPlace(), env);
  await gateway.graphql('mutation($input: CreateAccountInput!) { createAccount(input: $input) { id } }', {
    input: OTHER,
  });
  const browser = await launchBrowser();
  return {
    gateway,
    async create(input) {
      const { createWebsite } = await gateway.graphql<{ createWebsite: { id: string } }>(
        'mutation($input: CreateWebsiteInput!) { createWebsite(input: $input) { id } }',
        { input },
      );
      return createWebsite.id;
    },
    async count(hits) {
      const answer = await fetch(`${gateway.url}/api/event/batch`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ hits }),
      });
      const { accepted, results } = (await answer.json()) as { accepted: number; results: unknown };
      assert.equal(accepted, hits.length, JSON.stringify(results));
      await gateway.drain();
    },
    open: (path, who = null, options = {}) => look(browser, gateway.url, path, who, options),
    async close() {
      await browser.close();
      await gateway.stop();
    },
  };
}

async function look(
  browser: Browser,
  url: string,
  path: string,
  who: { email: string; password: string } | null,
  options: BrowserContextOptions,
): Promise<Looker> {
  const context = await browser.newContext({
    userAgent: DESKTOP,
    baseURL: url,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    ...options,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', error => faults.push(error.message));
  page.on(
    'console',
    message => message.type() === 'error' && faults.push(`${message.text()} ${message.location().url}`),
  );
  page.on(
    'request',
    request =>
      request.url().startsWith(url) || /^(data|blob):/.test(request.url()) || faults.push(`asked ${request.url()}`),
  );
  if (who) {
    await page.goto('/login');
    await page.getByLabel('E-mail address').fill(who.email);
    await page.getByLabel('Password').fill(who.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/websites');
  }
  await page.goto(path);
  return {
    page,
    faults,
    async close() {
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
}

/** Fails when axe finds anything wrong with the page as it is now. */
export async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    [],
  );
}
