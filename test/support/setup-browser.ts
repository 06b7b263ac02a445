import { SHARED_BROWSERS, skipWithoutBrowser, startBrowserServer } from './browser.ts';
import { PROXIES } from './proxies.ts';
import { setup as startDatabase } from './setup-databases.ts';

/** Runs once before the files of the project `browser`: starts the Chromiums that they share and returns what closes them. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const reasons = new Set([skipWithoutBrowser, ...PROXIES.map(({ skip }) => skip)]);
  for (const reason of reasons) if (reason) console.log(`Left out: ${reason}`);
  if (skipWithoutBrowser) return undefined;
  const stopDatabase = process.env.TEST_DATABASE === 'MariaDB' ? await startDatabase() : undefined;
  const [visitors, pages] = await Promise.all([startBrowserServer('visitors'), startBrowserServer('pages')]);
  process.env[SHARED_BROWSERS.visitors] = visitors.wsEndpoint();
  process.env[SHARED_BROWSERS.pages] = pages.wsEndpoint();
  return async () => {
    await Promise.all([visitors.close(), pages.close(), stopDatabase?.()]);
  };
}
