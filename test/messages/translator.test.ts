import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { serverTranslator } from '../../src/messages/catalogues.ts';
import { partsOf } from '../../src/messages/translator.ts';

const english = serverTranslator('en');

describe('Values within a message', () => {
  it('stay as they are, even if they look like escapes', () => {
    const name = String.raw`C:\x0a\u202e\new`;
    assert.equal(english('common.deleteQuestion', { name }), `Delete ${name}?`);
    assert.deepEqual(partsOf(english, 'common.deleteQuestion', { name }), [{ tag: null, text: `Delete ${name}?` }]);
  });

  it('are never read as tags', () => {
    const name = '<b>x</b>';
    assert.deepEqual(partsOf(english, 'common.deleteQuestion', { name }), [{ tag: null, text: `Delete ${name}?` }]);
  });
});
