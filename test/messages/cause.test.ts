import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { EXPLAINED_METRICS, type ExplainedMetric } from '../../src/domain/explain.ts';
import { labelOf } from '../../src/domain/label.ts';
import { findStatistic, STATISTICS } from '../../src/domain/statistics.ts';
import { compiledMessages, serverTranslator } from '../../src/messages/catalogues.ts';
import { causeSentence } from '../../src/messages/cause.ts';
import { translator } from '../../src/messages/translator.ts';

const english = serverTranslator('en');
const FELL = { before: 1_200, after: 300 };
const SAME = { before: 50, after: 50 };

/** Returns a condition with the label that the API gives it. */
function condition(name: string, value: string) {
  return { name, operator: 'IS' as const, value, label: labelOf(findStatistic(name)?.labels ?? 'plain', value) };
}

/** Returns the phrase about a condition. */
function phrase(name: string, value: string, metric: ExplainedMetric = 'visits'): string {
  const sentence = causeSentence(english, metric, [condition(name, value)], FELL, { before: 0, after: 0 });
  return sentence.replace(/^\w+( of visits)? (.*) fell from 1,200 to 300\.$/, '$2');
}

describe('The sentence about a cause', () => {
  it('says how the cause changed, and how the rest did', () => {
    const google = [condition('source', 'Google')];
    const of = (before: number, after: number, rest: readonly [number, number]) =>
      causeSentence(english, 'visits', google, { before, after }, { before: rest[0], after: rest[1] });
    assert.equal(of(1200, 300, [100, 102]), 'Visits from Google fell from 1,200 to 300, while the rest rose by 2%.');
    assert.equal(of(0, 12, [100, 71]), 'Visits from Google rose from 0 to 12, while the rest fell by 29%.');
    assert.equal(of(7, 7, [1, 13]), 'Visits from Google stayed at 7, while the rest rose by 1,200%.');
    assert.equal(of(9, 3, [1000, 1001]), 'Visits from Google fell from 9 to 3, while the rest stayed the same.');
    assert.equal(of(9, 3, [0, 5]), 'Visits from Google fell from 9 to 3.');
  });

  it('names every metric, and both conditions of a pair', () => {
    const pair = [condition('source', ''), condition('device', 'mobile')];
    assert.deepEqual(
      EXPLAINED_METRICS.map(metric => causeSentence(english, metric, pair, FELL, SAME).split(' fell ')[0]),
      [
        'Visitors who came directly on mobile devices',
        'Visits that came directly on mobile devices',
        'Pageviews of visits that came directly on mobile devices',
        'Events of visits that came directly on mobile devices',
      ],
    );
  });

  it('has a phrase for each statistic that can be a cause, and for one that has none yet', () => {
    const told = (names: readonly (readonly [string, string])[]) => names.map(([name, value]) => phrase(name, value));
    assert.deepEqual(
      told([
        ['browser', 'Firefox'],
        ['country', 'DE:Germany'],
        ['channel', 'Referral'],
        ['os_version', 'iOS 26'],
        ['device', 'smarttv'],
        ['device', 'constructor'],
        ['resolution', '390x844'],
        ['landing_page', '/caf%C3%A9'],
        ['language', 'de'],
        ['utm_medium', 'letter'],
        ['os', ''],
        ['referrer', ''],
        ['source', ''],
        ['device', ''],
        ['browser_version', ''],
        ['page', '/new'],
      ]),
      [
        'with Firefox',
        'from Germany',
        'of the channel Referral',
        'on iOS 26',
        'on smart TVs',
        'on constructor devices',
        'with a screen of 390x844',
        'that began on /café',
        'with the language German',
        'with the utm medium letter',
        'with an unknown operating system',
        'without a referrer',
        'that came directly',
        'with an unknown device',
        'with an unknown browser version',
        'with “/new” (Pages)',
      ],
    );
    const explaining = STATISTICS.filter(
      one => 'column' in one && one.name !== 'exit_page' && ['visit', 'visitor', 'event'].includes(one.scope),
    );
    assert.ok(explaining.length > 15);
    for (const { name } of explaining) assert.doesNotMatch(phrase(name, 'x'), /“/, name);
    const section = { ...condition('landing_page', '/blog/'), operator: 'STARTS_WITH' as const };
    assert.match(causeSentence(english, 'visitors', [section], FELL, SAME), /^Visitors who began below \/blog\/ fell /);
  });

  it('has numbers as the reader writes them', () => {
    const other = translator('en', compiledMessages('en', ['causes']), 'en-DE');
    const sentence = causeSentence(other, 'visits', [condition('browser', 'Firefox')], FELL, SAME);
    assert.equal(sentence, 'Visits with Firefox fell from 1.200 to 300, while the rest stayed the same.');
  });
});
