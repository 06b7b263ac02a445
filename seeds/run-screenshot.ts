import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
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

/** The screenshots of the README and of docs/tour.md. */
const pictureOf = (name: string) => join(import.meta.dirname, `../docs/${name}.png`);

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
        locale: 'en-US',
        reducedMotion: 'reduce',
      });
      await page.goto(`${url}/${DEMO_DOMAIN}?period=last_90_days`);
      await page.locator('.land.visited').first().waitFor();
      await page.locator('.live-number').waitFor();
      await page.screenshot({ path: pictureOf('screenshot') });
      await takeTour(page, url);
      await takeReport(browser, config.databaseUrl);
    } finally {
      await browser.close();
    }
  });
}

/** Takes the pictures of docs/tour.md, each of one part of the page. */
async function takeTour(page: Page, url: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${url}/${DEMO_DOMAIN}?filter=country:is:DE:Germany&filter=browser:is:Chrome|Firefox`);
  await page.locator('.tiles .tile').first().waitFor();
  await page.getByRole('button', { name: /^Change the filter Browser/ }).click();
  await page.getByRole('combobox', { name: 'Values' }).click();
  await page.locator('.options [role=option]').nth(2).waitFor();
  await page.screenshot({ path: pictureOf('tour-filter') });

  await page.goto(`${url}/${DEMO_DOMAIN}`);
  const funnels = page.locator('section.path', { has: page.locator('#funnels-title') });
  // What is below the window is loaded when it comes near.
  await page.locator('.foot').scrollIntoViewIfNeeded();
  await funnels.getByText('From the home page to a new account').first().waitFor();
  await funnels.scrollIntoViewIfNeeded();
  await funnels.screenshot({ path: pictureOf('tour-funnel') });

  await page.goto(`${url}/${DEMO_DOMAIN}?view=live`);
  await page.locator('.live-row').first().waitFor();
  await page.screenshot({ path: pictureOf('tour-live') });
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
    await page.screenshot({ path: pictureOf('report') });
  } finally {
    await database.close();
  }
}

await takeScreenshots();
