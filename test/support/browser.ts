import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';
import { PATIENCE } from './until.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** Chromium without windows, which draws the same pages with a quarter less work. */
const WITHOUT_WINDOWS = 'chromium-headless-shell';

const HOW_TO_GET_IT = 'Chromium was not found; run `apt-get install chromium`, or set CHROMIUM to its path.';

/** Returns the path of the Chromium to test with: CHROMIUM if set, else the first of the usual names on the PATH. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM || findOnPath(NAMES);
}

function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(file => existsSync(file));
}

/** The variables that pass the run's shared Chromiums to the processes of the test files. */
export const SHARED_BROWSERS = { visitors: 'TEST_CHROMIUM_URL', pages: 'TEST_PAGE_CHROMIUM_URL' } as const;
type Use = keyof typeof SHARED_BROWSERS;

/** The reason to skip browser tests, for `describe.skipIf`; false with Chromium, and under CI, where all must run. */
export const skipWithoutBrowser: string | false = findChromium() || process.env.CI ? false : HOW_TO_GET_IT;

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * 127.0.0.1',
  // The tracker sends nothing for browsers that programs drive, which this hides: the tests play visitors.
  '--disable-blink-features=AutomationControlled',
];

function requireChromium(): string {
  const file = findChromium();
  if (!file) throw new Error(HOW_TO_GET_IT);
  return file;
}

/** Returns the Chromium that plays visitors, or the one that draws pages: without windows, if there is such a one. */
function chromiumFor(use: Use): string {
  const isEither = use === 'visitors' || process.env.CHROMIUM;
  return (isEither ? undefined : findOnPath([WITHOUT_WINDOWS])) ?? requireChromium();
}

/** Starts a headless Chromium that maps every host name to this machine, for several processes to connect to. */
export function startBrowserServer(use: Use): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath: chromiumFor(use), args: FLAGS, timeout: PATIENCE });
}

/**
 * Returns a headless Chromium that plays visitors and maps every host name to this machine, so that tests can use any
 * host. It is the run's shared one, with isolated contexts, or a new one when none is shared or special options are given.
 */
export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return launch('visitors', options);
}

/** Returns the same for pages of Footfall itself; it calls itself a headless browser, which is not counted. */
export function launchPageBrowser(): Promise<Browser> {
  return launch('pages', {});
}

async function launch(use: Use, options: LaunchOptions): Promise<Browser> {
  const shared = Object.keys(options).length === 0 && process.env[SHARED_BROWSERS[use]];
  const args = [...FLAGS, ...(options.args ?? [])];
  const browser = shared
    ? await chromium.connect(shared)
    : await chromium.launch({ executablePath: chromiumFor(use), timeout: PATIENCE, ...options, args });
  browser.on('context', context => context.setDefaultTimeout(PATIENCE));
  return browser;
}

/**
 * Starts Chromium on one page without automation, so that tabs are hidden and pages are prerendered as on a desktop;
 * under Playwright every tab counts as visible. `more` has further flags. Returns the function that closes it.
 */
export async function runBrowser(url: string, more: readonly string[] = []): Promise<() => Promise<void>> {
  const profile = await mkdtemp(join(tmpdir(), 'footfall-chromium-'));
  const flags = [...FLAGS, '--disable-popup-blocking', `--user-data-dir=${profile}`, ...more];
  const chromium = spawn(requireChromium(), [...flags, url], { stdio: 'ignore' });
  const exit = once(chromium, 'exit');
  return async () => {
    chromium.kill();
    await exit;
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
}
