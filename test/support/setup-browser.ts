import { SHARED_BROWSER, skipWithoutBrowser, startBrowserServer } from './browser.ts';
import { PROXIES } from './proxies.ts';

/** Runs once before the files of the project `browser`: starts one Chromium for all of them and returns what closes it. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const reasons = new Set([skipWithoutBrowser, ...PROXIES.map(({ skip }) => skip)]);
  for (const reason of reasons) if (reason) console.log(`Left out: ${reason}`);
  if (skipWithoutBrowser) return undefined;
  const server = await startBrowserServer();
  process.env[SHARED_BROWSER] = server.wsEndpoint();
  return () => server.close();
}
