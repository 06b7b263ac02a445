import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { StatName } from '../../../src/dashboard/statistics/__generated__/operations.ts';
import { addDays } from '../../../src/dashboard/statistics/days.ts';
import { joinedParts } from '../../../src/dashboard/statistics/filter-merge.ts';
import {
  MATCHES,
  OPERATORS,
  type Part,
  readPart,
  toFilter,
  writePart,
} from '../../../src/dashboard/statistics/filters.ts';
import {
  CHART_METRICS,
  type Names,
  readState,
  type State,
  writeState,
} from '../../../src/dashboard/statistics/state.ts';
import { JOURNEYS_BY } from '../../../src/domain/journey.ts';
import { INTERVALS, RANGE_PRESETS } from '../../../src/domain/range.ts';

const FILTERABLE: readonly StatName[] = ['PAGE', 'COUNTRY', 'REFERRER', 'EVENT', 'PROPERTY'];
const NAMES: Names = {
  statistics: [...FILTERABLE, 'VISITORS', 'CAMPAIGN'],
  filterable: FILTERABLE,
  single: ['COUNTRY', 'REFERRER'],
  tabs: { sources: ['REFERRER', 'CAMPAIGN'], times: ['HEATMAP', 'VISITORS'] },
};

const value = fc.string({ unit: 'binary', minLength: 1 }).filter(text => text.isWellFormed());
const key = fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/);
const event = fc.option(value);
const compared = {
  operator: fc.constantFrom(...OPERATORS.map(([, api]) => api)),
  values: fc.array(value, { minLength: 1, maxLength: 3 }),
};
const condition = fc.oneof(
  fc.record({ name: fc.constantFrom(...FILTERABLE.filter(name => name !== 'PROPERTY')), ...compared }),
  fc.record({ name: fc.constant('PROPERTY' as const), property: fc.record({ key, event }), ...compared }),
);
const parts = fc.array(condition, { minLength: 1, maxLength: 3 });
const match = fc.constantFrom(...MATCHES);
const inner = fc.record({ match, parts });
const group = fc.record({ match, parts: fc.array(fc.oneof(condition, inner), { minLength: 1, maxLength: 3 }) });
const part: fc.Arbitrary<Part> = fc.oneof(condition, group);
const order = fc.oneof(
  fc.record({ sortBy: fc.constantFrom('COUNT' as const, 'VALUE' as const), isReversed: fc.boolean() }),
  fc.constant({ sortBy: null, isReversed: false }),
);
const list = fc
  .tuple(fc.record({ search: value, page: fc.integer({ min: 1, max: 999 }) }), order)
  .map(([shown, sorted]) => ({ ...shown, ...sorted }));
const days = fc
  .tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 5_000 }))
  .map(([start, length]) => ({ from: addDays('1970-01-01', start), to: addDays('1970-01-01', start + length) }));
const range = fc.oneof(
  fc.record({ preset: fc.constant(null), days, isNamed: fc.constant(false) }),
  fc.record({
    preset: fc.constantFrom(...RANGE_PRESETS),
    days: fc.constant(null),
    isNamed: fc.constant(false),
  }),
  fc.constant({ preset: 'LAST_30_DAYS' as const, days: null, isNamed: true }),
);
const state: fc.Arbitrary<State> = fc
  .tuple(
    range,
    fc.record({
      compare: fc.constantFrom(
        'PREVIOUS_PERIOD' as const,
        'PREVIOUS_WEEKDAYS' as const,
        'PREVIOUS_YEAR' as const,
        { from: '2026-01-31' },
        null,
      ),
      interval: fc.constantFrom(...INTERVALS, null),
      metric: fc.constantFrom(...CHART_METRICS),
      unit: fc.constantFrom('EUR', '', null),
      conditions: fc.array(part, { maxLength: 4 }).map(some => joinedParts(some, NAMES.single)),
      segment: fc.constantFrom('7', null),
      isUnread: fc.constant(false),
      areDaysUnread: fc.constant(false),
      tabs: fc.constantFrom({}, { sources: 'CAMPAIGN' }, { times: 'VISITORS' }),
      lists: fc.dictionary(fc.constantFrom('PAGE', 'VISITORS'), list),
      opened: fc.option(fc.record({ event, key: fc.option(key) })),
      funnel: fc.constantFrom('q7Zk2bTn9XcW', null),
      journeys: fc.oneof(
        fc.record({ by: fc.constantFrom(...JOURNEYS_BY), node: fc.constant(null), isBack: fc.constant(false) }),
        fc.record({ by: fc.constantFrom(...JOURNEYS_BY), node: value, isBack: fc.boolean() }),
      ),
      view: fc.constantFrom(null, 'PAGE' as const, 'LIVE' as const),
    }),
  )
  .map(([when, rest]) => ({ ...when, ...rest }));

describe('the URL of the statistics page', () => {
  it('restores exactly the same view', () => {
    fc.assert(
      fc.property(state, seen => {
        // The generator's objects have no prototype; structuredClone gives them one.
        assert.deepEqual(readState(new URLSearchParams(writeState(seen)), NAMES), structuredClone(seen));
      }),
    );
  });

  it('is empty for the initial view', () => {
    assert.equal(writeState(readState(new URLSearchParams(), NAMES)), '');
  });

  it('names the usual range only if it was named, and keeps in mind days that cannot be read', () => {
    const read = (query: string) => readState(new URLSearchParams(query), NAMES);
    assert.equal(writeState(read('period=last_30_days')), 'period=last_30_days');
    for (const query of [
      'from=2026-02-02&to=2026-02-01',
      'from=2026-02-30&to=2026-03-01',
      'from=2026-02-01',
      'to=2026-02-01',
      'period=soon',
    ]) {
      const { preset, days, isNamed, areDaysUnread } = read(query);
      const usual = { preset: 'LAST_30_DAYS', days: null, isNamed: false, areDaysUnread: true };
      assert.deepEqual({ preset, days, isNamed, areDaysUnread }, usual, query);
    }
    for (const query of ['', 'period=today', 'from=2026-02-01&to=2026-02-01', 'from=&to='])
      assert.equal(read(query).areDaysUnread, false, query);
  });

  it('is readable', () => {
    const seen = readState(
      new URLSearchParams('filter=country:is:DE:Germany&filter=page:starts:/blog|/docs&period=today'),
      NAMES,
    );
    assert.deepEqual(seen.conditions, [
      { name: 'COUNTRY', operator: 'IS', values: ['DE:Germany'] },
      { name: 'PAGE', operator: 'STARTS_WITH', values: ['/blog', '/docs'] },
    ]);
    assert.equal(writeState(seen), 'period=today&filter=country:is:DE:Germany&filter=page:starts:/blog|/docs');
  });

  it('compares with the period before by weekday unless it names another', () => {
    const read = (query: string) => readState(new URLSearchParams(query), NAMES).compare;
    assert.equal(read(''), 'PREVIOUS_WEEKDAYS');
    assert.equal(read('compare=weekdays'), 'PREVIOUS_WEEKDAYS');
    assert.equal(read('compare=2026-02-31'), 'PREVIOUS_WEEKDAYS');
    assert.equal(read('compare=exact'), 'PREVIOUS_PERIOD');
    assert.deepEqual(read('compare=2026-02-28'), { from: '2026-02-28' });
  });

  it('shows the values of a property only with its key', () => {
    const names = { ...NAMES, statistics: [...NAMES.statistics, 'PROPERTY' as const] };
    const read = (query: string) => readState(new URLSearchParams(query), names);
    assert.equal(read('event=Signup&key=plan&view=property').view, 'PROPERTY');
    assert.equal(read('event=Signup&view=property').view, null);
    assert.deepEqual(read('event=&key=author').opened, { event: null, key: 'author' });
    assert.deepEqual(read('event=&key=(other)').opened, { event: null, key: '(other)' });
    assert.deepEqual(read('event=Signup&key=?').opened, { event: 'Signup', key: null });
    assert.equal(read('key=plan').opened, null);
  });

  it('is read without errors, whatever it contains', () => {
    const odd =
      'from=2026-02-31&to=x&period=never&compare=?&filter=city:is:x&filter=page&view=nothing&page.page=-1&segment=1;&metric=x&page.sort=x';
    const { lists, conditions, preset, view, segment, metric } = readState(new URLSearchParams(odd), NAMES);
    assert.deepEqual(
      { lists, conditions, preset, view, segment, metric },
      {
        lists: {},
        conditions: [],
        preset: 'LAST_30_DAYS',
        view: null,
        segment: null,
        metric: 'visitors',
      },
    );
    fc.assert(fc.property(fc.string(), text => void readState(new URLSearchParams(text), NAMES)));
  });
});

describe('filters', () => {
  it('of a property name its key and its event, if it is not of pageviews', () => {
    for (const [text, property, values] of [
      ['property:is:plan|Signup|pro|team', { key: 'plan', event: 'Signup' }, ['pro', 'team']],
      ['property:not:author||', { key: 'author', event: null }, ['']],
      ['property:is:(other)|Signup|pro', { key: '(other)', event: 'Signup' }, ['pro']],
    ] as const) {
      const read = readPart(text, FILTERABLE);
      assert.deepEqual(read, {
        name: 'PROPERTY',
        property,
        operator: text.includes(':not:') ? 'IS_NOT' : 'IS',
        values,
      });
      assert.equal(read && writePart(read), text);
    }
    for (const text of ['property:is:plan', 'property:is:plan|Signup', 'property:is:no key|Signup|pro'])
      assert.equal(readPart(text, FILTERABLE), null);
    const one = { name: 'PROPERTY', property: { key: 'plan', event: null }, operator: 'IS', values: ['pro'] } as const;
    assert.deepEqual(toFilter([one]), { property: one.property, operator: 'IS', values: ['pro'] });
  });

  it('nest in the URL as people would write them', () => {
    const text = 'any(page:is:/a|/b,none(country:is:DE:Germany,page:has:x\\,\\(y\\)))';
    const read = readPart(text, FILTERABLE);
    assert.deepEqual(read, {
      match: 'any',
      parts: [
        { name: 'PAGE', operator: 'IS', values: ['/a', '/b'] },
        {
          match: 'none',
          parts: [
            { name: 'COUNTRY', operator: 'IS', values: ['DE:Germany'] },
            { name: 'PAGE', operator: 'CONTAINS', values: ['x,(y)'] },
          ],
        },
      ],
    });
    assert.equal(read && writePart(read), text);
    for (const odd of [
      'any()',
      'some(page:is:/a)',
      'any(page:is:/a,nothing:is:1)',
      'any(page:is:/a',
      'any(all(any(page:is:/a)))',
    ])
      assert.equal(readPart(odd, FILTERABLE), null, odd);
  });

  it('keep every value in the URL, even bars, backslashes and the empty value', () => {
    for (const values of [[''], ['a|b', 'c\\'], ['\\|', '|'], ['a', ''], ['', 'a'], ['\n']]) {
      const one = { name: 'PAGE' as const, operator: 'IS' as const, values };
      assert.deepEqual(readPart(writePart(one), FILTERABLE), one);
    }
  });

  it('are joined in the form the API takes', () => {
    const page = { name: 'PAGE', operator: 'IS', values: ['/'] } as const;
    const segment = { not: page };
    assert.equal(toFilter([]), null);
    assert.deepEqual(toFilter([page]), page);
    assert.deepEqual(toFilter([page], segment), { and: [page, segment] });
  });
});
