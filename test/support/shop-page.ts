import type { Page } from 'playwright-core';
import { formatAmount, formatCount, formatDuration, formatMetric, formatShare } from '../../src/dashboard/format.ts';
import type { Metric } from '../../src/domain/metric.ts';
import { METRICS } from '../../src/domain/metrics.ts';
import './english.ts';
import { HOST } from './shop.ts';
import { type countsOf, FUNNEL } from './shop-counts.ts';

const TILES = ['visitors', 'visits', 'pageviews', 'events', 'pagesPerVisit', 'bounceRate', 'visitDuration'] as const;
const LISTS = { SOURCE: 'Visits', CHANNEL: 'Visits', EVENT: 'Events' } as const;
type Texts = Readonly<Record<string, string>>;

/** Returns what the statistics page shows of one day, as texts. */
export async function readPage(page: Page, day: string) {
  const address = (query: string) => `/${HOST}?from=${day}&to=${day}${query}`;
  await page.goto(address(''));
  const tiles = async (name: string) => [name, await page.locator(`[data-metric=${name}]`).innerText()] as const;
  await page.locator('[data-metric=visitors]').waitFor();
  const summary: Texts = Object.fromEntries(await Promise.all(TILES.map(tiles)));
  await page.getByRole('heading', { name: 'Journeys' }).scrollIntoViewIfNeeded();
  await page.locator('.paths').getByText('Show as a table').click();
  const steps = await rowsOf(page, 'Steps of the funnel');
  const nodes = await rowsOf(page, 'Journeys');
  const lists: Record<string, Texts[]> = {};
  for (const [name, label] of [
    ['PAGE', 'Pages'],
    ['SOURCE', 'Sources'],
    ['CHANNEL', 'Channels'],
    ['EVENT', 'Events'],
  ] as const) {
    await page.goto(address(`&view=${name.toLowerCase()}`));
    lists[name] = await rowsOf(page, `Rows of ${label}`);
  }
  const pick = (rows: readonly Texts[], ...columns: readonly string[]) =>
    Object.fromEntries(rows.map(row => [row.name, columns.map(column => row[column])]));
  return {
    summary,
    pages: pick(lists.PAGE ?? [], 'Pageviews', 'Time on page', 'Scroll depth', 'Exit rate'),
    lists: Object.fromEntries(
      Object.entries(LISTS).map(([name, count]) => [name, pick(lists[name] ?? [], count, 'amounts')]),
    ),
    funnel: steps.map(({ Reached, Dropped, 'Median time': median }) => [Reached, median, Dropped]),
    journeys: nodes.map(({ name, Step, Visits }) => `${Step} ${name} ${Visits}`).sort(),
  };
}

/** Returns what the page should show. */
export function textsOf({ summary, pages, lists, amounts, funnel, journeys }: ReturnType<typeof countsOf>) {
  const metricOf = (name: string) => METRICS.find(metric => metric.name === name) as Metric;
  const map = <T, U>(from: Readonly<Record<string, T>>, to: (value: T, name: string) => U) =>
    Object.fromEntries(Object.entries(from).map(([name, value]) => [name || 'Direct', to(value, name)]));
  return {
    summary: Object.fromEntries(TILES.map(name => [name, formatMetric(metricOf(name), summary[name])])),
    pages: map(pages, ({ count, timeOnPage, scrollDepth, exitRate }) => [
      formatCount(count),
      formatDuration(timeOnPage ?? 0),
      formatShare((scrollDepth ?? 0) / 100),
      formatShare(exitRate),
    ]),
    lists: map(LISTS, (_, list) =>
      map(lists[list as keyof typeof LISTS], (count, value) => [
        formatCount(count),
        Object.entries(amounts[list as keyof typeof LISTS][value] ?? {})
          .map(([unit, sum]) => formatAmount(sum, unit))
          .join(' '),
      ]),
    ),
    funnel: FUNNEL.map((_, at) => {
      const { reached = 0, medianSeconds = null, dropped = 0 } = funnel[at] ?? {};
      return [formatCount(reached), medianSeconds === null ? '–' : formatDuration(medianSeconds), formatCount(dropped)];
    }),
    journeys: journeys
      .flatMap(({ nodes }, level) => Object.entries(nodes).map(([name, count]) => `${level + 1} ${name} ${count}`))
      .sort(),
  };
}

/** Returns the cells of each row of a table by their headings, and beside them its name and its amounts. */
async function rowsOf(page: Page, name: string): Promise<Texts[]> {
  const table = page.getByRole('table', { name, exact: true });
  await table.locator('tbody tr').first().waitFor();
  const rows = await table.evaluate(element => {
    const texts = (root: ParentNode, selector: string) =>
      [...root.querySelectorAll(selector)].map(({ textContent }) => (textContent ?? '').trim());
    // An explanation may follow.
    const headings = [...element.querySelectorAll('thead th')].map(
      heading => document.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode()?.textContent ?? '',
    );
    return [...element.querySelectorAll('tbody tr')].map(row => [
      ...texts(row, 'th, td').map((text, at) => [headings[at] ?? '', text]),
      ['name', texts(row, 'th .cut, th button')[0] ?? texts(row, 'th')[0] ?? ''],
      ['amounts', texts(row, '.amount').join(' ')],
    ]);
  });
  return rows.map(row => Object.fromEntries(row) as Texts);
}
