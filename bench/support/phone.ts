import type { Page } from 'playwright-core';

/**
 * The processor of the phone that pages are measured on, as an index of Lighthouse's kind: a fourth of the 1,533 at which
 * Lighthouse's own factor of 4 stands for a mid-range phone. Chrome's developer tools give a low-end phone of 2022 264,
 * and a mid-range one 1,000.
 */
const PHONE = 383;

/** How fast a processor is, and by how much it is slowed down to be as slow as the phone. */
export interface Slowdown {
  readonly index: number;
  readonly factor: number;
}

/** How often the processor is measured, because other guests of a host take a share of it that changes by the second. */
const TIMES = 5;

const SLOWDOWN = '--slowdown=';

/**
 * Measures this machine's processor in a page, and returns by how much to slow it down; by nothing if it is slower.
 * `--slowdown=4` slows it down by Lighthouse's own factor, whatever the machine.
 */
export async function phoneSlowdown(page: Page): Promise<Slowdown> {
  const indices: number[] = [];
  for (let time = 0; time < TIMES; time++) indices.push(await page.evaluate(countStrings));
  const index = indices.sort((a, b) => a - b)[TIMES >> 1] ?? 0;
  const given = process.argv.find(argument => argument.startsWith(SLOWDOWN))?.slice(SLOWDOWN.length);
  return { index, factor: given ? Number(given) : Math.max(1, Math.round((10 * index) / PHONE) / 10) };
}

/** Runs in the page: returns how many strings of 10,000 letters it makes in a tenth of a second. */
function countStrings(): number {
  const milliseconds = 500;
  const start = performance.now();
  let strings = 0;
  for (; performance.now() - start < milliseconds; strings++) {
    let text = '';
    for (let letter = 0; letter < 10_000; letter++) text += 'a';
    if (text.length === 1) return 0;
  }
  return Math.round((strings * 100) / (performance.now() - start));
}
