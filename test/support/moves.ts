import type { Page } from 'playwright-core';

/** A movement that the reader did not cause. */
interface Shift extends PerformanceEntry {
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node?: Node;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** Notes what moves by itself on all further pages. */
export async function noteMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as Shift[])
        if (!entry.hadRecentInput)
          for (const { node, previousRect, currentRect } of entry.sources) {
            const what = node instanceof Element ? node.outerHTML : 'text';
            moved.push(`${Math.round(entry.startTime)} ms: ${JSON.stringify([previousRect, currentRect])} ${what}`);
          }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns what has moved since the page was opened. */
export function movesOf(page: Page): Promise<string[] | undefined> {
  return page.evaluate(() => (globalThis as { moved?: string[] }).moved);
}
