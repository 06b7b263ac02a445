import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { LANGUAGES, type Language } from '../../src/domain/languages.ts';
import { METRICS } from '../../src/domain/metrics.ts';
import type { Digest } from '../../src/reports/digest.ts';
import { type Compared, changedMost, type Figures } from '../../src/reports/figures.ts';
import { leadOf } from '../../src/reports/lead.ts';
import { wordsIn } from '../../src/reports/words.ts';

/** Returns the figures of two periods with as many visits, of which these metrics changed. */
function figuresOf(changed: Readonly<Record<string, Compared>>): Figures {
  const same = { now: 100_000, before: 100_000 };
  return Object.fromEntries(METRICS.map(({ name }) => [name, changed[name] ?? same])) as Figures;
}

function leadIn(language: Language, changed: Readonly<Record<string, Compared>>): readonly string[] {
  return leadOf(wordsIn(language), { figures: figuresOf(changed), causes: null } as unknown as Digest);
}

describe('The sentence on top of a report', () => {
  it('is not about a change that rounding hides', () => {
    const rounded = { visitDuration: { before: 9.6, now: 10.4 }, bounceRate: { before: 0.41, now: 0.41 } };
    assert.deepEqual(leadIn('en', rounded), ['Visitors stayed at 100,000.']);
    assert.equal(changedMost(figuresOf(rounded)), null);
    assert.deepEqual(leadIn('en', { ...rounded, bounceRate: { before: 0.4, now: 0.6 } }), [
      'The bounce rate rose from 40% to 60%.',
    ]);
    assert.deepEqual(leadIn('en', { ...rounded, visitDuration: { before: 9.4, now: 10.4 } }), [
      'The visit duration rose from 9 s to 10 s.',
    ]);
  });

  it('never goes from a value to the same, in any language', () => {
    const seconds = fc.double({ min: 0.1, max: 20_000, noNaN: true });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const near = fc.double({ min: 0.8, max: 1.25, noNaN: true });
    fc.assert(
      fc.property(seconds, share, near, near, (duration, rate, byDuration, byRate) => {
        const figures = figuresOf({
          visitDuration: { before: duration, now: duration * byDuration },
          bounceRate: { before: rate, now: Math.min(1, rate * byRate) },
        });
        const most = changedMost(figures);
        if (!most) return;
        for (const { code: language } of LANGUAGES) {
          const words = wordsIn(language);
          const { unit } = most.metric;
          assert.notEqual(words.figure(unit, most.before), words.figure(unit, most.now), language);
        }
      }),
      { examples: [[9.6, 0.5, 10.4 / 9.6, 1]] },
    );
  });
});
