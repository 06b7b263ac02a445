import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { OTHER } from '../../src/domain/other.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { rebuild, verify } from '../../src/fold/verify.ts';
import { tooManyValuesOf } from '../../src/stats/ledger.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const DAY = 86_400_000;
const NOON = Date.parse('2026-03-10T12:00:00Z');
const TODAY = Math.floor(NOON / DAY);
const RUNS = Number(process.env.RUNS ?? 5);
const MOST = 3;
const MOST_OF_ALL = 10 * MOST;

type Props = Readonly<Record<string, string>>;
type Rows = Record<string, number>;

eachDatabase('Properties beyond the limits of a day', open => {
  let place: Place;
  let database: Database;
  /** Each case has a website of its own. */
  let website = 0;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place, 4 + RUNS);
  });
  afterAll(() => database.close());

  async function fold(lists: readonly (readonly Hit[])[]): Promise<void> {
    website++;
    const ofWebsite = lists.map(hits => hits.map(one => ({ ...one, website })));
    await foldAll(database, place, ofWebsite, { maxNewValues: MOST });
  }

  /** Returns every row of every property of some days, as key, value and count, and checks that they add up. */
  async function rowsOf(hits: readonly Hit[], from = TODAY, to = TODAY): Promise<Rows> {
    const loader = createStatsLoader(openReading(database));
    const found: Rows = {};
    for (const event of [null, 'Buy']) {
      const inRange = hits.filter(
        ({ day, kind }) => day >= from && day <= to && (kind === 'event') === (event !== null),
      );
      for (const { key, events, values } of await loader.properties({ website, from, to, filter: null, event })) {
        const { rows, sum } = await loader.load({ ...LIST, website, from, to, property: { key, event } });
        assert.equal(sum, inRange.length, 'the rows of a key are all hits');
        const given = rows.filter(({ value }) => value !== '');
        assert.deepEqual([given.length, given.reduce((all, { count }) => all + count, 0)], [values, events]);
        for (const { value, count } of given) found[`${event} ${key}=${value}`] = count;
      }
    }
    return found;
  }

  async function warnings(): Promise<Rows> {
    const [found = []] = await tooManyValuesOf(database, [{ id: website, timezone: 'UTC' }], NOON);
    const ofProperties = found.filter(({ name }) => name === 'property');
    return Object.fromEntries(ofProperties.map(({ day, key, count }) => [`${day - TODAY} ${key}`, count]));
  }

  it('count as (other), each key by itself, and their hits count like any other', async () => {
    const plans = Array.from({ length: 5 }, (_, at) => hit(at, { plan: `p${at}`, author: 'Ann' }));
    const again = [hit(10, { plan: 'p0' }), hit(11, { plan: 'p4', author: 'Bob' })];
    await fold([plans, again]);
    const all = [...plans, ...again];
    assert.deepEqual(await rowsOf(all), {
      'null plan=p0': 2,
      'null plan=p1': 1,
      'null plan=p2': 1,
      'null plan=(other)': 3,
      'null author=Ann': 5,
      'null author=Bob': 1,
    });
    assert.deepEqual(await warnings(), { '0 plan': 3 });
  });

  it('have room again on the next day, also within one fold', async () => {
    const one = [0, 1, 2, 3].map(at => hit(at, { plan: `p${at}` }));
    const two = [0, 3, 4, 5, 6].map(at => hit(at, { plan: `p${at}` }, 1));
    await fold([[...two, ...one], [hit(9, { plan: 'p3' })]]);
    const all = [...one, ...two, hit(9, { plan: 'p3' })];
    assert.deepEqual(await rowsOf(all), {
      'null plan=p0': 1,
      'null plan=p1': 1,
      'null plan=p2': 1,
      'null plan=p3': 1,
      'null plan=(other)': 1,
    });
    // p0 is new to the second day, too, because both days are in one fold.
    const second = { 'null plan=p0': 1, 'null plan=p3': 1, 'null plan=p4': 1, 'null plan=(other)': 2 };
    assert.deepEqual(await rowsOf(all, TODAY + 1, TODAY + 1), second);
  });

  it('find room only for a share of those of one network', async () => {
    const flood = [0, 1, 2].map(at => ({ ...hit(at, { plan: `p${at}` }), network: 9 }));
    const other = { ...hit(5, { plan: 'q' }), network: 8 };
    await fold([flood, [other]]);
    assert.deepEqual(await rowsOf([...flood, other]), {
      'null plan=p0': 1,
      'null plan=q': 1,
      'null plan=(other)': 2,
    });
    const [[warned] = []] = await tooManyValuesOf(database, [{ id: website, timezone: 'UTC' }], NOON);
    assert.deepEqual([warned?.key, warned?.count, warned?.isCrowded], ['plan', 2, true]);
  });

  it('are keys as well: a hit with several of them has (other) once', async () => {
    const keys = ['a', 'b', 'c', 'd', 'e'].map((key, at) => hit(at, { [key]: 'x' }));
    const wide = hit(9, { a: 'y', f: '1', g: '2' }, 0, 'Buy');
    await fold([keys, [wide]]);
    assert.deepEqual(await rowsOf([...keys, wide]), {
      'null a=x': 1,
      'null b=x': 1,
      'null c=x': 1,
      'null (other)=(other)': 2,
      'Buy a=y': 1,
      'Buy (other)=(other)': 1,
    });
    assert.deepEqual(await warnings(), { '0 null': 3 });
  });

  it('are those that a naive recount finds, over random folds, and stay the same when rebuilt', {
    timeout: 240_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryFolds, async random => {
        const folds = random.map(fold => fold.map(({ at, props, day, event }) => hit(at, props, day, event)));
        await fold(folds);
        const naive = naiveRows(folds);
        const check = async () => {
          for (const day of [0, 1]) {
            const found = await rowsOf(folds.flat(), TODAY + day, TODAY + day);
            assert.deepEqual(found, Object.fromEntries(naive.rows[day] ?? []));
          }
        };
        await check();
        assert.deepEqual(await warnings(), Object.fromEntries(naive.refused));
        assert.deepEqual((await verify(database, website)).differences, []);
        await rebuild(database, website);
        await check();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

const LIST = {
  name: 'property',
  search: null,
  sortBy: 'COUNT',
  sort: 'DESC',
  perPage: 100,
  page: 1,
} as const;

function hit(at: number, props: Props, day = 0, event?: string): Hit {
  return hitOf({
    time: NOON + at * 1_000 + day * DAY,
    visitor: (at + 1).toString(16).padStart(16, '0'),
    properties: Object.entries(props).flat(),
    ...(event === undefined ? {} : { kind: 'event', values: { event } }),
  });
}

const key = fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5');
/** The texts of keys are values, too, and texts that are known for one key are known for all. */
const value = fc.oneof(
  fc.integer({ min: 0, max: 12 }).map(number => `v${number}`),
  fc.constantFrom('k1', 'k5', OTHER),
);
const arbitraryFolds = fc.array(
  fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 1_000 }),
      props: fc.dictionary(key, value, { maxKeys: 4 }),
      day: fc.constantFrom(0, 0, 1),
      event: fc.constantFrom('Buy', undefined),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  { minLength: 1, maxLength: 5 },
);

/** Counts by the rules alone: what a website knows from earlier folds is never new, and each day has its own limits. */
function naiveRows(folds: readonly (readonly Hit[])[]) {
  const known = new Set<string>();
  const rows: Map<string, number>[] = [new Map(), new Map()];
  const refused = new Map<string, number>();
  const newKeys: number[] = [0, 0];
  const newValues: Map<string, number>[] = [new Map(), new Map()];
  for (const fold of folds) {
    const before = new Set(known);
    const taken = new Set<string>();
    const takes = (of: string, hasRoom: () => boolean): boolean => {
      if (taken.has(of)) return true;
      if (!hasRoom()) return false;
      taken.add(of);
      return true;
    };
    for (const { day: date, kind, properties } of fold.toSorted((a, b) => a.time - b.time)) {
      const day = date - TODAY;
      const values = newValues[day] as Map<string, number>;
      const admitsKey = (name: string) =>
        before.has(name) || takes(`${day} ${name}`, () => (newKeys[day] as number) < MOST && newKeys[day]!++ >= 0);
      const admitsValue = (name: string, text: string) =>
        before.has(text) ||
        takes(`${day} ${name}=${text}`, () => {
          const seen = values.get(name) ?? 0;
          if (seen >= MOST || [...values.values()].reduce((sum, one) => sum + one, 0) >= MOST_OF_ALL) return false;
          values.set(name, seen + 1);
          return true;
        });
      const counted = new Set<string>();
      const add = (of: Map<string, number>, name: string) => of.set(name, (of.get(name) ?? 0) + 1);
      for (let at = 0; at < properties.length; at += 2) {
        const [name = '', text = ''] = properties.slice(at, at + 2);
        if (!admitsKey(name)) counted.add(`${OTHER}=${OTHER}`);
        else {
          known.add(name);
          const fits = text === OTHER || admitsValue(name, text);
          if (fits) known.add(text);
          else add(refused, `${day} ${name}`);
          counted.add(`${name}=${fits ? text : OTHER}`);
        }
      }
      if (counted.has(`${OTHER}=${OTHER}`)) add(refused, `${day} null`);
      for (const one of counted) add(rows[day] as Map<string, number>, `${kind === 'event' ? 'Buy' : null} ${one}`);
    }
  }
  return { rows, refused };
}
