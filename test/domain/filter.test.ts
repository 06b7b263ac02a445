import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FilterInput, hasValue, parseFilter } from '../../src/domain/filter.ts';

describe('A filter', () => {
  const german: FilterInput = { name: 'country', operator: 'IS', values: ['DE:Germany'] };
  const nested = (depth: number): FilterInput => (depth === 1 ? german : { not: nested(depth - 1) });
  const faultOf = (input: FilterInput) => {
    const parsed = parseFilter(input);
    return 'error' in parsed ? parsed.error : null;
  };

  it('is one condition, or several under and, or, not', () => {
    const input: FilterInput = { and: [german, { or: [{ not: german }, { ...german, and: null }] }], name: null };
    assert.deepEqual(parseFilter(input), { filter: { and: [german, { or: [{ not: german }, german] }] } });
    assert.equal(faultOf(nested(5)), null);
  });

  it('is refused with the reason when it is not one of them', () => {
    assert.match(faultOf({}) ?? '', /exactly one of and, or, not.*; none of them was sent\.$/);
    assert.match(faultOf({ not: german, and: [german] }) ?? '', /more than one of them was sent/);
    assert.match(faultOf({ ...german, not: german }) ?? '', /more than one of them was sent/);
    assert.match(faultOf({ and: [] }) ?? '', /list and of the filter is empty/);
    assert.match(faultOf({ name: 'country', values: ['x'] }) ?? '', /name, an operator and values; send all three/);
    assert.match(faultOf({ ...german, values: [] }) ?? '', /COUNTRY has no values/);
    assert.match(faultOf({ ...german, name: 'visitors_hours' }) ?? '', /VISITORS_HOURS cannot be filtered on.*BROWSER/);
    assert.match(faultOf({ ...german, operator: 'CONTAINS', values: [''] }) ?? '', /contains the empty text/);
  });

  it('is refused when it is too large', () => {
    assert.match(faultOf(nested(6)) ?? '', /nested more than 5 deep/);
    assert.match(faultOf({ or: Array.from({ length: 31 }, () => german) }) ?? '', /more than 30 conditions/);
    assert.match(faultOf({ ...german, values: Array.from({ length: 101 }, () => 'x') }) ?? '', /has 101 values/);
    assert.match(faultOf({ ...german, values: ['x'.repeat(256)] }) ?? '', /longer than 255 characters/);
    assert.equal(faultOf({ ...german, values: ['🙂'.repeat(255)] }), null);
  });

  it('keeps values as the databases keep them', () => {
    assert.deepEqual(parseFilter({ ...german, values: ['a\0b'] }), { filter: { ...german, values: ['a\uFFFDb'] } });
  });

  it('compares exactly, or literally with ASCII letters in either case', () => {
    assert.equal(hasValue('IS', ['/A'], '/a'), false);
    assert.equal(hasValue('CONTAINS', ['LOG', 'x'], '/blog'), true);
    assert.equal(hasValue('CONTAINS', ['%'], '/blog'), false);
    assert.equal(hasValue('CONTAINS', ['É'], '/é'), false);
    assert.equal(hasValue('STARTS_WITH', ['/B'], '/blog'), true);
    assert.equal(hasValue('STARTS_WITH', ['blog'], '/blog'), false);
  });
});
