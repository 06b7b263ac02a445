import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { dayNumber } from '../../src/domain/calendar.ts';
import type { Period } from '../../src/domain/report.ts';
import {
  change,
  changeIn,
  counted,
  duration,
  inert,
  number,
  oneLine,
  percent,
  periodText,
  whenText,
} from '../../src/reports/words.ts';

describe('The words of a report', () => {
  it('format counts without floating point or locale', () => {
    const wanted = {
      0: '0',
      7: '7',
      999: '999',
      1000: '1,000',
      1234567: '1,234,567',
      9007199254740991: '9,007,199,254,740,991',
    };
    for (const [count, text] of Object.entries(wanted)) assert.equal(number(Number(count)), text);
    assert.deepEqual(
      [0, 1, 2].map(count => counted(count, 'visitor')),
      ['no visitors', '1 visitor', '2 visitors'],
    );
    assert.deepEqual([1 / 3, 0, 1, 0.071, 0.0004].map(percent), ['33%', '0%', '100%', '7.1%', '<0.1%']);
    assert.deepEqual([0, 48, 60, 92, 3600, 7500].map(duration), [
      '0 s',
      '48 s',
      '1 min',
      '1 min 32 s',
      '1 h',
      '2 h 5 min',
    ]);
  });

  it('describe the change of a figure', () => {
    const wanted: readonly [number, number, string, string][] = [
      [180, 100, 'up 80%', '▲ 80%'],
      [118, 100, 'up 18%, within noise', '▲ 18% (noise)'],
      [82, 100, 'down 18%, within noise', '▼ 18% (noise)'],
      [820, 1000, 'down 18%', '▼ 18%'],
      [0, 100, 'down 100%', '▼ 100%'],
      [100, 100, 'unchanged', 'no change'],
      [1001, 1000, 'up under 1%, within noise', '▲ under 1% (noise)'],
      [3, 0, 'up from 0, within noise', 'new (noise)'],
      [5, 0, 'up from 0', 'new'],
      [0, 0, 'unchanged', 'no change'],
      [12_345, 1, '12,345 times as many', '▲ 12,345×'],
    ];
    for (const [now, before, words, mark] of wanted) {
      const found = change(now, before);
      assert.deepEqual([found.words, found.mark], [words, mark], `${before} to ${now}`);
    }
    const share = (now: number, isNoise = false) => changeIn('share', { now, before: 0.4, isNoise });
    assert.deepEqual(
      [0.43, 0.39, 0.404].map(now => share(now).words),
      ['up 3 points', 'down 1 point', 'up 0.4 points'],
    );
    assert.equal(share(0.39, true).mark, '▼ 1 point (noise)');
    assert.equal(share(0.4001).way, 'same');
    assert.equal(change(5, null).mark, '');
  });

  it('name a period', () => {
    const of = (frequency: Period['frequency'], from: string, to: string): Period => ({
      frequency,
      from: dayNumber(from),
      to: dayNumber(to),
    });
    const wanted: readonly [Period, string, string][] = [
      [of('WEEKLY', '2026-03-09', '2026-03-15'), '9 to 15 March 2026', 'from 9 to 15 March'],
      [of('WEEKLY', '2026-03-30', '2026-04-05'), '30 March to 5 April 2026', 'from 30 March to 5 April'],
      [of('WEEKLY', '2025-12-29', '2026-01-04'), '29 December 2025 to 4 January 2026', 'from 29 December to 4 January'],
      [of('DAILY', '2026-03-10', '2026-03-10'), 'Tuesday, 10 March 2026', 'on Tuesday, 10 March'],
      [of('MONTHLY', '2026-02-01', '2026-02-28'), 'February 2026', 'in February 2026'],
    ];
    for (const [period, full, when] of wanted)
      assert.deepEqual([periodText(period, true), whenText(period)], [full, when]);
  });

  it('keep untrusted text as text, on one line, and without links', () => {
    assert.equal(oneLine('a\r\nBcc: b\u2028c\0d\u202ee', 80), 'a Bcc: b c de');
    assert.equal(oneLine('👩‍🚀'.repeat(3), 5), '👩‍🚀👩…');
    assert.equal(inert('evil.example/<x>', 80).text, 'evil<span>.</span>example/&lt;x&gt;');
    assert.equal(inert('...', 80).text, '...');
  });
});
