import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { type FilterOperator, valueTest } from '../../src/domain/filter.ts';
import { lowerAscii } from '../../src/domain/text.ts';

/** Tests a text as the read path does. */
function matches(operator: FilterOperator, values: readonly string[], text: string): boolean {
  return valueTest(operator, values)(text, lowerAscii(text));
}

describe('A filter', () => {
  it('compares exactly, or literally ignoring the case of ASCII letters', () => {
    assert.equal(matches('IS', ['/A'], '/a'), false);
    assert.equal(matches('CONTAINS', ['LOG', 'x'], '/blog'), true);
    assert.equal(matches('CONTAINS', ['%'], '/blog'), false);
    assert.equal(matches('CONTAINS', ['É'], '/é'), false);
    assert.equal(matches('STARTS_WITH', ['/B'], '/blog'), true);
    assert.equal(matches('STARTS_WITH', ['blog'], '/blog'), false);
  });
});
