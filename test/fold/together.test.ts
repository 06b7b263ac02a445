import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { encodeHit, type Hit } from '../../src/domain/stored-hit.ts';
import { verify } from '../../src/fold/verify.ts';
import { createFoldWork, type FoldReport } from '../../src/fold/work.ts';
import { eachDatabase, onSqlite, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldOptions, hitOf } from '../support/hits.ts';

const WEBSITES = 30;
const NOON = Date.parse('2026-03-10T12:00:00Z');

const opened: Database[] = [];
afterAll(() => Promise.all(opened.map(database => database.close())));

async function fresh(place: Place): Promise<Database> {
  const database = await databaseWithWebsites(place, WEBSITES);
  opened.push(database);
  return database;
}

/** A visitor's pageview of each website; two of every third. */
function hitsOfAll(minute: number, more: { id?: string; page?: string } = {}): Hit[] {
  return Array.from({ length: WEBSITES }, (_unused, index) => index + 1).flatMap(website => {
    const values = { page: more.page ?? `/${website}`, country: 'DE:Germany', browser: `Browser ${website % 7}` };
    const hit = hitOf({ website, time: NOON + minute * 60_000, values, id: more.id ?? '' });
    return website % 3 === 0 ? [hit, { ...hit, id: '', time: hit.time + 1_000 }] : [hit];
  });
}
const TOTAL = hitsOfAll(0).length;

const batchOf = (first: number, hits: readonly Hit[]) => ({
  first,
  hits: hits.length,
  body: hits.map(encodeHit).join(','),
});

eachDatabase('A fold of many small websites', open => {
  /** Returns a fold of one spool, and what it reported. */
  function scene(database: Database) {
    const reports: FoldReport[] = [];
    const work = createFoldWork(database, foldOptions({ report: event => void reports.push(event) }));
    const sum = (key: 'stored' | 'duplicates') =>
      reports.reduce((all, event) => all + (event.type === 'folded' ? event[key] : 0), 0);
    return { reports, sum, fold: (first: number, hits: readonly Hit[]) => work('spool', [batchOf(first, hits)]) };
  }
  async function pageviews(database: Database): Promise<number> {
    const [row] = await database.dialect.all<{ sum: number }>(
      'SELECT SUM(pageviews) AS sum FROM rollup_day WHERE name = 1',
    );
    for (let website = 1; website <= WEBSITES; website++)
      assert.deepEqual((await verify(database, website)).differences, [], String(website));
    return Number(row?.sum);
  }

  it('counts each hit of each of them once, however often it comes', async () => {
    const database = await fresh(await open());
    const { fold, sum, reports } = scene(database);
    await fold(1, hitsOfAll(0));
    await fold(1, hitsOfAll(0));
    assert.equal(sum('stored'), TOTAL);
    const more = hitsOfAll(10, { id: 'a' });
    await fold(TOTAL + 1, more);
    await fold(1 + 2 * TOTAL, hitsOfAll(20, { id: 'a', page: '/new' }));
    assert.deepEqual([sum('stored'), sum('duplicates')], [3 * TOTAL - WEBSITES, WEBSITES]);
    assert.equal(await pageviews(database), 3 * TOTAL - WEBSITES);
    assert.equal(reports.length, 4 * WEBSITES, 'each website is reported on its own');
    const [visitors] = await database.dialect.all<{ sum: number }>(
      'SELECT SUM(visitors) AS sum FROM rollup_day WHERE name = 1',
    );
    assert.equal(Number(visitors?.sum), WEBSITES);
    const [dropped] = await database.dialect.all<{ hits: number }>('SELECT SUM(hits) AS hits FROM dropped');
    assert.equal(Number(dropped?.hits), WEBSITES);
  });

  it('sets the hit aside that cannot be stored, drops those of deleted websites, and counts all others', async () => {
    const database = await fresh(await open());
    await database.dialect.run('DELETE FROM website WHERE id = 2');
    const { fold, reports } = scene(database);
    const hits = hitsOfAll(0).map(hit => (hit.website === 5 ? { ...hit, visitor: 'not hex at all' } : hit));
    await fold(1, [...hits, hitOf({ website: 999 })]);
    const bad = reports.flatMap(event => (event.type === 'bad' ? [event.website] : []));
    assert.deepEqual(
      bad.sort((a, b) => a - b),
      [5, 999],
    );
    assert.equal(await pageviews(database), TOTAL - 2);
    await fold(TOTAL + 2, hitsOfAll(10));
    assert.equal(await pageviews(database), 2 * TOTAL - 3);
  });
});

onSqlite('A fold of many small websites', open => {
  it('takes a few statements per website and one transaction for all', async () => {
    const place = await open();
    await fresh(place);
    const statements: string[] = [];
    const database = openDatabase(place.url, { onStatement: sql => void statements.push(sql) });
    opened.push(database);
    const work = createFoldWork(database, foldOptions());
    await work('spool', [batchOf(1, hitsOfAll(0))]);
    assert.equal(statements.filter(sql => sql === 'COMMIT').length, 1);
    assert.ok(statements.length < WEBSITES, `${statements.length} statements`);
  });
});
