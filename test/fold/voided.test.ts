import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, it } from 'vitest';
import type { Param } from '../../src/db/dialect.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { readBlockState } from '../../src/db/rollups/block-state.ts';
import { findDamaged } from '../../src/db/rollups/blocks.ts';
import { sealOf } from '../../src/db/rollups/seals.ts';
import { DIMENSIONS } from '../../src/domain/statistics.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { packRollups, packWebsite } from '../../src/fold/pack.ts';
import { rebuild, verify } from '../../src/fold/verify.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const DAY = 86_400_000;
/** A Thursday; the ranges below have weeks and months with days at both edges. */
const FIRST = Date.parse('2026-01-15T10:00:00Z');
const START = Math.floor(FIRST / DAY);
const DAYS = 100;
const LIST = { website: 1, search: null, sortBy: 'VALUE', sort: 'ASC', perPage: 100, page: 1 } as const;

/** A request of a crawler, as access logs have them: it has no other values. */
function crawlOn(day: number): Hit {
  const hit = hitOf({ time: FIRST + day * DAY, kind: 'crawl', visitor: '0'.repeat(16) });
  const texts: Record<string, string> = { crawler: 'Googlebot', crawled_page: '/x' };
  const values = [...hit.values];
  for (const { name, rollup } of DIMENSIONS) if (values[rollup] !== 0) values[rollup] = texts[name] ?? 0;
  return { ...hit, values };
}

eachDatabase('Days that change once they are packed', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  async function newDatabase() {
    const place = await open();
    const database = await databaseWithWebsites(place, 2);
    opened.push(database);
    return { place, database };
  }

  /** Returns what each range has of a statistic; by default, as a process reads it that has read nothing before. */
  function counts(
    database: Database,
    name: 'page' | 'crawler',
    ranges: readonly (readonly [number, number])[],
    reading = openReading(database),
  ) {
    return Promise.all(
      ranges.map(async ([from, to]) => {
        const { rows } = await createStatsLoader(reading).load({ ...LIST, name, from: START + from, to: START + to });
        return rows.map(({ value, count }) => `${value} ${count}`);
      }),
    );
  }

  it('leave all others packed, and give the same result as rows, wherever packing has stopped', async () => {
    const { place, database } = await newDatabase();
    const { dialect } = database;
    const hit = (day: number, visitor: number) =>
      hitOf({
        time: FIRST + day * DAY,
        visitor: visitor.toString(16).padStart(16, '0'),
        values: { page: `/${day % 4}` },
      });
    await foldAll(database, place, [Array.from({ length: DAYS }, (_, day) => hit(day, 1))]);
    await packWebsite(database, 1);
    const ranges = [
      [-40, 120],
      [0, 99],
      [3, 70],
      [20, 45],
      [46, 46],
      [60, 98],
      [-20, 30],
    ] as const;
    const fromRows = (from: number, to: number) =>
      dialect.all<{ value: string; n: number }>(
        `SELECT v.value AS value, SUM(r.pageviews) AS n FROM rollup_day r JOIN stat_value v ON v.website_id = r.website_id AND v.id = r.value_id WHERE r.website_id = 1 AND r.name = 3 AND r.day BETWEEN ${START + from} AND ${START + to} GROUP BY v.value`,
      );
    const reports: string[] = [];
    const reading = openReading(database, { reportBad: ({ message }) => void reports.push(message) });
    let visitor = 1;
    const day = fc.integer({ min: -135, max: DAYS - 2 });
    const step = fc.record({
      days: fc.array(day, { maxLength: 3 }),
      steps: fc.oneof(fc.nat(12), fc.constant(1_000)),
      range: fc.tuple(day, day),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async steps => {
        for (const { days, steps: most, range } of steps) {
          visitor++;
          await foldAll(database, place, [days.map(one => hit(one, visitor))]);
          let left = most;
          await packWebsite(database, 1, {
            get aborted() {
              return left-- === 0;
            },
          } as AbortSignal);
          // What was not asked before is planned for the state that was read last.
          const asked = [[Math.min(...range), Math.max(...range)] as const, ...ranges];
          const expected = await Promise.all(
            asked.map(async ([from, to]) => {
              const rows = await fromRows(from, to);
              return rows.map(({ value, n }) => `${value} ${Number(n)}`).sort();
            }),
          );
          for (const one of [reading, openReading(database)])
            for (const [at, of] of asked.entries())
              assert.deepEqual(await counts(database, 'page', [of], one), [expected[at]]);
        }
      }),
      { numRuns: 12 },
    );
    await packWebsite(database, 1);
    const { differences, damaged } = await verify(database, 1);
    assert.deepEqual({ differences, damaged, reports }, { differences: [], damaged: [], reports: [] });
    await foldAll(database, place, [[hit(20, ++visitor), hit(24, visitor)]]);
    const state = await readBlockState(dialect, 1);
    assert.deepEqual(state?.voided, { from: START + 20, to: START + 24 });
    assert.equal(state?.day, START + DAYS - 2);
    assert.equal(await packWebsite(database, 1), 5);
  });

  it('count before the first day, too, for whoever has read the others', async () => {
    const { place, database } = await newDatabase();
    await foldAll(database, place, [Array.from({ length: 60 }, (_, day) => hitOf({ time: FIRST + day * DAY }))]);
    await packWebsite(database, 1);
    const reading = openReading(database);
    assert.deepEqual(await counts(database, 'page', [[0, 58]], reading), [['/ 59']]);
    for (const [late, back, sum] of [
      [1, 120, 60],
      [100, 130, 61],
    ] as const) {
      await foldAll(database, place, [[hitOf({ time: FIRST - late * DAY })]]);
      assert.deepEqual(await counts(database, 'page', [[-back, 58]], reading), [[`/ ${sum}`]]);
      await packWebsite(database, 1);
      assert.deepEqual(await findDamaged(database.dialect, 1), []);
      assert.deepEqual(
        await counts(
          database,
          'page',
          [
            [-back, 58],
            [-back - 1, 58],
          ],
          reading,
        ),
        [[`/ ${sum}`], [`/ ${sum}`]],
      );
    }
  });

  it('are packed from the first day that anything has, people or crawlers', async () => {
    const { place, database } = await newDatabase();
    const days = Array.from({ length: 51 }, (_, day) => day);
    await foldAll(database, place, [
      days.flatMap(day => [crawlOn(day), ...(day < 15 ? [] : [hitOf({ time: FIRST + day * DAY })])]),
    ]);
    const ranges = [
      [-9, 60],
      [0, 7],
      [10, 16],
      [17, 44],
    ] as const;
    const before = await counts(database, 'crawler', ranges);
    assert.deepEqual(before, [['Googlebot 51'], ['Googlebot 8'], ['Googlebot 7'], ['Googlebot 28']]);
    await packWebsite(database, 1);
    assert.deepEqual(await counts(database, 'crawler', ranges), before);
    await rebuild(database, 1);
    assert.ok((await packWebsite(database, 1)) > 50);
    assert.deepEqual(await counts(database, 'crawler', ranges), before);
  });

  it('are read anew by everyone once all is rebuilt', async () => {
    const { place, database } = await newDatabase();
    await foldAll(database, place, [Array.from({ length: 90 }, (_, day) => hitOf({ time: FIRST + day * DAY }))]);
    await packWebsite(database, 1);
    const reading = openReading(database);
    const read = async () => {
      const query = { ...LIST, name: 'page', from: START, to: START + 88 } as const;
      return (await createStatsLoader(reading).load(query)).rows[0]?.count;
    };
    await database.dialect.run('DELETE FROM hit');
    await database.dialect.run('DELETE FROM visit');
    await database.dialect.run(`UPDATE website_fold SET kept_from = ${START + 400}`);
    await database.dialect.run('DELETE FROM rollup_block WHERE period = 1 AND name <> 0');
    await database.dialect.run('UPDATE rollup_block SET body = ? WHERE period = 1', [sealOf(new Map())]);
    assert.notEqual(await read(), 89);
    await rebuild(database, 1);
    assert.equal(await read(), 89);
  });

  it('are read in one snapshot where they change with every statement', async () => {
    const { place, database } = await newDatabase();
    await foldAll(database, place, [Array.from({ length: 30 }, (_, day) => hitOf({ time: FIRST + day * DAY }))]);
    const restless = openDatabase(place.url);
    opened.push(restless);
    let late = 0;
    const { all } = restless.dialect;
    restless.dialect.all = async <T>(sql: string, params?: readonly Param[]) => {
      const rows = await all.call(restless.dialect, sql, params);
      const visitor = `${++late}`.padStart(16, '0');
      await foldAll(database, place, [[hitOf({ time: FIRST, visitor })]]);
      return rows as T[];
    };
    const loader = createStatsLoader(openReading(restless));
    // More ranges than one statement reads; all of them have the first day.
    const pages = await Promise.all(
      Array.from({ length: 450 }, (_, at) => loader.load({ ...LIST, name: 'page', from: START - at, to: START + 29 })),
    );
    assert.ok(late > 2 && late < 20, `${late} folds`);
    const found = new Set(pages.map(({ rows }) => rows[0]?.count ?? 0));
    assert.equal(found.size, 1);
    const [count = 0] = found;
    assert.ok(count > 30 && count <= 30 + late, `${count} pageviews after ${late} folds`);
  });

  it('leave nothing of a website that is gone', async () => {
    const { place, database } = await newDatabase();
    await foldAll(database, place, [
      [hitOf({ time: FIRST, website: 2 }), hitOf({ time: FIRST + 9 * DAY, website: 2 })],
    ]);
    for (const table of ['website', 'website_fold', 'rollup_day'])
      await database.dialect.run(`DELETE FROM ${table} WHERE ${table === 'website' ? 'id' : 'website_id'} = 2`);
    await packWebsite(database, 2);
    await packRollups(database);
    assert.deepEqual(await database.dialect.all('SELECT website_id FROM website_fold'), []);
  });
});
