import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { withBriefDemo } from '../seeds/brief-demo.ts';
import { DEMO_DOMAIN } from '../seeds/demo.ts';
import { launchBrowser } from '../test/support/browser.ts';

/*
 * `npm run bench:page`: how long the statistics page of the demo takes from a click to new numbers, and how soon it draws
 * after input (interaction to next paint), on this machine and on a processor four times slower. BENCH_URL measures the
 * page of another service, such as one with ten million hits.
 */

const ROUNDS = 15;
/** Clicks before those that are measured, in which V8 compiles both sides. */
const FIRST = 4;
/** Milliseconds in which a service that has just begun packs its days. */
const CALM = 8_000;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const most = (values: readonly number[]) => Math.max(0, ...values);
/** Interaction to next paint, as browsers report it: one input of each fifty is left out. */
const inp = (values: readonly number[]) => values.toSorted((a, b) => b - a)[Math.floor(values.length / 50)] ?? 0;

async function run(): Promise<void> {
  const given = process.env.BENCH_URL;
  if (given) return measure(given);
  return withBriefDemo(async ({ url }) => {
    await setTimeout(CALM);
    await measure(`${url}/${DEMO_DOMAIN}`);
  });
}

async function measure(url: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    for (const slower of [1, 4]) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
      const page = await context.newPage();
      await page.addInitScript(watchInput);
      await page.goto(url);
      await page.locator('.panels .list button').first().waitFor();
      const session = await context.newCDPSession(page);
      await slowDown(session, slower);
      const clicks = (await filterClicks(page)).slice(FIRST);
      await handle(page);
      const inputs = await page.evaluate(() => (globalThis as { inputs?: number[] }).inputs ?? []);
      const name = slower === 1 ? 'this machine' : `${slower} times slower`;
      const [numbers, all] = [clicks.map(click => click.numbers), clicks.map(click => click.all)];
      console.log(
        `${name.padEnd(15)} filter click to new numbers: median ${median(numbers).toFixed(0)} ms, at most ${most(numbers).toFixed(0)} ms (${numbers.length}); with map, amounts, funnel and journeys ${median(all).toFixed(0)} ms`,
      );
      console.log(
        `${''.padEnd(15)} input to next paint: median ${median(inputs).toFixed(0)} ms, all but one of fifty ${inp(inputs).toFixed(0)} ms, at most ${most(inputs).toFixed(0)} ms (${inputs.length} events of 16 ms and more)`,
      );
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

/** Runs in the page: keeps how long each click and key took until the next paint. */
function watchInput(): void {
  const inputs: number[] = [];
  Object.assign(globalThis, { inputs });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) inputs.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

function slowDown(session: CDPSession, rate: number): Promise<unknown> {
  return session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Milliseconds until the tiles, the chart and the lists have new numbers, and until nothing is being read any more. */
interface Click {
  readonly numbers: number;
  readonly all: number;
}

/** Clicks rows of the list of pages in turn. */
async function filterClicks(page: Page): Promise<Click[]> {
  const clicks: Click[] = [];
  for (let round = 0; round < FIRST + ROUNDS; round++) {
    const at = round % 8;
    clicks.push(
      await page.evaluate(async row => {
        const isDone = (part: string) => document.querySelector(`${part}[aria-busy=true]`) === null;
        const isFiltered = () => document.querySelector('.chip') !== null && performance.now() - start > 5;
        const buttons = document.querySelectorAll<HTMLElement>('.panels .panel:nth-of-type(2) tbody .label button');
        const start = performance.now();
        buttons[row]?.click();
        let numbers = 0;
        while (!isFiltered() || !isDone('')) {
          await new Promise(requestAnimationFrame);
          if (numbers === 0 && isFiltered() && isDone('.over-time')) numbers = performance.now() - start;
        }
        const all = performance.now() - start;
        return { numbers: numbers || all, all };
      }, at),
    );
    await page.keyboard.press('x');
    await page.waitForFunction(() => !document.querySelector('.chip') && !document.querySelector('[aria-busy=true]'));
  }
  return clicks;
}

/** Uses the page as a reader does, with real input events. */
async function handle(page: Page): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const tile of await page.locator('.tile').all()) await tile.click({ force: true });
    for (const tab of await page.locator('[role=tab]').all()) await tab.click();
    await page.keyboard.press('f');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.keyboard.press('Escape');
    for (const key of ['d', 'e', 'm', 'c', 'c', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
    await page.locator('.panels tbody .label button').first().click();
    await page.keyboard.press('x');
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
  }
}

await run();
