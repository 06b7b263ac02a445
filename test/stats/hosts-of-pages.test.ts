import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { packColumns } from '../../src/db/columns/pack.ts';
import { openColumnStore } from '../../src/db/columns/store.ts';
import type { Database } from '../../src/db/open.ts';
import type { Filter } from '../../src/domain/filter.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { arbitraryFilter } from '../support/random-filters.ts';
import { arbitraryHits } from '../support/random-hits.ts';
import { recount, valuesOf } from '../support/recount.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const START = Date.parse('2026-03-28T00:00:00Z');
const FROM = START / DAY;
const DAYS = 4;
const RUNS = Number(process.env.RUNS ?? 4);
const NAMES = ['page', 'landing_page', 'exit_page'] as const;
const LIST = { search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 100, page: 1, hosts: true } as const;

/** How often each page had each host. */
type Counts = Map<string, Map<string, number>>;

eachDatabase('The hosts of pages', open => {
  let place: Place;
  let database: Database;
  let website = 0;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place, RUNS + 2);
  });
  afterAll(() => database.close());

  const fold = (...lists: Hit[][]) =>
    foldAll(
      database,
      place,
      lists.map(hits => hits.map(hit => ({ ...hit, website }))),
    );
  const read = async (name: (typeof NAMES)[number], filter: Filter | null = null, to = FROM + DAYS) => {
    const loader = createStatsLoader(openReading(database, { dataDir: place.dataDir }));
    const { rows } = await loader.load({ ...LIST, website, name, from: FROM, to, filter });
    return rows.map(({ value, hosts }) => [value, hosts] as const);
  };
  const pack = async () => {
    const store = await openColumnStore(database, place.dataDir);
    await packColumns({ dialect: database.dialect, store, mostVisits: 5 });
  };

  it('are those of a naive recount, the most frequent first, with any filter', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryHits(START, 'UTC', DAYS), fc.option(arbitraryFilter), async (random, filter) => {
        website++;
        const hits = [...random, hitOf({ time: START + 60 * DAY, values: { host: 'third.example' } })];
        await fold(hits);
        const check = async () => {
          for (const name of NAMES) {
            const naive = naiveCounts(hits, name, filter);
            const several = new Set(hostsIn(random)).size > 1;
            for (const [value, hosts] of await read(name, filter)) {
              const counts = naive.get(value) ?? new Map<string, number>();
              assert.equal(hosts !== null, several);
              if (hosts === null) continue;
              assert.deepEqual([...hosts].sort(), [...counts.keys()].sort(), `${name} ${value}`);
              const times = hosts.map(host => counts.get(host) ?? 0);
              assert.deepEqual(
                times,
                times.toSorted((a, b) => b - a),
              );
            }
          }
        };
        await check();
        await pack();
        await check();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it('are those that a visit began and ended on, also when a hit arrives late', async () => {
    website++;
    const hit = (minute: number, page: string, host: string) =>
      hitOf({ time: START + minute * MINUTE, values: { page, host } });
    await fold(
      [hit(10, '/', 'a.example'), hit(20, '/', 'b.example')],
      [hit(5, '/late', 'c.example'), hit(15, '/', 'd.example'), hit(20, '/end', 'e.example')],
    );
    const check = async () => {
      assert.deepEqual(await read('landing_page'), [['/', ['a.example']]]);
      assert.deepEqual(await read('exit_page'), [['/end', ['e.example']]]);
      assert.deepEqual(new Map(await read('page')).get('/late'), ['c.example']);
      assert.deepEqual([...(new Map(await read('page')).get('/') ?? [])].sort(), [
        'a.example',
        'b.example',
        'd.example',
      ]);
    };
    await check();
    await pack();
    await check();
  });

  it('are null if the website had one host in the range, and none if nobody was identified', async () => {
    website++;
    await fold([
      hitOf({ time: START, values: { host: 'a.example' } }),
      hitOf({ time: START + DAY, visitor: '', values: { page: '/b', host: 'b.example' } }),
    ]);
    assert.deepEqual(await read('page', null, FROM), [['/', null]]);
    const both = await read('page', null, FROM + 1);
    assert.deepEqual(both, [
      ['/', ['a.example']],
      ['/b', []],
    ]);
  });
});

function hostsIn(hits: readonly Hit[]): string[] {
  return hits.flatMap(hit => (hit.kind === 'pageview' ? [valuesOf(hit).host ?? ''] : []));
}

function naiveCounts(hits: readonly Hit[], name: (typeof NAMES)[number], filter: Filter | null): Counts {
  const counts: Counts = new Map();
  for (const visit of recount(hits, filter, FROM, FROM + DAYS).visits) {
    const pageviews = visit.hits.filter(({ kind }) => kind === 'pageview').map(valuesOf);
    const counted = name === 'page' ? pageviews : [name === 'landing_page' ? pageviews[0] : pageviews.at(-1)];
    for (const values of counted) {
      const ofPage = counts.get(values?.page ?? '') ?? new Map<string, number>();
      ofPage.set(values?.host ?? '', (ofPage.get(values?.host ?? '') ?? 0) + 1);
      counts.set(values?.page ?? '', ofPage);
    }
  }
  return counts;
}
