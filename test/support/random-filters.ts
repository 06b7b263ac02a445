import fc from 'fast-check';
import { FILTER_OPERATORS, type Filter } from '../../src/domain/filter.ts';
import type { StatName } from '../../src/domain/statistics.ts';

/** Returns random filters on the values of `arbitraryHits`, some of which no hit has. */
export const arbitraryFilter: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter; condition: Filter }>(tie => ({
  condition: fc.record({
    name: fc.constantFrom<StatName>(
      'country',
      'browser',
      'host',
      'exit_page',
      'region',
      'referrer',
      'source',
      'channel',
      'campaign',
      'landing_page',
      'page',
      'event',
    ),
    operator: fc.constantFrom(...FILTER_OPERATORS),
    values: fc.uniqueArray(
      fc.constantFrom(
        'DE:Germany',
        'FR:France',
        'Chrome',
        'x.example',
        'sale',
        'X',
        'direct',
        'E',
        'e',
        '/',
        '/a',
        '/blog',
        '%',
        '100%',
        'ü "',
        '/blog/ü',
        '/blog/%C3%BC%20%22?q=%27ß',
        `'ß`,
        '_',
        '0',
        'Go/a',
        'nowhere',
      ),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  filter: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'filter', withCrossShrink: true },
    tie('condition'),
    fc.record({ and: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('filter') }),
  ),
})).filter;
