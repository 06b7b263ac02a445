import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { findUnusual, type HourCount, usualHours } from '../../src/domain/alert.ts';

const WEEK = 168;
const last = 20_000 * 24 + 15;

/** Returns nine weeks of hours that end with `last`, each with the count from `visits`. */
function weeks(visits: (hoursAgo: number) => number): HourCount[] {
  return Array.from({ length: 9 * WEEK }, (_, index) => {
    const ago = 9 * WEEK - 1 - index;
    return { hour: last - ago, visits: visits(ago), hits: visits(ago) * 2 };
  });
}
const found = (hours: readonly HourCount[], since = 0) =>
  findUnusual(hours, since).map(({ kind, count, usual }) => [kind, count, usual]);

describe('An unusual hour', () => {
  it('is far above or far below the same hour of the same weekday', () => {
    assert.deepEqual(found(weeks(ago => (ago === 0 ? 210 : 100))), [['SPIKE', 210, 100]]);
    assert.deepEqual(found(weeks(ago => (ago === 0 ? 40 : 100))), [['DROP', 40, 100]]);
    assert.deepEqual(found(weeks(ago => (ago === 0 ? 0 : 100))), [['DROP', 0, 100]]);
    assert.deepEqual(found(weeks(ago => (ago === 0 ? 130 : 100))), []);
    assert.deepEqual(found(weeks(ago => (ago === 0 ? 70 : 100))), []);
  });

  it('does not include an hour like the same hour of every Monday', () => {
    assert.deepEqual(found(weeks(ago => (ago % WEEK === 0 ? 900 : 20))), []);
    assert.deepEqual(found(weeks(ago => (ago % WEEK === 0 ? 5 : 400))), []);
  });

  it('is not caused by one odd week or by counts that always vary widely', () => {
    assert.deepEqual(found(weeks(ago => (ago === 3 * WEEK ? 5_000 : 100))), []);
    assert.deepEqual(found(weeks(ago => (ago === 0 ? 300 : (ago / WEEK) % 2 === 0 ? 250 : 50))), []);
  });

  it('is not reported for a website with few visits or a new one', () => {
    assert.deepEqual(found(weeks(ago => (ago === 0 ? 19 : 1))), []);
    assert.deepEqual(found(weeks(ago => (ago === 0 ? 0 : 19))), []);
    assert.deepEqual(
      found(
        weeks(ago => (ago === 0 ? 500 : 100)),
        last - 2 * WEEK,
      ),
      [],
    );
    assert.deepEqual(
      found(
        weeks(ago => (ago === 0 ? 500 : 100)),
        last - 3 * WEEK,
      ),
      [['SPIKE', 500, 100]],
    );
    assert.deepEqual(found([]), []);
  });

  it('is compared with the mean of the middle hours, which has the usual number of visits', () => {
    const hours = weeks(ago => (ago === 0 ? 900 : 100 + ((ago * 7) % 61)));
    for (let count = 3; count <= 8; count++) {
      const since = last - count * WEEK;
      const middle = usualHours(hours, last, since);
      assert.equal(middle.length, count % 2 === 0 ? 2 : 1);
      const mean = middle.reduce((sum, { visits }) => sum + visits, 0) / middle.length;
      assert.deepEqual(found(hours, since), [['SPIKE', 900, Math.round(mean)]]);
    }
    assert.deepEqual(usualHours(hours, last, last), []);
  });

  it('is rare in two years of random counts', () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    /** Random counts that vary like visits. */
    const chance = (mean: number) => {
      let count = 0;
      for (let product = random(); product > Math.exp(-mean); product *= random()) count++;
      return count;
    };
    let alerts = 0;
    for (let hour = 0; hour < 2 * 365 * 24; hour++) {
      const hours = Array.from({ length: 9 }, (_, week) => ({
        hour: last - (8 - week) * WEEK,
        visits: chance(40),
        hits: 1,
      }));
      alerts += findUnusual(hours, 0).length;
    }
    assert.ok(alerts <= 20, `${alerts} alerts`);
  });
});

describe('A silence', () => {
  const quiet = (length: number, before = 3) => weeks(ago => (ago < length ? 0 : before)).map(hour => hour);

  it('is reported after a day, with the hour it began', () => {
    assert.deepEqual(findUnusual(quiet(23), 0), []);
    assert.deepEqual(findUnusual(quiet(24), 0), [{ kind: 'NO_HITS', hour: last - 23, count: 0, usual: 144 }]);
    assert.deepEqual(
      findUnusual(quiet(70), 0).map(({ hour }) => hour),
      [last - 69],
    );
  });

  it('is not unusual if whole days are often quiet, or before the first hit', () => {
    assert.deepEqual(
      findUnusual(
        weeks(ago => (ago > 30 && ago % 72 < 20 ? 1 : 0)),
        0,
      ),
      [],
    );
    assert.deepEqual(
      findUnusual(
        weeks(() => 0),
        0,
      ),
      [],
    );
  });
});
