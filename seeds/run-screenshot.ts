import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/open.ts';
import { startGateway } from '../src/gateway.ts';
import { createLog } from '../src/log.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { DEMO_DOMAIN, seedDemo } from './demo.ts';

/** The picture of the README. */
const PICTURE = join(import.meta.dirname, '../docs/screenshot.png');

const READERS = ['Chrome/140.0.0.0 Safari/537.36', 'Chrome/139.0.0.0 Safari/537.36', 'Chrome/138.0.0.0 Safari/537.36'];

/** Takes it from the demo data, in a service that lives no longer than that. */
async function takeScreenshot(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-screenshot-'));
  const config = readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const database = openDatabase(config.databaseUrl);
  await seedDemo(database, join(folder, 'spool'), () => undefined);
  await database.close();
  const gateway = await startGateway(config, createLog(config.logLevel));
  await gateway.ready;
  const url = `http://127.0.0.1:${gateway.port}`;
  const browser = await launchBrowser();
  try {
    for (const [index, reader] of READERS.entries()) await visit(url, index, reader);
    await gateway.drain();
    const page = await browser.newPage({
      viewport: { width: 1280, height: 1500 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    await page.goto(`${url}/${DEMO_DOMAIN}?period=last_90_days`);
    await page.locator('.land.visited').first().waitFor();
    await page.locator('.live-number').waitFor();
    await page.screenshot({ path: PICTURE });
  } finally {
    await browser.close();
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Somebody who is there while the picture is taken. */
async function visit(url: string, index: number, reader: string): Promise<void> {
  await fetch(`${url}/api/event`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${reader}`,
    },
    body: JSON.stringify({ page: `https://${DEMO_DOMAIN}/${['pricing', 'docs', ''][index] ?? ''}` }),
  });
}

await takeScreenshot();
