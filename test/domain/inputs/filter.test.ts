import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { FILTERABLE, type FilterInput, filterJson } from '../../../src/domain/filter.ts';
import { filterInput, filterText } from '../../../src/domain/inputs/filter.ts';
import type { StatName } from '../../../src/domain/statistics.ts';

describe('An input filter', () => {
  const german: FilterInput = { name: 'country', operator: 'IS', values: ['DE:Germany'] };
  const nested = (depth: number): FilterInput => (depth === 1 ? german : { not: nested(depth - 1) });
  const faultOf = (input: FilterInput) => {
    const { data, error } = filterInput.safeParse(input);
    if (data) assert.deepEqual(filterInput.parse(data), data, 'a filter does not pass as it came out');
    // An error at any depth is reported for the whole filter.
    for (const { path } of error?.issues ?? []) assert.deepEqual(path, []);
    return error?.issues[0]?.message ?? null;
  };

  it('is one condition, or several combined with and, or, not', () => {
    const input: FilterInput = { and: [german, { or: [{ not: german }, { ...german, and: null }] }], name: null };
    assert.equal(faultOf(input), null);
    assert.deepEqual(filterInput.parse(input), { and: [german, { or: [{ not: german }, german] }] });
    assert.equal(faultOf(nested(5)), null);
  });

  it('is otherwise rejected with the reason', () => {
    assert.match(faultOf({}) ?? '', /exactly one of and, or, not.*; none of them was sent\.$/);
    assert.match(faultOf({ not: german, and: [german] }) ?? '', /more than one of them was sent/);
    assert.match(faultOf({ ...german, not: german }) ?? '', /more than one of them was sent/);
    assert.match(faultOf({ and: [] }) ?? '', /list "and" of the filter is empty/);
    assert.match(faultOf({ name: 'country', values: ['x'] }) ?? '', /name, an operator and values; use all three/);
    assert.match(faultOf({ ...german, values: [] }) ?? '', /COUNTRY has no values/);
    assert.match(faultOf({ ...german, name: 'visitors_hours' }) ?? '', /VISITORS_HOURS cannot be filtered on.*BROWSER/);
    assert.match(faultOf({ ...german, operator: 'CONTAINS', values: [''] }) ?? '', /contains the empty text/);
  });

  it('is rejected if it is too large', () => {
    assert.match(faultOf(nested(6)) ?? '', /nested more than 5 levels deep/);
    assert.match(faultOf(nested(2_000)) ?? '', /nested more than 5 levels deep/);
    assert.match(faultOf({ or: Array.from({ length: 31 }, () => german) }) ?? '', /more than 30 conditions/);
    assert.match(faultOf({ ...german, values: Array.from({ length: 101 }, () => 'x') }) ?? '', /has 101 values/);
    assert.match(faultOf({ ...german, values: ['x'.repeat(256)] }) ?? '', /longer than 255 characters/);
    assert.equal(faultOf({ ...german, values: ['🙂'.repeat(255)] }), null);
  });

  it('has its values in the form in which databases store them', () => {
    assert.deepEqual(filterInput.parse({ ...german, values: ['a\0b'] }), { ...german, values: ['a\uFFFDb'] });
  });

  it('names the event of a property, or leaves it out for pageviews', () => {
    const of = (event: string | null | undefined): FilterInput => ({
      property: { key: 'plan', event },
      operator: 'IS',
      values: ['pro'],
    });
    assert.equal(faultOf(of('Signup')), null);
    for (const event of [null, undefined]) assert.deepEqual(filterInput.parse(of(event)), of(null));
    const fault =
      'The event of the property plan is empty; name an event, or leave it out for a property of pageviews.';
    for (const event of ['', ' ']) {
      assert.equal(faultOf({ not: of(event) }), fault);
      assert.equal(filterText.safeParse(JSON.stringify(of(event))).error?.issues[0]?.message, fault);
    }
  });

  it('names only what can be filtered on, in either case', () => {
    const names = FILTERABLE.map(name => name.toUpperCase()).join(', ');
    const noKey =
      'The filter names the statistic PROPERTY without its key; use property in place of name, such as {"property":{"key":"plan"},"operator":"IS","values":["pro"]}.';
    const faults: readonly (readonly [name: string, fault: string])[] = [
      ['property', noKey],
      ...['crawled_page', 'crawler', 'pageviews', 'pageviews_hours', 'visitors', 'visitors_hours'].map(
        name => [name, `The statistic ${name.toUpperCase()} cannot be filtered on; use one of ${names}.`] as const,
      ),
      ['nope', `The name "nope" of the filter is not a statistic; use one of ${names}.`],
    ];
    const textFault = (given: object) => filterText.safeParse(JSON.stringify(given)).error?.issues[0]?.message;
    for (const [name, fault] of faults) {
      const given = { ...german, name: name as StatName };
      assert.equal(faultOf(given), fault);
      assert.equal(textFault(given), fault);
      if (name !== 'nope') assert.equal(textFault({ ...given, name: name.toUpperCase() }), fault);
    }
    for (const operator of ['is', 'IS', 'does_not_contain', 'Starts_With'])
      for (const name of ['country', 'COUNTRY'])
        assert.deepEqual(filterText.parse(JSON.stringify({ ...german, name, operator })), {
          ...german,
          operator: operator.toUpperCase(),
        });
  });

  it('is read from and written as JSON, with names in capitals', () => {
    const input = { and: [german, { not: german }] };
    const filter = filterInput.parse(input);
    const json = JSON.stringify(filterJson(filter));
    assert.match(json, /"COUNTRY"/);
    assert.deepEqual(filterText.parse(json), filter);
    for (const [text, fault] of [
      ['country', /not valid JSON/],
      ['5', /is not an object/],
      ['{"name":5,"operator":"IS","values":["x"]}', /"5" of the filter is not a statistic/],
      ['{"name":"PAGE","operator":5,"values":["x"]}', /operator "5" of the filter is not one of IS,/],
      ['{"or":[{"name":"NOPE"}]}', /"NOPE" of the filter is not a statistic/],
      ['{"names":[],"x":1}', /has the unknown key "names"; use only and, or, not, name, property, operator, values\./],
      [`{"name":"PAGE","operator":"IS","values":[1]}`, /not a list of strings/],
    ] as const)
      assert.match(filterText.safeParse(text).error?.issues[0]?.message ?? '', fault);
  });
});
