import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const HOW_TO_GET_IT =
  'Chromium is not on this machine: `apt-get install chromium`, or name its file in the variable CHROMIUM.';

/** The Chromium to test with: the file that CHROMIUM names, else the first of the usual names on the PATH. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM;
  if (given) return given;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(file => existsSync(file));
}

/** Names the run's shared Chromium to the processes of the test files. */
export const SHARED_BROWSER = 'TEST_CHROMIUM_URL';

/** The reason to leave browser tests out, for `describe.skipIf`; false when Chromium is there, and under CI, where none may be left out. */
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
];

function requireChromium(): string {
  const file = findChromium();
  if (!file) throw new Error(HOW_TO_GET_IT);
  return file;
}

/** Starts a headless Chromium that maps every host name to this machine, for several processes to connect to. */
export function startBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath: requireChromium(), args: FLAGS });
}

/**
 * A headless Chromium that maps every host name to this machine, so that tests may use any host. It is the run's shared one,
 * in which nobody sees the contexts of others, or one of its own when there is none or special options are given.
 */
export function launchBrowser(options?: LaunchOptions): Promise<Browser> {
  const shared = process.env[SHARED_BROWSER];
  if (shared && !options) return chromium.connect(shared);
  return chromium.launch({ executablePath: requireChromium(), ...options, args: [...FLAGS, ...(options?.args ?? [])] });
}

/**
 * Chromium on one page that nobody drives, so that tabs are hidden and pages are opened ahead as on a desk; under
 * Playwright every tab counts as the front one. Gives the function that closes it.
 */
export async function runBrowser(url: string): Promise<() => Promise<void>> {
  const profile = await mkdtemp(join(tmpdir(), 'footfall-chromium-'));
  const flags = [...FLAGS, '--disable-popup-blocking', `--user-data-dir=${profile}`];
  const chromium = spawn(requireChromium(), [...flags, url], { stdio: 'ignore' });
  const exit = once(chromium, 'exit');
  return async () => {
    chromium.kill();
    await exit;
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
}
