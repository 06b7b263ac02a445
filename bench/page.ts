import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { withBriefDemo } from '../seeds/brief-demo.ts';
import { DEMO_DOMAIN } from '../seeds/demo.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { phoneSlowdown } from './support/phone.ts';

/*
 * `npm run bench:page [-- --only='a slow phone'] [--slowdown=4]`: how long the statistics page of the demo takes from a
 * click to new numbers, and how soon it draws after input (interaction to next paint), on this machine, and on a desktop
 * and a phone with the processor of a phone. BENCH_URL measures the page of another service, such as one with ten million
 * hits.
 */

const LARGE = { viewport: { width: 1280, height: 900 } };
const DEVICES = [
  { name: 'this machine', isSlow: false, context: LARGE },
  { name: 'a slow desktop', isSlow: true, context: LARGE },
  {
    name: 'a slow phone',
    isSlow: true,
    context: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  },
] as const;
type Device = (typeof DEVICES)[number];

const only = process.argv.find(argument => argument.startsWith('--only='))?.slice('--only='.length);

const ROUNDS = 15;
/** Clicks before those that are measured, in which V8 compiles both sides. */
const FIRST = 4;
/** Milliseconds in which a service that has just begun packs its days. */
const CALM = 8_000;
/** Milliseconds between two inputs of a quick reader. */
const PAUSE = 250;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const most = (values: readonly number[]) => Math.max(0, ...values);
/** Interaction to next paint, as browsers report it: one input of each fifty is left out. */
const inp = (values: readonly number[]) => values.toSorted((a, b) => b - a)[Math.floor(values.length / 50)] ?? 0;

async function run(): Promise<void> {
  const given = process.env.BENCH_URL;
  if (given) return measure(given);
  return withBriefDemo(
    async ({ url }) => {
      await setTimeout(CALM);
      await measure(`${url}/${DEMO_DOMAIN}`);
    },
    { RATE_LIMIT: '1000000' },
  );
}

async function measure(url: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    for (const device of DEVICES.filter(({ name }) => (only ?? name) === name)) {
      const context = await browser.newContext({ ...device.context, locale: 'en-GB' });
      const page = await context.newPage();
      await page.addInitScript(watchInput);
      await page.goto(url);
      await page.locator('.panels .list button').first().waitFor();
      const { index, factor } = await phoneSlowdown(page);
      if (device.isSlow) await slowDown(await context.newCDPSession(page), factor);
      const clicks = (await filterClicks(page)).slice(FIRST);
      await handle(page, device);
      const inputs = await page.evaluate(() => (globalThis as { inputs?: number[] }).inputs ?? []);
      const [numbers, all] = [clicks.map(click => click.numbers), clicks.map(click => click.all)];
      console.log(`${device.name.padEnd(15)} processor ${index}${device.isSlow ? `, ${factor} times slower` : ''}`);
      console.log(
        `${''.padEnd(15)} filter click to new numbers: median ${median(numbers).toFixed(0)} ms, at most ${most(numbers).toFixed(0)} ms (${numbers.length}); with map, amounts, funnel and journeys ${median(all).toFixed(0)} ms`,
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

/** Clicks rows of the list of pages in turn, and clears the filter after each. */
async function filterClicks(page: Page): Promise<Click[]> {
  const clicks: Click[] = [];
  for (let round = 0; round < FIRST + ROUNDS; round++) {
    const row = page.locator('.panel-pages tbody .label button').nth(round % 8);
    clicks.push(await page.evaluate(timed, [await row.elementHandle(), ''] as const));
    await page.evaluate(timed, [null, 'x'] as const);
  }
  return clicks;
}

/** Runs in the page: clicks, or presses a key, and waits for other numbers than before. */
async function timed([row, key]: readonly [Node | null, string]): Promise<Click> {
  /** Frames without anything that is read, after which nothing follows any more. */
  const calm = 6;
  const texts = () =>
    ['.tile', '.panel-sources tbody', '.panel-pages tbody'].map(part => document.querySelector(part)?.textContent);
  const before = texts();
  const start = performance.now();
  if (row) (row as HTMLElement).click();
  else document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  let numbers = 0;
  let all = 0;
  for (let frames = 0; frames < calm; frames++) {
    await new Promise(requestAnimationFrame);
    const now = performance.now() - start;
    if (numbers === 0 && texts().every((text, at) => text !== before[at])) numbers = now;
    if (numbers === 0 || document.querySelector('[aria-busy=true]')) frames = -1;
    else if (frames === 0) all = now;
  }
  return { numbers, all };
}

const KEYS = ['f', 'Escape', '?', 'Escape', 'd', 'e', 'm', 'c', 'c', 'ArrowLeft', 'ArrowRight'];

/** Uses the page as a reader does, with real input events: by mouse and keys, or by touch. */
async function handle(page: Page, { context }: Device): Promise<void> {
  const isPhone = 'hasTouch' in context;
  // Without the driver's own checks, which the page would run while it handles the event.
  const press = async (target: Locator) => {
    await target.scrollIntoViewIfNeeded();
    // Nobody presses in the moment in which the page scrolls.
    await setTimeout(PAUSE);
    const box = await target.boundingBox();
    if (!box) return;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (isPhone) await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
    await setTimeout(PAUSE);
  };
  for (let round = 0; round < 3; round++) {
    for (const tile of await page.locator('.tile').all()) await press(tile);
    for (const tab of await page.locator('[role=tab]').all()) await press(tab);
    if (isPhone) {
      const [filter, range] = ['.filters .popover > button', '.range-popover > button'];
      for (const opener of [filter, filter, range, range, '.chart']) await press(page.locator(opener).first());
      await press(page.locator('.panel-pages .tools a'));
      await page.locator('.detail').waitFor();
      await page.goBack();
      // The last part of the page, above which nothing moves any more.
      await page.locator('.paths').waitFor();
    } else
      for (const key of KEYS) {
        await page.keyboard.press(key);
        await setTimeout(PAUSE);
      }
    await press(page.locator('.panels tbody .label button').first());
    await press(page.locator('.chip button').last());
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
  }
}

await run();
