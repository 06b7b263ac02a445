import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { PointMetricsFragment } from '../../../src/dashboard/statistics/__generated__/operations.ts';
import { dataOf, labelsOf, nameBefore, nameOf, partOf, valueAt } from '../../../src/dashboard/statistics/points.ts';
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

describe('the name of a point', () => {
  const starts = (...all: string[]) => all.map(start => ({ start }));
  const named = (interval: Interval, from: string, to: string, points: string[], previous: string[]) => {
    const whole = { interval, days: { from, to } };
    // The spaces around a dash are thin.
    const plain = (text: string) => text.replace(/\s/g, ' ');
    return points.map((_, at) => [
      plain(nameOf(starts(...points), at, whole)),
      plain(nameBefore(starts(...previous), starts(...points), at, whole)),
    ]);
  };

  it('of a week is its days in the range, also of one that the range cuts and of those before', () => {
    const weeks = ['2026-08-24', '2026-08-31', '2026-09-07'];
    const before = ['2026-08-05', '2026-08-10', '2026-08-17'];
    assert.deepEqual(named('WEEK', '2026-08-26', '2026-09-08', weeks, before), [
      ['Aug 26 – 30, 2026', 'Aug 5 – 9, 2026'],
      ['Aug 31 – Sep 6, 2026', 'Aug 10 – 16, 2026'],
      ['Sep 7 – 8, 2026', 'Aug 17 – 18, 2026'],
    ]);
  });

  it('of a month is the month, but not of the days before that are none', () => {
    assert.deepEqual(
      named('MONTH', '2026-09-01', '2026-10-31', ['2026-09-01', '2026-10-01'], ['2026-07-01', '2026-08-01']),
      [
        ['September 2026', 'July 2026'],
        ['October 2026', 'August 2026'],
      ],
    );
    assert.deepEqual(
      named('MONTH', '2026-09-01', '2026-10-31', ['2026-09-01', '2026-10-01'], ['2026-06-30', '2026-07-30']),
      [
        ['September 2026', 'Jun 30 – Jul 29, 2026'],
        ['October 2026', 'Jul 30 – Aug 29, 2026'],
      ],
    );
  });
});

describe('the labels below the axis', () => {
  /** Returns the label of each point, with the year where it has one. */
  const labels = (interval: Interval, from: string, to: string, ...starts: string[]) => {
    const points = starts.map(start => ({ start }));
    return labelsOf(points, [...points.keys()], { interval, days: { from, to } }).map(({ text, year }) =>
      `${text} ${year}`.trim(),
    );
  };

  it('have no year in a range of one year, and begin a cut week on its first day in the range', () => {
    assert.deepEqual(labels('MONTH', '2026-01-01', '2026-12-31', '2026-01-01', '2026-12-01'), ['Jan', 'Dec']);
    assert.deepEqual(labels('WEEK', '2026-01-01', '2026-01-09', '2025-12-29', '2026-01-05'), ['Jan 1', 'Jan 5']);
  });

  it('have the year first and wherever it is another one, in a range of several years', () => {
    assert.deepEqual(
      labels('MONTH', '2019-03-01', '2021-11-10', '2019-03-01', '2019-09-01', '2020-03-01', '2020-09-01', '2021-03-01'),
      ['Mar 2019', 'Sep', 'Mar 2020', 'Sep', 'Mar 2021'],
    );
    assert.deepEqual(labels('MONTH', '1999-11-30', '2026-11-10', '1999-11-01', '2003-11-01', '2007-11-01'), [
      'Nov 1999',
      'Nov 2003',
      'Nov 2007',
    ]);
    assert.deepEqual(
      labels('WEEK', '2019-12-25', '2020-02-01', '2019-12-23', '2019-12-30', '2020-01-06', '2020-01-13'),
      ['Dec 25 2019', 'Dec 30', 'Jan 6 2020', 'Jan 13'],
    );
    assert.deepEqual(labels('DAY', '2025-12-31', '2026-01-02', '2025-12-31', '2026-01-01', '2026-01-02'), [
      'Dec 31 2025',
      'Jan 1 2026',
      'Jan 2',
    ]);
    assert.deepEqual(labels('HOUR', '2025-12-31', '2026-01-01', '2025-12-31T00:00', '2026-01-01T00:00'), [
      'Dec 31 2025',
      'Jan 1 2026',
    ]);
  });
});
