import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { hasValue } from '../../src/domain/filter.ts';

describe('A filter', () => {
  it('compares exactly, or literally ignoring the case of ASCII letters', () => {
    assert.equal(hasValue('IS', ['/A'], '/a'), false);
    assert.equal(hasValue('CONTAINS', ['LOG', 'x'], '/blog'), true);
    assert.equal(hasValue('CONTAINS', ['%'], '/blog'), false);
    assert.equal(hasValue('CONTAINS', ['É'], '/é'), false);
    assert.equal(hasValue('STARTS_WITH', ['/B'], '/blog'), true);
    assert.equal(hasValue('STARTS_WITH', ['blog'], '/blog'), false);
  });
});
