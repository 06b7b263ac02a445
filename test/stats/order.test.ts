import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import type { StatsQuery } from '../../src/stats/query.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAY = Math.floor(NOON / 86_400_000);

eachDatabase('Pages of a statistic', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  it('are the same whether they are requested separately or one after another', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const hits = Array.from({ length: 120 }, (_, at) =>
      hitOf({ time: NOON + at, values: { page: `/${(at * 7919) % 61}` } }),
    );
    await foldAll(database, place, [hits]);
    const reading = openReading(database);
    for (const sortBy of ['COUNT', 'VALUE'] as const) {
      for (const sort of ['ASC', 'DESC'] as const) {
        const query: StatsQuery = {
          website: 1,
          name: 'page',
          from: DAY,
          to: DAY,
          search: null,
          sortBy,
          sort,
          perPage: 10,
          page: 1,
        };
        const single: string[] = [];
        const onward: string[] = [];
        const together = createStatsLoader(reading);
        for (let page = 1; page <= 8; page++) {
          const alone = await createStatsLoader(reading).load({ ...query, page });
          single.push(...alone.rows.map(({ value, count }) => `${count} ${value}`));
          const next = await together.load({ ...query, page });
          onward.push(...next.rows.map(({ value, count }) => `${count} ${value}`));
        }
        assert.equal(new Set(single).size, 61);
        assert.deepEqual(onward, single, `${sortBy} ${sort}`);
        const backward = await together.load({ ...query, page: 3 });
        assert.deepEqual(
          backward.rows.map(({ value, count }) => `${count} ${value}`),
          single.slice(20, 30),
        );
      }
    }
  });

  it('of one request stay consistent when hits arrive in between', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const pages = (from: number) =>
      Array.from({ length: 15 }, (_, at) => hitOf({ time: NOON + at, values: { page: `/${from + at}` } }));
    await foldAll(database, place, [pages(100)]);
    const loader = createStatsLoader(openReading(database));
    const query: StatsQuery = {
      website: 1,
      name: 'page',
      from: DAY,
      to: DAY,
      search: null,
      sortBy: 'COUNT',
      sort: 'DESC',
      perPage: 10,
      page: 1,
    };
    const first = await loader.load(query);
    await foldAll(database, place, [pages(200), pages(200)]);
    const second = await loader.load({ ...query, page: 2 });
    const values = [...first.rows, ...second.rows].map(({ value }) => value);
    assert.deepEqual(
      values.sort(),
      Array.from({ length: 15 }, (_, at) => `/${100 + at}`),
    );
    assert.equal(second.total, 15);
    assert.equal(second.freshAt, first.freshAt);
  });

  it('are sorted by a metric, as the sums of their rows say', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    // Country x has x visitors, and its first one sees as many pages as the country is far from the last.
    const hits = [1, 2, 3, 4, 5, 6].flatMap(country =>
      Array.from({ length: 7 }, (_, at) =>
        hitOf({
          time: NOON + at,
          visitor: `00000000000000${country}${Math.min(at, country - 1)}`,
          values: { country: `${country}` },
        }),
      ).slice(0, country % 2 === 0 ? 7 : country),
    );
    await foldAll(database, place, [hits]);
    const list = {
      website: 1,
      name: 'country',
      from: DAY,
      to: DAY,
      search: null,
      perPage: 10,
      page: 1,
      sums: true,
    } as const;
    const read = async (sortBy: StatsQuery['sortBy'], sort: StatsQuery['sort']) =>
      (await createStatsLoader(openReading(database)).load({ ...list, sortBy, sort })).rows.map(
        ({ value, sums }) => [value, sums.visitors ?? 0, sums.pageviews ?? 0] as const,
      );
    const rows = await read('VALUE', 'ASC');
    assert.deepEqual(
      rows.map(([, visitors]) => visitors),
      [1, 2, 3, 4, 5, 6],
    );
    assert.deepEqual(
      rows.map(([, , pageviews]) => pageviews),
      [1, 7, 3, 7, 5, 7],
    );
    assert.deepEqual(
      await read('pageviews', 'ASC'),
      rows.toSorted((a, b) => a[2] - b[2]),
    );
    assert.deepEqual(
      await read('pageviews', 'DESC'),
      rows.toSorted((a, b) => b[2] - a[2]),
    );
    assert.deepEqual(await read('visitors', 'DESC'), rows.toReversed());
  });
});
