import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { formatChange } from '../../src/dashboard/format.ts';
import { changeOf } from '../../src/domain/change.ts';
import type { Language } from '../../src/domain/languages.ts';
import type { Unit } from '../../src/domain/metric.ts';
import { change, changeIn } from '../../src/reports/changes.ts';
import { wordsIn } from '../../src/reports/words.ts';

const english = wordsIn('en');

describe('The change of a figure', () => {
  it('is given in words and as a mark', () => {
    const wanted: readonly [number, number, string, string][] = [
      [180, 100, 'up 80%', '▲ 80%'],
      [118, 100, 'up 18%, within noise', '▲ 18% (noise)'],
      [82, 100, 'down 18%, within noise', '▼ 18% (noise)'],
      [820, 1000, 'down 18%', '▼ 18%'],
      [0, 100, 'down 100%', '▼ 100%'],
      [107_000, 100_000, 'up 7%', '▲ 7%'],
      [100, 100, 'unchanged', 'no change'],
      [1001, 1000, 'up under 1%, within noise', '▲ under 1% (noise)'],
      [3, 0, 'up from 0, within noise', 'new (noise)'],
      [5, 0, 'up from 0', 'new'],
      [0, 0, 'unchanged', 'no change'],
      [12_345, 1, '12,345 times as many', '▲ 12,345×'],
      [20, 1, '20 times as many', '▲ 20×'],
      [100, 10, '10 times as many', '▲ 10×'],
      [99, 10, 'up 890%', '▲ 890%'],
    ];
    for (const [now, before, words, mark] of wanted) {
      const found = change(english, now, before);
      assert.deepEqual([found.words, found.mark], [words, mark], `${before} to ${now}`);
    }
    assert.equal(change(english, 5, null).mark, '');
  });

  it('is in points for a share', () => {
    const share = (now: number, isNoise = false) => changeIn(english, 'share', { now, before: 0.4, isNoise });
    assert.deepEqual(
      [0.43, 0.39, 0.404].map(now => share(now).words),
      ['up 3 points', 'down 1 point', 'up 0.4 points'],
    );
    assert.equal(share(0.39, true).mark, '▼ 1 point (noise)');
    assert.equal(share(0.4001).way, 'same');
  });

  it('is that of exact values for seconds, whose text is rounded', () => {
    const seconds = (before: number, now: number, isNoise = false) =>
      changeIn(english, 'seconds', { now, before, isNoise }).words;
    assert.equal(seconds(9.6, 10.4), 'up 8%');
    assert.equal(seconds(0.5, 0.08), 'down 84%');
    assert.equal(seconds(0.4, 8), '20 times as long');
    assert.equal(seconds(0.4, 8, true), '20 times as long, within noise');
  });

  it('says of seconds that they are so many times as long, in every language', () => {
    const timesIn = (language: Language, unit: Unit) =>
      changeIn(wordsIn(language), unit, { now: 600, before: 30, isNoise: false });
    const wanted = {
      en: ['20 times as many', '20 times as long'],
      de: ['20-mal so viel', '20-mal so lang'],
      fr: ['20 fois plus', '20 fois plus longue'],
      es: ['20 veces la cifra anterior', '20 veces la duración anterior'],
      pt: ['20 vezes o valor anterior', '20 vezes a duração anterior'],
      ja: ['20倍', '20倍の長さ'],
      zh: ['20 倍', '时长为原来的 20 倍'],
    } as const satisfies Record<Language, unknown>;
    for (const language of Object.keys(wanted) as Language[]) {
      const units = ['count', 'seconds'] as const;
      assert.deepEqual(
        units.map(unit => timesIn(language, unit).words),
        wanted[language],
      );
      for (const unit of units) assert.equal(timesIn(language, unit).mark, '▲ 20×');
    }
  });

  it('is the same as on the page, for every pair of values', () => {
    const count = fc.integer({ min: 0, max: 1_000_000 });
    const value = fc.oneof(count, fc.integer({ min: 0, max: 300 }), fc.double({ min: 0, max: 10_000, noNaN: true }));
    const examples: [number, number][] = [
      [0.3, 0.03],
      [1.1, 0.11],
      [114.5, 100],
      [199, 200],
      [2.96, 0.296],
    ];
    fc.assert(
      fc.property(value, value, (now, before) => {
        const by = changeOf(now, before);
        const { mark } = changeIn(english, 'seconds', { now, before, isNoise: false });
        if (by === null || now === before) return;
        const expected = formatChange(by).replace(/^0%$/, 'under 1%');
        assert.equal(mark, `${by > 0 ? '▲' : '▼'} ${expected}`, `${before} to ${now}`);
      }),
      { examples },
    );
  });

  it('follows the language of the mail', () => {
    const german = wordsIn('de');
    assert.equal(change(german, 12_345, 1).words, '12.345-mal so viel');
    assert.equal(change(german, 180, 100).mark, '▲ 80\u00a0%');
    assert.equal(change(german, 118, 100).words, 'plus 18\u00a0%, im Rahmen des Zufalls');
  });
});
