import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { labelOf } from '../../src/domain/label.ts';
import { STATISTICS } from '../../src/domain/statistics.ts';
import { serverTranslator } from '../../src/messages/catalogues.ts';
import { labelsIn } from '../../src/messages/label.ts';

const statistic = (name: string) => STATISTICS.find(one => one.name === name) ?? assert.fail(name);

describe('labels of values', () => {
  const english = labelsIn(serverTranslator('en'), 'en');
  const german = labelsIn(serverTranslator('de'), 'de');

  it('are those of the API in English', () => {
    for (const [name, value] of [
      ['country', 'DE:Germany'],
      ['country', ''],
      ['continent', 'NA:North America'],
      ['city', 'DE:Munich, Bavaria'],
      ['language', 'pt'],
      ['language', 'other-text'],
      ['device', 'smarttv'],
      ['channel', 'Paid Search'],
      ['source', ''],
      ['page', '/caf%C3%A9'],
      ['browser', '(other)'],
    ] as const) {
      const one = statistic(name);
      assert.equal(english(one, { value, label: labelOf(one.labels, value) }), labelOf(one.labels, value));
    }
  });

  it('differ from those of the API for visits without a referrer, which may have a source', () => {
    assert.equal(english(statistic('referrer'), { value: '', label: 'Direct' }), 'No referrer');
  });

  it('are countries, continents and languages by their names in another language; unknown codes stay', () => {
    const of = (name: string, value: string) =>
      german(statistic(name), { value, label: labelOf(statistic(name).labels, value) });
    assert.equal(of('country', 'DE:Germany'), 'Deutschland');
    assert.equal(of('continent', 'NA:North America'), 'Nordamerika');
    assert.equal(of('continent', 'AF:Africa'), 'Afrika');
    assert.equal(of('country', 'NA:Namibia'), 'Namibia');
    assert.equal(of('language', 'fr'), 'Französisch');
    assert.equal(of('country', 'somewhere'), 'somewhere');
    assert.equal(of('city', 'DE:Munich, Bavaria'), 'Munich, Bavaria');
  });
});
