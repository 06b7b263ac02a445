import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { PointMetricsFragment } from '../../../src/dashboard/statistics/__generated__/operations.ts';
import { dataOf, partOf, valueAt } from '../../../src/dashboard/statistics/points.ts';
import { metricsIn } from '../../../src/domain/metrics.ts';
import type { Interval } from '../../../src/domain/range.ts';

const NOTHING = Object.fromEntries(metricsIn('points').map(({ name }) => [name, 0])) as PointMetricsFragment;

/** Returns a point per letter: `p` is partial, `w` is whole; the first has one visitor, the second two, and so on. */
function pointsOf(kinds: string) {
  return [...kinds].map((kind, index) => ({
    start: `2026-01-0${index + 1}`,
    partial: kind === 'p',
    begun: true,
    ...NOTHING,
    visitors: index + 1,
    visits: 2,
    pageviews: 5,
  }));
}

describe('the lines of the chart', () => {
  it('are dotted to every partial point, and nothing is drawn twice', () => {
    const _ = null;
    for (const [kinds, whole, leadIn, others] of [
      ['www', [1, 2, 3], [_, _, _], [_, _, _]],
      ['pww', [_, 2, 3], [1, 2, _], [_, _, _]],
      ['wwp', [1, 2, _], [_, _, _], [_, 2, 3]],
      ['pwp', [_, 2, _], [1, 2, _], [_, 2, 3]],
      ['pwwp', [_, 2, 3, _], [1, 2, _, _], [_, _, 3, 4]],
      ['wppp', [1, _, _, _], [_, _, _, _], [1, 2, 3, 4]],
      ['pp', [_, _], [_, _], [1, 2]],
      ['p', [_], [1], [_]],
    ] as const)
      assert.deepEqual(
        dataOf(pointsOf(kinds), null, ({ visitors }) => visitors).slice(1, 4),
        [whole, leadIn, others],
        kinds,
      );
  });
});

describe('pages per visit', () => {
  it('follow from pageviews and visits, in the comparison, too; those of no visits are unknown', () => {
    const points = pointsOf('ww');
    const data = dataOf(points, points.slice(1), point => valueAt(point, 'pagesPerVisit'));
    assert.deepEqual(data[1], [2.5, 2.5]);
    assert.deepEqual(data[4], [2.5, null]);
    assert.deepEqual(
      points.map(point => valueAt({ ...point, visits: 0, pageviews: 0 }, 'pagesPerVisit')),
      [null, null],
    );
  });
});

describe('the note on a point', () => {
  const said = (interval: Interval, from: string, to: string, today: string, ...starts: [string, boolean][]) => {
    const points = starts.map(([start, partial]) => ({ start, partial, begun: true }));
    return points.map((_, index) => partOf(points, index, { interval, days: { from, to }, today }));
  };

  it('says that the range cuts it or that it is under way', () => {
    const weeks: [string, boolean][] = [
      ['2026-01-05', true],
      ['2026-01-12', false],
      ['2026-01-19', true],
    ];
    const cut = '(part of the week)';
    assert.deepEqual(said('WEEK', '2026-01-07', '2026-01-21', '2026-01-21', ...weeks), [cut, '', '(so far)']);
    assert.deepEqual(said('WEEK', '2026-01-07', '2026-01-21', '2026-03-01', ...weeks), [cut, '', cut]);
    // The range ends before today, in the same week.
    assert.deepEqual(said('WEEK', '2026-01-07', '2026-01-21', '2026-01-22', ...weeks), [cut, '', cut]);
    assert.deepEqual(said('WEEK', '2026-01-07', '2026-01-09', '2026-01-09', ['2026-01-05', true]), [cut]);
    assert.deepEqual(
      said('MONTH', '2026-01-31', '2026-02-28', '2026-03-01', ['2026-01-01', true], ['2026-02-01', false]),
      ['(part of the month)', ''],
    );
    assert.deepEqual(said('MONTH', '2026-02-01', '2026-02-28', '2026-02-28', ['2026-02-01', true]), ['(so far)']);
  });

  it('is empty before the point has begun', () => {
    assert.deepEqual(
      said(
        'HOUR',
        '2026-01-05',
        '2026-01-05',
        '2026-01-05',
        ['2026-01-05T07', false],
        ['2026-01-05T08', true],
        ['2026-01-05T09', true],
      ),
      ['', '(so far)', ''],
    );
    assert.deepEqual(
      said('DAY', '2026-01-05', '2026-01-06', '2026-01-05', ['2026-01-05', true], ['2026-01-06', true]),
      ['(so far)', ''],
    );
  });
});
