import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it, test } from 'vitest';
import { countryLabel } from '../../src/collect/continents.ts';
import { drawWorld } from '../../src/dashboard/world.ts';
import { innerPoint, type Point, pathOf, ringsOf } from '../../src/dashboard/world-shapes.ts';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';
import { until } from '../support/until.ts';

for (const detail of ['110m', '50m'] as const) {
  test(`The map of ${detail} knows each country by the code under which its visitors are counted`, () => {
    const { shapes } = drawWorld(detail);
    const codes = shapes.map(({ code }) => code).filter(Boolean);
    assert.deepEqual(
      codes.filter(code => countryLabel(code) === ''),
      [],
    );
    for (const code of ['FR', 'GB', 'RU', 'RS', 'XK', 'US', 'SG']) assert.ok(codes.includes(code), code);
  });
}

test('Every country has a point in its largest part, and places are where the map shows their country', () => {
  const [{ shapes, project }, fine] = [drawWorld('110m'), drawWorld('50m')];
  const boxOf = (code: string) => shapes.find(shape => shape.code === code)?.box ?? [0, 0, 0, 0];
  for (const { code, at, box } of [...shapes, ...fine.shapes]) {
    assert.ok(at[0] >= box[0] && at[0] <= box[2] && at[1] >= box[1] && at[1] <= box[3], code);
  }
  // The largest part of France is in Europe, that of the USA is not Alaska.
  for (const [code, longitude, latitude] of [
    ['FR', 2.3, 48.8],
    ['US', -95, 39],
    ['JP', 139.7, 35.7],
  ] as const) {
    const [x, y] = project([longitude, latitude]) ?? [0, 0];
    const [left, top, right, bottom] = boxOf(code);
    assert.ok(x > left && x < right && y > top && y < bottom, code);
  }
});

test('The point of a shape is inside, also of one that is bent around its middle', () => {
  const bent: Point[] = [
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
    [0, 90],
    [80, 90],
    [80, 10],
    [0, 10],
  ];
  assert.deepEqual(innerPoint([bent]), [90, 50]);
  const path = 'M0,0L4,0L4,0L4,3ZM0,0L100,0L100,100L0,100Z';
  assert.equal(pathOf(ringsOf(path)), 'M0 0l100 0 0 100-100 0zM0 0l4 0 0 3z');
});

onOneDatabase.skipIf(skipWithoutBrowser)('the map of a statistics page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('names countries at the pointer and by keys, zooms, filters, and then shows cities', async () => {
    const { page, close } = await dashboard.open('/site.example');
    const frame = page.locator('.map-frame');
    const tip = frame.locator('.tip');
    const slider = page.getByRole('slider', { name: 'Places on the map' });
    const zoomed = page.locator('.map-frame.zoomed');
    await frame.scrollIntoViewIfNeeded();
    await page.getByText('2 countries').waitFor();

    // The pointer, which the tip never covers.
    const { x, y } = await placeIn(page, 'AU');
    await page.mouse.move(x, y);
    await tip.getByText('Australia').waitFor();
    await tip.getByText('1 visitor · 33%').waitFor();
    const box = (await tip.boundingBox())!;
    assert.ok(x < box.x || x > box.x + box.width || y < box.y || y > box.y + box.height, JSON.stringify({ x, y, box }));

    const shape = page.locator('path[data-code=AU]');
    const coarse = await shape.getAttribute('d');
    // The wheel scrolls the page; with Ctrl it zooms to the pointer, and 0 shows the world again.
    await page.mouse.wheel(0, 1);
    assert.equal(await zoomed.count(), 0);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await zoomed.waitFor();
    await assertAccessible(page);
    // Finer shapes come when it is zoomed.
    await until(async () => (await shape.getAttribute('d')) !== coarse, 'the country has its finer shape');
    // A drag takes the map along, and is no click.
    const before = (await shape.boundingBox())!;
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 40, { steps: 3 });
    await page.mouse.up();
    const after = (await shape.boundingBox())!;
    assert.deepEqual([after.x - before.x, after.y - before.y].map(Math.round), [60, 40]);
    assert.equal(new URL(page.url()).search, '');
    await slider.focus();
    await page.keyboard.press('0');
    await zoomed.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await zoomed.waitFor();
    await page.getByRole('button', { name: 'Show the whole world' }).click();
    await zoomed.waitFor({ state: 'detached' });

    await slider.focus();
    await page.keyboard.press('Home');
    await tip.getByText('United States').waitFor();
    await page.keyboard.press('ArrowRight');
    await tip.getByText('Australia').waitFor();
    assert.equal(await slider.getAttribute('aria-valuetext'), 'Australia: 1 visitor, 33%');
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await tip.getByText('Australia').waitFor();
    await page.keyboard.press('Alt+Enter');
    await page.getByText('Country is not Australia').waitFor();
    await page.getByText('1 country', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('2 countries').waitFor();
    await page.keyboard.press('End');
    await tip.getByText('Australia').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Country is Australia').waitFor();

    // The country fills the map, and its city is on it.
    await zoomed.waitFor();
    await page.getByText('1 city', { exact: true }).waitFor();
    await page.keyboard.press('Home');
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^\w.+: 1 visitor, 100%$/);
    const land = (await page.locator('.land.within').boundingBox())!;
    const circle = (await page.locator('.map-chosen .circle').boundingBox())!;
    assert.ok(circle.x > land.x && circle.x < land.x + land.width, 'The city is in its country.');
    assert.ok(circle.y > land.y && circle.y < land.y + land.height, 'The city is in its country.');
    await close();
  });
});

/** Returns a place of the window that is in a country, with some pixels of it around. */
async function placeIn(page: Page, code: string): Promise<{ readonly x: number; readonly y: number }> {
  return page.locator(`path[data-code=${code}]`).evaluate(path => {
    const shape = path as SVGPathElement;
    const matrix = shape.getScreenCTM();
    const { left, top, width, height } = shape.getBoundingClientRect();
    const isIn = (x: number, y: number) => shape.isPointInFill(new DOMPoint(x, y).matrixTransform(matrix?.inverse()));
    for (let x = left; x < left + width; x += 3)
      for (let y = top; y < top + height; y += 3)
        if ([-8, 8].every(far => isIn(x + far, y) && isIn(x, y + far))) return { x, y };
    throw new Error('The country is too small for a pointer.');
  });
}
