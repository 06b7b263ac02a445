import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import {
  type ImportedDays,
  importedRuns,
  importedWithin,
  isBeforeHits,
  isUnknownHour,
} from '../../../src/dashboard/statistics/imported-days.ts';

const of = (from: string, to: string, kind: ImportedDays['kind'] = 'SUMS') => ({
  source: 'UMAMI' as const,
  label: 'A tool',
  kind,
  from,
  to,
});
const at = (...starts: string[]) => starts.map(start => ({ start }));

describe('imported days', () => {
  it('are those of the range', () => {
    const days = { from: '2026-01-10', to: '2026-01-20' };
    const imported = [of('2025-12-01', '2026-01-11'), of('2026-01-20', '2026-02-01'), of('2026-01-21', '2026-02-01')];
    assert.deepEqual(importedWithin(imported, days), [of('2026-01-10', '2026-01-11'), of('2026-01-20', '2026-01-20')]);
  });

  it('are hatched in runs of points, by hour, day, week and month', () => {
    const imported = [of('2026-01-06', '2026-01-07'), of('2026-01-08', '2026-01-08'), of('2026-03-02', '2026-03-02')];
    const days = at('2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09');
    assert.deepEqual(importedRuns(days, 'DAY', imported), [[1, 3]]);
    assert.deepEqual(importedRuns(at('2025-12-29', '2026-01-05', '2026-01-12'), 'WEEK', imported), [[1, 1]]);
    const months = at('2026-01-01', '2026-02-01', '2026-03-01');
    assert.deepEqual(importedRuns(months, 'MONTH', imported), [
      [0, 0],
      [2, 2],
    ]);
    assert.deepEqual(importedRuns(at('2026-01-05T23', '2026-01-06T00', '2026-01-06T01'), 'HOUR', imported), [[1, 2]]);
    assert.deepEqual(importedRuns(days, 'DAY', []), []);
  });

  it('have unknown hours if only their sums are known, and are unknown where single visits are needed', () => {
    const [hour, day] = at('2026-01-06T07', '2026-01-06');
    const imported = [of('2026-01-06', '2026-01-07')];
    assert.ok(hour && day);
    assert.equal(isUnknownHour(hour, imported), true);
    assert.equal(isUnknownHour(day, imported), false);
    assert.equal(isUnknownHour(hour, [of('2026-01-06', '2026-01-07', 'HITS')]), false);
    assert.equal(isBeforeHits(day, 'DAY', '2026-01-07'), true);
    assert.equal(isBeforeHits(day, 'DAY', '2026-01-06'), false);
    assert.equal(isBeforeHits(day, 'WEEK', '2026-01-12'), false);
    assert.equal(isBeforeHits(day, 'DAY', null), false);
  });
});
