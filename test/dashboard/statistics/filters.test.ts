import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type Draft, draftOf, partOf } from '../../../src/dashboard/statistics/filter-draft.ts';
import { joinedParts, withCondition } from '../../../src/dashboard/statistics/filter-merge.ts';
import {
  type Condition,
  type Part,
  readPart,
  toFilter,
  without,
  writePart,
} from '../../../src/dashboard/statistics/filters.ts';
import { partOfSteps } from '../../../src/dashboard/statistics/path-parts.ts';
import type { FilterInput } from '../../../src/domain/filter.ts';
import { filterInput } from '../../../src/domain/inputs/filter.ts';
import { NAMED_STATISTICS } from '../../../src/domain/statistics.ts';

// In the app, the build puts the registry in.
const registry = NAMED_STATISTICS.map(statistic => ({ ...statistic, name: statistic.name.toUpperCase() }));
Object.assign(globalThis, { __STATISTICS__: registry });
const { describe: phraseOf, wordsOf } = await import('../../../src/dashboard/statistics/filter-words.ts');

const NAMES = ['EVENT', 'PAGE', 'COUNTRY', 'BROWSER', 'REGION', 'REFERRER', 'SOURCE', 'PROPERTY'] as const;
const read = (texts: readonly string[]) => texts.map(text => readPart(text, NAMES) as Part);
const written = (parts: readonly Part[]) => parts.map(part => writePart(part));

describe('a condition that is added', () => {
  for (const [before, added, after] of [
    [[], 'page:is:/a', ['page:is:/a']],
    [['page:is:/a'], 'page:is:/b', ['page:is:/a|/b']],
    [['page:is:/a', 'country:is:DE'], 'page:is:/a', ['page:is:/a', 'country:is:DE']],
    [['page:is:/a'], 'country:is:DE', ['page:is:/a', 'country:is:DE']],
    [['page:not:/a'], 'page:not:/b', ['page:not:/a|/b']],
    [['page:is:/a|/b'], 'page:not:/b', ['page:is:/a', 'page:not:/b']],
    [['page:is:/a', 'browser:is:X'], 'page:not:/a', ['browser:is:X', 'page:not:/a']],
    [['page:not:/a'], 'page:is:/a', ['page:is:/a']],
    [['page:has:a'], 'page:has:b', ['page:has:a', 'page:has:b']],
    [['page:has:a'], 'page:has:a', ['page:has:a']],
    [['property:is:plan|Order|pro'], 'property:is:plan|Order|team', ['property:is:plan|Order|pro|team']],
    [
      ['property:is:plan|Order|pro'],
      'property:is:plan||team',
      ['property:is:plan|Order|pro', 'property:is:plan||team'],
    ],
    [['any(page:is:/a,page:is:/b)'], 'page:is:/c', ['any(page:is:/a,page:is:/b)', 'page:is:/c']],
  ] as const)
    it(`${added} makes ${after.join(' and ')} of ${before.join(' and ') || 'nothing'}`, () => {
      assert.deepEqual(written(withCondition(read(before), read([added])[0] as Condition)), after);
    });

  it('keeps the latest hundred values, which is what the API takes', () => {
    const many = { name: 'PAGE', operator: 'IS', values: Array.from({ length: 100 }, (_, at) => `/${at}`) } as const;
    const [joined] = withCondition([many], { name: 'PAGE', operator: 'IS', values: ['/new'] }) as [Condition];
    assert.deepEqual([joined.values.length, joined.values.at(-1)], [100, '/new']);
  });
});

describe('conditions of an old URL', () => {
  it('are joined where they could match nothing, and nowhere else', () => {
    const parts = read([
      'country:is:DE',
      'page:is:/a',
      'country:is:FR',
      'page:is:/b',
      'country:not:US',
      'country:not:CA',
    ]);
    assert.deepEqual(written(joinedParts(parts, ['COUNTRY'])), [
      'country:is:DE|FR',
      'page:is:/a',
      'page:is:/b',
      'country:not:US',
      'country:not:CA',
    ]);
  });
});

const leaf = fc.record({
  name: fc.constantFrom('PAGE' as const, 'COUNTRY' as const, 'BROWSER' as const),
  operator: fc.constantFrom('IS' as const, 'IS_NOT' as const, 'CONTAINS' as const, 'STARTS_WITH' as const),
  values: fc.subarray(['a', 'b', 'ab'], { minLength: 1 }),
});
const match = fc.constantFrom('any' as const, 'all' as const, 'none' as const);
const some = <One>(one: fc.Arbitrary<One>) => fc.array(one, { minLength: 1, maxLength: 3 });
const inner = fc.record({ match, parts: some(leaf) });
const outer = fc.record({ match, parts: some(fc.oneof(leaf, inner)) });
/** What the form and the URL can hold. */
const parts = some<Part>(fc.oneof(leaf, outer));
const visit = fc.record({
  PAGE: fc.subarray(['a', 'b', 'ab', 'c']),
  COUNTRY: fc.subarray(['a']),
  BROWSER: fc.subarray(['b']),
});
type Visit = Readonly<Record<string, readonly string[]>>;

/** Whether a visit matches, by the meaning of the words in the form. */
function matches(part: Part, of: Visit): boolean {
  if ('match' in part) {
    const found = part.parts.map(one => matches(one, of));
    return { any: found.includes(true), all: !found.includes(false), none: !found.includes(true) }[part.match];
  }
  return compares(part.operator, of[part.name] ?? [], part.values);
}

/** Whether a visit matches a filter, by the meaning that the API gives it. */
function matchesFilter({ and, or, not, name, operator, values }: FilterInput, of: Visit): boolean {
  if (and) return and.every(one => matchesFilter(one, of));
  if (or) return or.some(one => matchesFilter(one, of));
  if (not) return !matchesFilter(not, of);
  return compares(operator ?? '', of[name ?? ''] ?? [], values ?? []);
}

function compares(operator: string, had: readonly string[], values: readonly string[]): boolean {
  const any = (fits: (one: string, value: string) => boolean) =>
    had.some(one => values.some(value => fits(one, value)));
  if (operator === 'IS') return any((one, value) => one === value);
  if (operator === 'IS_NOT') return !any((one, value) => one === value);
  if (operator === 'CONTAINS') return any((one, value) => one.includes(value));
  if (operator === 'DOES_NOT_CONTAIN') return !any((one, value) => one.includes(value));
  return any((one, value) => one.startsWith(value));
}

describe('the steps of a funnel', () => {
  const step = (pattern: string, properties: readonly string[] = []) => {
    const conditions = properties.map(value => ({ key: 'plan', operator: 'IS' as const, values: [value] }));
    return { kind: pattern.startsWith('/') ? ('PAGE' as const) : ('EVENT' as const), pattern, conditions };
  };

  it('are all in the filter of the last one, and excluding them is the opposite', () => {
    const filter = partOfSteps([step('/docs*'), step('/cart'), step('/docs*'), step('Order', ['pro'])]) as Part;
    assert.equal(
      writePart(filter),
      'all(page:starts:/docs,any(page:is:/cart,page:starts:/cart?),property:is:plan|Order|pro)',
    );
    const opposite = writePart(without(filter));
    assert.equal(
      opposite,
      'any(none(page:starts:/docs),none(page:is:/cart,page:starts:/cart?),none(property:is:plan|Order|pro))',
    );
    for (const text of [writePart(filter), opposite]) assert.deepEqual(written(read([text])), [text]);
    assert.equal(writePart(partOfSteps([step('Order')]) as Part), 'event:is:Order');
    assert.equal(partOfSteps([step('/*/a'), step('Order')]), null);
  });
});

describe('parts as a filter', () => {
  it('match what their words say, and are never nested deeper than the API takes', () => {
    fc.assert(
      fc.property(parts, fc.option(outer), visit, (asked, segment, of) => {
        const saved = segment && toFilter([segment]);
        const filter = toFilter(asked, saved);
        assert.ok(filter);
        const lowered = JSON.parse(JSON.stringify(filter), (key, value) =>
          key === 'name' ? value.toLowerCase() : value,
        );
        const { error } = filterInput.safeParse(lowered);
        assert.ok(!error || /more than 30 conditions/.test(error.message), error?.message);
        const wanted = [...asked, ...(segment ? [segment] : [])].every(part => matches(part, of));
        assert.equal(matchesFilter(filter as unknown as FilterInput, of), wanted);
      }),
    );
  });
});

describe('a part in words', () => {
  for (const [part, phrase] of [
    ['page:is:/pricing', 'Page is /pricing'],
    ['country:not:DE:Germany|FR:France', 'Country is none of Germany, France'],
    ['page:has:1|2|3|4', 'Page contains any of 1, 2, 3, 4'],
    ['page:without:1|2|3|4|5', 'Page contains none of 1, 2, 3 and 2 more'],
    ['region:is:DE:Bavaria', 'Region is Bavaria'],
    ['source:is:DE:Bavaria', 'Source is DE:Bavaria'],
    ['referrer:is:', 'Referrer is No referrer'],
    ['browser:is:', 'Browser is Unknown'],
    ['property:is:plan|Order|', 'plan of Order is (none)'],
    ['property:starts:plan||<b>', 'plan of pageviews starts with <b>'],
    ['none(page:is:/a,all(page:is:/b,browser:is:X))', 'None of: Page is /a; (Page is /b and Browser is X)'],
    ['none(page:starts:/docs)', 'Page does not start with /docs'],
    ['none(page:starts:/docs|/blog)', 'Page starts with none of /docs, /blog'],
    ['none(country:not:DE:Germany)', 'Country is Germany'],
    ['any(page:is:/a,none(country:is:DE:Germany))', 'Page is /a or Country is not Germany'],
    ['none(any(page:is:/a,page:is:/b))', 'None of: (Page is /a or Page is /b)'],
    ['any(page:is:/a,page:is:/b,page:is:/c)', 'Page is /a or Page is /b or Page is /c'],
  ] as const)
    it(`${part} is ${phrase}`, () => assert.equal(phraseOf(read([part])[0] as Part), phrase));

  it('has its values apart, which are written in bold', () => {
    assert.deepEqual(wordsOf(read(['page:is:<values>|/b'])[0] as Part), [
      { tag: null, text: 'Page is any of ' },
      { tag: 'values', text: '<values>, /b' },
    ]);
  });
});

describe('a part in the form', () => {
  it('comes out as it went in, but for groups of one', () => {
    fc.assert(
      fc.property(fc.oneof(leaf, inner), visit, (part, of) => {
        const out = partOf(draftOf(part), ({ typed }) => typed);
        assert.ok(out);
        assert.equal(matches(out, of), matches(part, of));
        if (!('match' in part) || part.parts.length > 1) assert.deepEqual(out, structuredClone(part));
      }),
    );
  });

  it('takes what was typed, by the value of its label, and waits for a value', () => {
    const draft = { ...(draftOf() as Draft), name: 'COUNTRY' as const };
    const meant = ({ typed }: Draft) => (typed === 'Germany' ? 'DE:Germany' : typed);
    const valuesOf = (part: Partial<Draft>) => (partOf({ ...draft, ...part }, meant) as Condition | null)?.values;
    assert.equal(valuesOf({}), undefined);
    assert.deepEqual(valuesOf({ typed: 'Germany' }), ['DE:Germany']);
    assert.deepEqual(valuesOf({ typed: 'Germany', values: ['FR:France', 'DE:Germany'] }), ['FR:France', 'DE:Germany']);
    assert.deepEqual(valuesOf({ values: [''] }), ['']);
    assert.equal(valuesOf({ operator: 'CONTAINS', values: [''] }), undefined);
    assert.equal(valuesOf({ name: 'PROPERTY', property: { key: '', event: null }, values: ['x'] }), undefined);
  });
});
