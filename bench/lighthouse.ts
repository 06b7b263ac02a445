import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { withBriefDemo } from '../seeds/brief-demo.ts';
import { DEMO_DOMAIN } from '../seeds/demo.ts';
import { findChromium, launchBrowser } from '../test/support/browser.ts';
import { phoneSlowdown } from './support/phone.ts';

/*
 * `npm run check:lighthouse [-- --slowdown=4]`: the four scores of the statistics page of the demo website, on a phone
 * and on a desktop, as an anonymous visitor sees it, of the middle one of several runs by performance. For the phone, the
 * processor is slowed down to the speed of one, as Lighthouse's guide to throttling advises; its own measure of the
 * processor, which changes from run to run on shared hosts, and the factor stand beside the scores. It is downloaded,
 * because it is as large as all other packages together.
 */

const LIGHTHOUSE = 'lighthouse@13.5.0';
const LEAST = 95;
const RUNS = 3;
/** Milliseconds in which a service that has just begun packs its days. */
const CALM = 8_000;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** What Lighthouse answers, and by what factor the processor was slowed down. */
interface Result {
  readonly factor: number;
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<string, { readonly title: string; readonly score: number | null; readonly displayValue?: string }>
  >;
}

/** Resolves to true when every score is high enough. */
function run(): Promise<boolean> {
  return withBriefDemo(async ({ url, folder }) => {
    let isGood = true;
    await setTimeout(CALM);
    for (const device of ['mobile', 'desktop'] as const) {
      const runs: Result[] = [];
      for (let run = 0; run < RUNS; run++)
        runs.push(await measure(`${url}/${DEMO_DOMAIN}`, device, join(folder, `${device}.json`)));
      runs.sort((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'));
      const { categories, audits } = runs[RUNS >> 1] as Result;
      const scores = CATEGORIES.map(name => [name, scoreOf({ categories }, name)] as const);
      console.log(`${device.padEnd(8)} ${scores.map(([name, score]) => `${name} ${score}`).join('  ')}`);
      const told = runs.map(
        run => `${scoreOf(run, 'performance')} at ${Math.round(run.environment.benchmarkIndex)} / ${run.factor}`,
      );
      console.log(`         performance, and the speed of the processor: ${told.join(', ')}`);
      for (const name of ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'])
        console.log(`         ${audits[name]?.title} ${audits[name]?.displayValue}`);
      const poor = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
      if (poor.length > 0) console.log(`         could be better: ${poor.map(({ title }) => title).join('; ')}`);
      if (scores.some(([, score]) => score < LEAST)) isGood = false;
    }
    return isGood;
  });
}

function scoreOf({ categories }: Pick<Result, 'categories'>, name: string): number {
  return Math.round(100 * (categories[name]?.score ?? 0));
}

async function measure(url: string, device: 'mobile' | 'desktop', output: string): Promise<Result> {
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run';
  const factor = device === 'desktop' ? 1 : await withPage(async page => (await phoneSlowdown(page)).factor);
  const child = spawn(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      flags,
      device === 'desktop' ? '--preset=desktop' : `--throttling.cpuSlowdownMultiplier=${factor}`,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, CHROME_PATH: findChromium() } },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`Lighthouse exited with ${code}; it needs Chromium, and access to the npm registry.`);
  return { ...(JSON.parse(await readFile(output, 'utf8')) as Omit<Result, 'factor'>), factor };
}

async function withPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await launchBrowser();
  try {
    return await work(await browser.newPage());
  } finally {
    await browser.close();
  }
}

process.exitCode = (await run()) ? 0 : 1;
