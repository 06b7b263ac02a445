import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import {
  areaOf,
  boundsOf,
  indexAt,
  labelledOf,
  lineOf,
  lonesOf,
  type Plot,
  placeTip,
  ticksOf,
  xOf,
  yOf,
} from '../../../src/dashboard/statistics/chart-lines.ts';
import { daysFrom, indexOfDay } from '../../../src/dashboard/statistics/points.ts';

const PLOT: Plot = { left: 50, top: 10, width: 300, height: 200, count: 4, least: 0, most: 10 };

describe('the lines of the chart', () => {
  it('have gaps, and a point between two gaps is a dot', () => {
    assert.equal(lineOf(PLOT, [0, 10, null, 5]), 'M50,210L150,10M350,110h0');
    assert.equal(areaOf(PLOT, [0, 10, null, 5]), 'M50,210L50,210L150,10L150,210Z');
    assert.equal(lineOf({ ...PLOT, count: 1 }, [5]), 'M200,110h0');
  });

  it('leave points alone that no line connects with another one', () => {
    const _ = null;
    assert.deepEqual(lonesOf([[0, 10, _, 5]]), [3]);
    assert.deepEqual(
      lonesOf([
        [5, _, _, 3],
        [5, 6, _, _],
      ]),
      [3],
    );
    assert.deepEqual(lonesOf([[_, _], [7, _], []]), [0]);
  });

  it('fit between the bounds, also below zero, and round values lie on them', () => {
    for (const values of [[0], [3, 9], [123_456, null, 7], [-40, 12], [0.2, 0.6], [1e9]]) {
      const plot = { ...PLOT, ...boundsOf([values], 1) };
      for (const value of values)
        if (value !== null) assert.ok(yOf(plot, value) >= plot.top && yOf(plot, value) <= plot.top + plot.height);
      const ticks = ticksOf(plot, 44);
      assert.ok(ticks.includes(0) && ticks.length >= 2 && ticks.length <= 6, `${values}: ${ticks}`);
      assert.ok(
        ticks.every(
          tick =>
            String(tick)
              .replace(/\D/g, '')
              .replace(/^0+|0+$/g, '').length <= 3,
        ),
      );
    }
  });

  it('name as many points as there is room for', () => {
    for (const count of [1, 2, 24, 31, 168, 1_100]) {
      const plot = { ...PLOT, count };
      const labelled = labelledOf(plot, 70);
      assert.equal(labelled[0], 0);
      assert.ok((labelled.at(-1) ?? 0) < count);
      const places = labelled.map(index => xOf(plot, index));
      assert.ok(places.every((x, at) => at === 0 || x - (places[at - 1] ?? 0) >= 69.9));
    }
  });

  it('lead from each place to the nearest point', () => {
    assert.deepEqual(
      [0, 50, 99, 101, 349, 900].map(x => indexAt(PLOT, x)),
      [0, 0, 0, 1, 3, 3],
    );
    assert.equal(indexAt({ ...PLOT, count: 1 }, 300), 0);
  });
});

describe('the tip', () => {
  it('never hides its point, and never exceeds the width of the chart', () => {
    for (const frame of [
      { width: 340, height: 260 },
      { width: 1_000, height: 260 },
    ])
      for (const tip of [
        { width: 120, height: 60 },
        { width: 300, height: 170 },
      ])
        for (let x = 50; x <= frame.width; x += 10)
          for (let y = 10; y <= 230; y += 10) {
            const { left, top } = placeTip({ x, y }, tip, frame);
            assert.ok(left >= 0 && left + tip.width <= frame.width);
            assert.ok(x < left || x > left + tip.width || y < top || y > top + tip.height, `${x}, ${y}`);
          }
  });
});

describe('the days of points', () => {
  const starts = (...all: string[]) => all.map(start => ({ start }));

  it('are those of the range, in either direction; a range that is shown already leads nowhere', () => {
    const weeks = starts('2025-12-29', '2026-01-05', '2026-01-12');
    const question = { interval: 'WEEK', days: { from: '2026-01-01', to: '2026-01-14' } } as const;
    assert.deepEqual(daysFrom(weeks, [0, 0], question), { from: '2026-01-01', to: '2026-01-04' });
    assert.deepEqual(daysFrom(weeks, [2, 1], question), { from: '2026-01-05', to: '2026-01-14' });
    assert.equal(daysFrom(weeks, [0, 2], question), null);
    const hours = starts('2026-01-01T22:00', '2026-01-01T23:00', '2026-01-02T00:00');
    const days = { from: '2026-01-01', to: '2026-01-02' };
    assert.deepEqual(daysFrom(hours, [1, 0], { interval: 'HOUR', days }), { from: '2026-01-01', to: '2026-01-01' });
    assert.equal(daysFrom(hours, [0, 1], { interval: 'HOUR', days: { from: '2026-01-01', to: '2026-01-01' } }), null);
  });

  it('have their annotations at the first of their hours', () => {
    const hours = starts('2026-01-01T22:00', '2026-01-02T00:00', '2026-01-02T01:00');
    assert.deepEqual(
      ['2025-12-31', '2026-01-01', '2026-01-02'].map(day => indexOfDay(hours, day, 'HOUR')),
      [-1, 0, 1],
    );
    const months = starts('2026-01-01', '2026-02-01');
    assert.equal(indexOfDay(months, '2026-02-17', 'MONTH'), 1);
  });
});
