import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, DESKTOP, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

const DAY = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

/** In the first of two weeks, 20 of 45 visitors a day come from x.example; in the second, none do. */
function hits(): object[] {
  return Array.from({ length: 14 }, (_, at) => at + 1).flatMap(day =>
    Array.from({ length: day > 7 ? 45 : 25 }, (_, at) => ({
      page: 'https://why.example/',
      time: `${dayBefore(day)}T12:00:00Z`,
      ip: `203.0.113.${at + 1}`,
      user_agent: DESKTOP,
      ...(at < 20 ? {} : { referrer: at < 25 ? 'https://y.example/' : 'https://x.example/' }),
    })),
  );
}

/** Imports 14 days of sums, from 21 days ago, into a website that has its own hits in the 7 days after them. */
async function move({ create, count, gateway }: Dashboard): Promise<void> {
  const id = await create({ domain: 'moved.example', privacy: 'PUBLIC' });
  const own = hits().slice(0, 7 * 25) as { readonly page: string }[];
  await count(own.map(hit => ({ ...hit, page: 'https://moved.example/' })));
  const days = Array.from(
    { length: 14 },
    (_, at) => `${dayBefore(21 - at)},total,,${10 + at},${10 + at},${10 + at},0,0,0`,
  );
  const form = new FormData();
  const head = 'date,statistic,value,pageviews,visitors,visits,bounces,seconds,events';
  form.append('file', new Blob([[head, ...days, ''].join('\n')]), 'sums.csv');
  await gateway.rest(`/websites/${id}/imports`, { method: 'POST', body: form });
  for (;;) {
    const { body } = await gateway.rest(`/websites/${id}/imports`);
    const [{ state }] = (body as { data: [{ state: string }] }).data;
    if (state === 'done') return;
    assert.notEqual(state, 'failed');
    await sleep(100);
  }
}

onOneDatabase.skipIf(skipWithoutBrowser)('the explanation of a change', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
    await dashboard.create({ domain: 'why.example', privacy: 'PUBLIC' });
    await dashboard.count(hits());
    await move(dashboard);
  });
  afterAll(() => dashboard.close());

  it('leaves today out of several days, and says so', async () => {
    const { page, close } = await dashboard.open(`/why.example?from=${dayBefore(6)}&to=${dayBefore(0)}`);
    await page.locator('.why').first().click();
    const dialog = page.getByRole('dialog', { name: /change\?$/ });
    await dialog.getByText('Only days that are over are compared.').waitFor();
    await close();
  });

  for (const [title, from, to, moved] of [
    ['that are imported sums', 14, 8, 'up 54% from 91'],
    ['that are compared with imported sums', 7, 1, 'up 25% from 140'],
  ] as const)
    it(`is not offered for days ${title}`, async () => {
      const { page, close } = await dashboard.open(`/moved.example?from=${dayBefore(from)}&to=${dayBefore(to)}`);
      const change = page.locator('.tile-change').first();
      assert.equal((await change.innerText()).replace(/\s+/g, ' ').trim(), moved);
      assert.equal(await page.locator('.why').count(), 0);
      await close();
    });

  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const)
    it(`opens from the change of a figure, by keyboard, and leads to a filter: ${width} ${colorScheme}`, async () => {
      const look = { viewport: { width, height: 900 }, colorScheme };
      const { page, close } = await dashboard.open(`/why.example?from=${dayBefore(7)}&to=${dayBefore(1)}`, null, look);
      const why = page.locator('.why').first();
      assert.equal((await why.innerText()).replace(/\s+/g, ' ').trim(), 'down 44% from 315 Why?');
      await why.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Why did visitors change?' });
      await dialog.getByText('Visitors from x.example fell from 140 to 0, while the rest stayed the same.').waitFor();
      assert.deepEqual(
        (await dialog.locator('tbody tr').allInnerTexts()).map(text =>
          text
            .split(/\s*\t\s*/)
            .slice(0, 4)
            .join(' '),
        ),
        ['x.example 140 0 -140', 'Everything else 175 175 0', 'Total 315 175 -140'],
      );
      assert.equal(await dialog.getByText('Only days that are over are compared.').count(), 0);
      const scroll = dialog.locator('.scroll');
      assert.ok(await scroll.evaluate(element => element.scrollWidth <= element.clientWidth), 'The table is cut.');
      await assertAccessible(page);
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/why-${width}.png` });
      await page.keyboard.press('Escape');
      // From the document, not only from sight: until then, it cannot be opened again.
      await page.locator('dialog').waitFor({ state: 'detached' });
      assert.ok(await why.evaluate(button => button === document.activeElement));
      await why.click();
      await dialog.getByRole('button', { name: 'Filter by x.example' }).click();
      await page.waitForURL(/filter=(referrer|source):is:x\.example/);
      await dialog.waitFor({ state: 'detached' });
      await close();
    });
});
