import assert from 'node:assert/strict';
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

onOneDatabase.skipIf(skipWithoutBrowser)('the explanation of a change', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
    await dashboard.create({ domain: 'why.example', privacy: 'PUBLIC' });
    await dashboard.count(hits());
  });
  afterAll(() => dashboard.close());

  it('leaves today out of several days, and says so', async () => {
    const { page, close } = await dashboard.open(`/why.example?from=${dayBefore(6)}&to=${dayBefore(0)}`);
    await page.locator('.why').first().click();
    const dialog = page.getByRole('dialog', { name: /change\?$/ });
    await dialog.getByText('Only days that are over are compared.').waitFor();
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
      await dialog.waitFor({ state: 'detached' });
      assert.ok(await why.evaluate(button => button === document.activeElement));
      await why.click();
      await dialog.getByRole('button', { name: 'Filter by x.example' }).click();
      await page.waitForURL(/filter=(referrer|source):is:x\.example/);
      await dialog.waitFor({ state: 'detached' });
      await close();
    });
});
