import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Browser, Cookie, Page } from 'playwright-core';
import { launchPageBrowser } from './browser.ts';
import type { OpenPlace } from './databases.ts';
import { startTestGateway, type TestGateway } from './gateway.ts';
import { until } from './until.ts';

export const OWNER = { email: 'owner@owner.example', password: 'a long password' };
export const OTHER = { email: 'other@owner.example', password: 'another password' };

/** The user agent of Chromium on a desktop; headless Chromium identifies itself and is counted as a bot. */
export const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A running service with two accounts, and a browser for its pages. */
export interface Dashboard {
  readonly gateway: TestGateway;
  /** Registers a website of the owner and returns its id. */
  create(input: object): Promise<string>;
  /** Counts hits as a server would send them. */
  count(hits: readonly object[]): Promise<void>;
  /** Opens a page in a browser with only the cookies of `who`. Any error of the page fails the test at `close`. */
  open(path: string, who?: Credentials | null, look?: Look): Promise<Looker>;
  close(): Promise<void>;
}

type Credentials = { readonly email: string; readonly password: string };

interface Look {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** A BCP 47 tag; `en-GB` by default. */
  readonly locale?: string;
}

export interface Looker {
  readonly page: Page;
  /** The errors of the page so far: exceptions, failed loads, violations of its policy. */
  readonly faults: readonly string[];
  /** Releases the page for reuse; a test that needs it to end closes its context instead. */
  close(): Promise<void>;
}

/** Starts the service and the browser; `env` has further variables of the service, `now` is its clock. */
export async function startDashboard(
  openPlace: OpenPlace,
  env: Record<string, string> = {},
  now?: () => number,
): Promise<Dashboard> {
  const gateway = await startTestGateway(await openPlace(), env, now);
  await gateway.inSession('mutation($input: CreateAccountInput!) { createAccount(input: $input) { id } }', {
    input: OTHER,
  });
  const browser = await launchPageBrowser();
  const look = looksAt(browser, gateway.url);
  return {
    gateway,
    async create(input) {
      const { createWebsite } = await gateway.graphql<{ createWebsite: { id: string } }>(
        'mutation($input: CreateWebsiteInput!) { createWebsite(input: $input) { id } }',
        { input },
      );
      return createWebsite.id;
    },
    count: hits => gateway.count(hits),
    open: look,
    async close() {
      await browser.close();
      await gateway.stop();
    },
  };
}

/** Opens pages of this service. Released pages are reused, since a new browser profile takes half a second. */
function looksAt(browser: Browser, url: string): Dashboard['open'] {
  const free: Page[] = [];
  const sessions = new Map<string, Cookie[]>();

  async function newPage(locale = 'en-GB'): Promise<Page> {
    const settings = { userAgent: DESKTOP, baseURL: url, reducedMotion: 'reduce', locale } as const;
    return (await browser.newContext(settings)).newPage();
  }

  return async (path, who = null, { viewport = { width: 1280, height: 720 }, colorScheme = 'light', locale } = {}) => {
    const page = (locale ? undefined : free.pop()) ?? (await newPage(locale));
    const context = page.context();
    await context.clearCookies();
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
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
    const session = who && sessions.get(who.email);
    if (session) await context.addCookies(session);
    else if (who) {
      await signIn(page, who);
      sessions.set(who.email, await context.cookies());
    }
    await page.goto(path);
    return {
      page,
      faults,
      async close() {
        page.removeAllListeners();
        await page.unrouteAll();
        if (locale) await context.close();
        else free.push(page);
        assert.deepEqual(faults, []);
      },
    };
  };
}

/** Fails when the page scrolls sideways. What follows the width of its box, such as the chart, does so in the next frames. */
export async function assertFits(page: Page, what = 'The page'): Promise<void> {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  let pixels = 0;
  await until(
    async () => {
      pixels = await over();
      return pixels <= 0;
    },
    () => `${what} fits its window, but is ${pixels} pixels wider.`,
  );
}

/** Signs in through the form. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/websites');
}

const AXE = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Fails when axe finds a violation on the page in its current state. */
export async function assertAccessible(page: Page): Promise<void> {
  // Even with reduced motion, what has changed has its old look until the next frame.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await AXE);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    [],
  );
}
