import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  type Box,
  besideBox,
  DIRECTIONS,
  MOST_ZOOM,
  moved,
  nextPlace,
  radiusOf,
  reaching,
  showing,
  WHOLE,
  zoomed,
} from '../../../src/dashboard/statistics/map-view.ts';
import type { Point } from '../../../src/dashboard/world-shapes.ts';

const SIZE = { width: 1000, height: 500 };

test('A zoom keeps the place at the pointer where it is, and the map in the picture', () => {
  assert.deepEqual(zoomed(WHOLE, 2, [500, 250], SIZE), { zoom: 2, x: 250, y: 125 });
  assert.deepEqual(zoomed(WHOLE, 2, [0, 500], SIZE), { zoom: 2, x: 0, y: 250 });
  const closer = zoomed({ zoom: 2, x: 250, y: 125 }, 2, [300, 200], SIZE);
  assert.deepEqual(closer, { zoom: 4, x: 275, y: 162.5 });
  assert.deepEqual(zoomed(closer, 1 / 8, [900, 10], SIZE), WHOLE);
  assert.equal(zoomed(WHOLE, 100, [500, 250], SIZE).zoom, MOST_ZOOM);
});

test('A map is not moved beyond its edges, and not at all while it is whole', () => {
  const view = { zoom: 2, x: 250, y: 125 };
  assert.deepEqual(moved(view, 100, -50, SIZE), { zoom: 2, x: 350, y: 75 });
  assert.deepEqual(moved(view, 9000, -9000, SIZE), { zoom: 2, x: 500, y: 0 });
  assert.deepEqual(moved(WHOLE, 10, 10, SIZE), WHOLE);
});

test('A country is shown whole in the middle; a tiny one only as large as the map can be', () => {
  const { zoom, x, y } = showing([400, 200, 500, 220], SIZE);
  assert.ok(zoom > 5 && zoom * 100 < SIZE.width, `${zoom}`);
  assert.ok(Math.abs(x + SIZE.width / zoom / 2 - 450) < 1e-6 && Math.abs(y + SIZE.height / zoom / 2 - 210) < 1e-6);
  assert.equal(showing([400, 200, 401, 201], SIZE).zoom, MOST_ZOOM);
  assert.deepEqual(showing([0, 0, 1000, 500], SIZE), WHOLE);
});

test('A map that is zoomed moves to a place out of sight, and stays for one in sight', () => {
  const view = { zoom: 4, x: 0, y: 0 };
  assert.equal(reaching(view, [125, 60], SIZE), view);
  assert.deepEqual(reaching(view, [500, 250], SIZE), { zoom: 4, x: 375, y: 187.5 });
  assert.equal(reaching(WHOLE, [999, 499], SIZE), WHOLE);
});

test('An arrow leads to the nearest place in its direction', () => {
  const places: Point[] = [
    [100, 100],
    [200, 110],
    [150, 300],
    [120, 20],
    [100, 100],
  ];
  const next = (key: string, from: Point) => nextPlace(places, from, DIRECTIONS[key] ?? [0, 0]);
  assert.equal(next('ArrowRight', [100, 100]), 1);
  assert.equal(next('ArrowLeft', [200, 110]), 0);
  assert.equal(next('ArrowUp', [100, 100]), 3);
  assert.equal(next('ArrowDown', [100, 100]), 2);
  assert.equal(next('ArrowRight', [200, 110]), -1);
});

test('The area of a circle is in proportion to its count, and a small one stays visible', () => {
  const scale = { most: 400, largest: 15 };
  assert.equal(radiusOf(400, scale) / radiusOf(100, scale), 2);
  assert.equal(radiusOf(1, { most: 1_000_000, largest: 15 }), 3);
});

test('A tip covers nothing of its place, wherever that is', () => {
  const tip = { width: 120, height: 50 };
  for (const frame of [SIZE, { width: 340, height: 160 }]) {
    for (const at of [0, 0.2, 0.5, 0.8, 1]) {
      const [x, y] = [at * frame.width, at * frame.height];
      const box: Box = [x - 10, y - 10, x + 10, y + 10];
      const [left, top] = besideBox(box, tip, frame);
      const isClear = left >= box[2] || left + tip.width <= box[0] || top >= box[3] || top + tip.height <= box[1];
      assert.ok(isClear && left >= 0 && left + tip.width <= frame.width, `${at} in ${frame.width}: ${left}, ${top}`);
    }
  }
});
