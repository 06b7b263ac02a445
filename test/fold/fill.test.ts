import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, it } from 'vitest';
import { knownFromNow } from '../../src/db/migrations/add-values.ts';
import type { Database } from '../../src/db/open.ts';
import { readValuesSince } from '../../src/db/rollups/value-since.ts';
import { DIMENSIONS, findStatistic, type StatName } from '../../src/domain/statistics.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { fillStatistics } from '../../src/fold/fill.ts';
import { packRollups } from '../../src/fold/pack.ts';
import { rebuild, verify } from '../../src/fold/verify.ts';
import { knownFrom } from '../../src/stats/known-from.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { arbitraryHits } from '../support/random-hits.ts';

const RUNS = Number(process.env.RUNS ?? 2);
const START = Date.parse('2026-02-26T00:00:00Z');
const DAY = START / 86_400_000;
const DAYS = 5;
/** What was added to the statistics of the first release and can be counted from stored visits. */
const ADDED = DIMENSIONS.filter(({ rollup, column }) => rollup >= 16 && column !== undefined);
const NUMBERS = ADDED.map(({ rollup }) => rollup);

/** Makes a database what an earlier release would have left: without the values and sums that this one added. */
async function forget({ dialect }: Database): Promise<void> {
  const columns = ADDED.filter(({ scope, latest }) => scope !== 'pageview' && latest === undefined);
  await dialect.run(`UPDATE visit SET ${columns.map(({ column }) => `${column} = 0`).join(', ')}`);
  await dialect.run('UPDATE hit SET host = 0');
  await dialect.run(`DELETE FROM rollup_day WHERE name IN (${NUMBERS})`);
  // That release took the exit page from a pageview after which nothing had happened yet.
  await dialect.run('UPDATE visit SET exit_page = landing_page WHERE pageviews > 2');
  await knownFromNow(dialect, NUMBERS);
}

eachDatabase('Statistics that an upgrade adds', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  async function rows(database: Database, name: StatName, filtered = false): Promise<Record<string, number>> {
    const filter = { name: 'page', operator: 'DOES_NOT_CONTAIN', values: ['nowhere'] } as const;
    const query = { website: 1, from: DAY - 1, to: DAY + DAYS, search: null, perPage: 100, page: 1 } as const;
    const order = { sortBy: 'COUNT', sort: 'DESC' } as const;
    const loader = createStatsLoader(openReading(database));
    const page = await loader.load({ ...query, ...order, name, filter: filtered ? filter : null });
    return Object.fromEntries(page.rows.map(({ value, count }) => [value, count]));
  }

  async function folded(hits: readonly (readonly Hit[])[]): Promise<Database> {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    await foldAll(database, place, hits);
    return database;
  }

  it('are counted for the days before it as if they had always been, while late hits arrive and after being stopped', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryHits(START, 'UTC', DAYS),
        arbitraryHits(START, 'UTC', DAYS),
        arbitraryHits(START, 'UTC', DAYS),
        async (before, meanwhile, after) => {
          const place = await open();
          const database = await databaseWithWebsites(place);
          opened.push(database);
          await foldAll(database, place, [before]);
          await forget(database);
          assert.deepEqual((await verify(database, 1)).differences, [], 'before the days are counted');
          await foldAll(database, place, [meanwhile]);
          await stoppedAfter(database, 2);
          await packRollups(database);
          await foldAll(database, place, [after]);
          assert.deepEqual((await verify(database, 1)).differences, [], 'half of the days are counted');
          await fillStatistics(database);
          assert.deepEqual((await verify(database, 1)).differences, []);
          assert.equal(await fillStatistics(database), 0);
          const wrong = await database.dialect.all(
            'SELECT v.no FROM visit v WHERE v.exit_page <> (SELECT h.page FROM hit h WHERE h.website_id = v.website_id AND h.day = v.day AND h.visitor = v.visitor AND h.visit_no = v.no AND h.event IS NULL ORDER BY h.at DESC, h.id DESC LIMIT 1)',
          );
          assert.deepEqual(wrong, []);
          const always = await folded([before, meanwhile, after]);
          for (const name of ['exit_page', 'landing_page', 'host', 'region'] as const) {
            const sum = (found: Record<string, number>) => Object.values(found).reduce((all, count) => all + count, 0);
            assert.equal(sum(await rows(database, name)), sum(await rows(always, name)), name);
          }
          assert.deepEqual(await rows(database, 'exit_page'), await rows(always, 'exit_page'));
          for (const { name } of ADDED)
            assert.deepEqual(await rows(database, name as StatName, true), await ofVisits(database, name as StatName));
          await rebuild(database, 1);
          assert.deepEqual((await verify(database, 1)).differences, []);
          await Promise.all(opened.splice(0).map(one => one.close()));
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it('are counted for hits that an earlier release has collected', async () => {
    const full = hitOf({
      time: START,
      values: { page: '/a', referrer: 'duckduckgo.com', source: 'Other', channel: 'Email' },
    });
    const database = await folded([[{ ...full, values: full.values.slice(0, 16) }]]);
    assert.deepEqual(await rows(database, 'exit_page'), { '/a': 1 });
    assert.deepEqual(await rows(database, 'source'), { DuckDuckGo: 1 });
    assert.deepEqual(await rows(database, 'channel'), { 'Organic Search': 1 });
    assert.deepEqual(await rows(database, 'region'), { '': 1 });
    assert.deepEqual((await verify(database, 1)).differences, []);
  });

  it('say from which day on they are known', async () => {
    const [hits] = fc.sample(arbitraryHits(START, 'UTC', DAYS), { numRuns: 1, seed: 7 });
    const database = await folded([hits ?? []]);
    const since = async () => (await readValuesSince(database.dialect, database.dialect, [1])).get(1) ?? [];
    const known = async (name: StatName) => knownFrom({ name }, await since());
    assert.equal(await known('region'), null);
    await forget(database);
    const today = Math.floor(Date.now() / 86_400_000);
    assert.ok(((await known('exit_page')) as number) > today);
    assert.equal(await known('page'), null);
    await fillStatistics(database);
    for (const name of ['exit_page', 'source', 'channel'] as const) assert.equal(await known(name), null, name);
    for (const name of ['region', 'host', 'utm_source'] as const)
      assert.ok(((await known(name)) as number) > today, name);
    const filter = { not: { name: 'region', operator: 'IS', values: ['DE:Bavaria'] } } as const;
    assert.ok((knownFrom({ name: 'page', filter }, await since()) as number) > today);
  });

  /** Returns what the visits that are stored have, with the filter that all of them match. */
  async function ofVisits(database: Database, name: StatName): Promise<Record<string, number>> {
    const { scope, column } = findStatistic(name) as { scope: string; column: string };
    const from =
      scope === 'pageview'
        ? 'hit r JOIN visit v ON v.website_id = r.website_id AND v.day = r.day AND v.visitor = r.visitor AND v.no = r.visit_no WHERE r.event IS NULL'
        : `visit r WHERE ${scope === 'visitor' ? 'r.no = 1' : '1 = 1'}`;
    const found = await database.dialect.all<{ value: string; count: number }>(
      `SELECT COALESCE(t.value, '') AS value, COUNT(*) AS count FROM (SELECT r.website_id, r.${column} AS id FROM ${from}) r LEFT JOIN stat_value t ON t.website_id = r.website_id AND t.id = r.id GROUP BY r.id, t.value ORDER BY count DESC`,
    );
    const skipsEmpty = findStatistic(name)?.skipEmpty === true;
    return Object.fromEntries(
      found.filter(({ value }) => !skipsEmpty || value !== '').map(({ value, count }) => [value, Number(count)]),
    );
  }

  async function stoppedAfter(database: Database, days: number): Promise<void> {
    const stopping = new AbortController();
    let left = days;
    Object.defineProperty(stopping.signal, 'aborted', { get: () => left-- <= 0 });
    await fillStatistics(database, stopping.signal);
  }
});
