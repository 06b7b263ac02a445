import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openDatabase } from '../src/db/open.ts';
import { lastPeriod } from '../src/domain/report.ts';
import { localDay } from '../src/domain/time-zone.ts';
import { createLog } from '../src/log.ts';
import { readDigest } from '../src/reports/digest.ts';
import { reportMail } from '../src/reports/report-mail.ts';
import { createStatsLoader, openReading } from '../src/stats/loader.ts';
import { findWebsite } from '../src/websites/access.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { withBriefDemo } from './brief-demo.ts';
import { DEMO_DOMAIN } from './demo.ts';

/** The screenshots of the README. */
const PICTURE = join(import.meta.dirname, '../docs/screenshot.png');
const REPORT = join(import.meta.dirname, '../docs/report.png');

const READERS = ['Chrome/140.0.0.0 Safari/537.36', 'Chrome/139.0.0.0 Safari/537.36', 'Chrome/138.0.0.0 Safari/537.36'];

/** Takes the screenshots from a temporary service with the demo data. */
function takeScreenshots(): Promise<void> {
  return withBriefDemo(async ({ url, gateway, config }) => {
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
      await takeReport(browser, config.databaseUrl);
    } finally {
      await browser.close();
    }
  });
}

/** Sends a hit, so that a visitor is live while the screenshot is taken. */
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

/** Takes the upper part of last week's report, as it arrives by mail. */
async function takeReport(browser: Browser, databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl);
  try {
    const website = await findWebsite(database, { domain: DEMO_DOMAIN });
    if (!website) throw new Error(`The website ${DEMO_DOMAIN} does not exist; seed the demo first.`);
    const week = lastPeriod('WEEKLY', localDay(Date.now(), website.timezone).day);
    const stats = createStatsLoader(openReading(database));
    const digest = await readDigest({ database, stats, log: createLog('warn') }, website, week);
    const page = await browser.newPage({ viewport: { width: 680, height: 705 } });
    await page.setContent(reportMail(digest, 'https://stats.example.com', '').html);
    await page.screenshot({ path: REPORT });
  } finally {
    await database.close();
  }
}

await takeScreenshots();
