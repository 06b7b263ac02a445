import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

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

/** For `describe(…, { skip })`: why browser tests are left out here, or false; in CI (variable CI) none may be. */
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

/** A headless Chromium for which every host name is this machine, so that tests may use hosts as they please. */
export function launchBrowser({ args = [], ...more }: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: requireChromium(), ...more, args: [...FLAGS, ...args] });
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
