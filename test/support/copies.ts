import type { Page } from 'playwright-core';

/**
 * Lets the page copy, and returns a function that returns what it has copied since: all pages of a browser share one
 * clipboard, where that of another test could be.
 */
export async function noteCopies(page: Page): Promise<() => Promise<string[]>> {
  await page.context().grantPermissions(['clipboard-write']);
  await page.evaluate(() => {
    const copied: string[] = [];
    const write = navigator.clipboard.writeText.bind(navigator.clipboard);
    navigator.clipboard.writeText = async text => {
      await write(text);
      copied.push(text);
    };
    Object.assign(globalThis, { copied });
  });
  return () => page.evaluate(() => (globalThis as unknown as { copied: string[] }).copied);
}
