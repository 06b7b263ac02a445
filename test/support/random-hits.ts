import fc from 'fast-check';
import { sourceAndChannel } from '../../src/domain/origin.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { hitOf } from './hits.ts';

const NONE: readonly string[] = [];
const MINUTE = 60_000;

/** Returns random hits of website 1 over a few days from `start`, with few visitors and values, which often coincide. */
export function arbitraryHits(start: number, timezone: string, days: number): fc.Arbitrary<Hit[]> {
  const hit = fc
    .record({
      day: fc.integer({ min: 0, max: days - 1 }),
      // A few busy hours, so that visits have several hits and visitors several visits.
      begin: fc.constantFrom(0, 100, 700, 1380),
      minute: fc.integer({ min: 0, max: 59 }),
      visitor: fc.constantFrom('', '00000000000000aa', '70000000000000bb', '80000000000000cc', 'f0000000000000dd'),
      kind: fc.constantFrom(
        'pageview' as const,
        'pageview' as const,
        'pageview' as const,
        'event' as const,
        'engagement' as const,
      ),
      page: fc.constantFrom('/', '/a', '/A', '/blog/Post?x=1', '/blog/100%25_off', '/blog/%C3%BC%20%22?q=%27%C3%9F'),
      referrer: fc.constantFrom('', '', '', 'x.example', 't.co'),
      campaign: fc.constantFrom('', '', '', 'Shop', 'sale'),
      country: fc.constantFrom('', 'DE:Germany', 'FR:France'),
      region: fc.constantFrom('', 'DE:Bavaria', 'DE:Berlin'),
      browser: fc.constantFrom('', 'Chrome', 'Firefox'),
      host: fc.constantFrom('x.example', 'blog.x.example'),
      amount: fc.constantFrom(null, '1.5', '-0.25', '12345678901234567.01'),
      unit: fc.constantFrom('EUR', 'EUR', 'USD', ''),
      seconds: fc.integer({ min: 0, max: 300 }),
      properties: fc.constantFrom(NONE, NONE, ['plan', 'pro'], ['plan', 'Pro', 'n', '7'], ['n', '7', 'author', 'x y']),
      depth: fc.constantFrom(null, 0, 40, 100),
      interactive: fc.boolean(),
    })
    .map(({ day, begin, minute, visitor, kind, amount, unit, seconds, properties, depth, interactive, ...values }) =>
      hitOf({
        time: start + (day * 1440 + begin + minute) * MINUTE,
        timezone,
        visitor,
        kind,
        amount: kind === 'event' ? amount : null,
        unit: kind === 'event' && amount ? unit : '',
        seconds: kind === 'engagement' ? seconds : 0,
        properties: kind === 'engagement' ? NONE : properties,
        depth: kind === 'engagement' ? depth : null,
        interactive: kind !== 'event' || interactive,
        values: {
          ...values,
          ...sourceAndChannel({ referrer: values.referrer, campaign: values.campaign }),
          ...(kind === 'event' ? { event: `Go${values.page}` } : {}),
        },
      }),
    );
  // Without a size, there would be at most a dozen.
  return fc.array(hit, { minLength: 1, maxLength: 120, size: 'max' });
}
